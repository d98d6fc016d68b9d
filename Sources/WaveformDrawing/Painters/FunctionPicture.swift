// FunctionPicture.swift
// Pictures of one figure after the other, in two surfaces that take turns: what the last frame recorded is not
// painted over while it may still be drawn. One thread.

import WaveformCore

/// Paints figures of one size and look.
public final class FunctionPicture {
  /// What must stay for the same pictures to be used on.
  public struct Key: Hashable, Sendable {
    public var look: FunctionLook
    /// In device pixels.
    public var width: Int, height: Int
    public var scale: Int

    public init(look: FunctionLook, width: Int, height: Int, scale: Int) {
      self.look = look
      self.width = width
      self.height = height
      self.scale = scale
    }
  }

  public let key: Key
  private let painter: FunctionPainter
  private var ground: ImageSurface?
  private var surfaces: [ImageSurface] = []
  private var turn = 0

  /// - Throws: `impossibleSize`, `outOfMemory`.
  public init(_ key: Key) throws(DrawingError) {
    self.key = key
    painter = FunctionPainter(look: key.look, width: key.width, height: key.height, scale: key.scale)
    for _ in 0..<2 { surfaces.append(try Self.surface(key)) }
    if key.look.ground != nil {
      let ground = try Self.surface(key)
      ground.withContext { painter.paintGround(in: $0) }
      self.ground = ground
    }
  }

  private static func surface(_ key: Key) throws(DrawingError) -> ImageSurface {
    try ImageSurface(width: key.width, height: key.height, scale: key.scale)
  }

  /// The figure, whole. Valid until the next but one is painted.
  public func paint(_ figure: SineFigure) -> ImageSurface {
    paint(figure.waveforms(steps: painter.steps))
  }

  /// Any functions, the front one first.
  public func paint(_ functions: [FunctionWaveform]) -> ImageSurface {
    let surface = surfaces[turn]
    turn = 1 - turn
    surface.erase()
    surface.withContext { context in
      if let ground { ground.copy(in: context) }
      painter.paint(functions.map(\.lines), in: context)
    }
    return surface
  }
}
