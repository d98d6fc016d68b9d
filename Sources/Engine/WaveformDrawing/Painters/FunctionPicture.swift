// FunctionPicture.swift
// Pictures of a moving figure, and the values that say how its lines are drawn: equal looks give equal
// pictures.
// The pictures take turns in two surfaces, so that the one that the last frame recorded is not painted over
// while it may still be drawn. Used on one thread.

import WaveformCore

/// Paints figures of one size and look.
public final class FunctionPicture {
  /// The same pictures can be reused while this stays equal.
  public struct Key: Hashable, Sendable {
    public var look: FunctionLook
    /// In device pixels.
    public var width: Int, height: Int
    public var scale: Double

    public init(look: FunctionLook, width: Int, height: Int, scale: Double) {
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

  /// Paints the whole figure. The picture is valid until the next but one is painted.
  public func paint(_ figure: SineFigure) -> ImageSurface {
    paint(figure.waveforms(steps: painter.steps))
  }

  /// Paints any functions, the front one first.
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

/// How the curves of a figure look, and their ground.
public struct FunctionLook: Hashable, Sendable {
  /// How colours are combined with what lies below.
  public enum Blending: Hashable, Sendable {
    case normal
    /// Bright ground becomes brighter and dark ground stays dark, as with `CAIRO_OPERATOR_OVERLAY`; over
    /// transparent ground the same as `normal`.
    case overlay
  }

  /// A line of one width.
  public struct Ink: Hashable, Sendable {
    /// From the left edge of the figure to the right, at equal distances; at least one colour.
    public var colors: [Color]
    /// In logical pixels.
    public var width: Double
    /// 0…1; a factor for the opacity of the colours.
    public var opacity: Double
    public var blending: Blending

    public init(_ colors: [Color], width: Double, opacity: Double = 1, blending: Blending = .normal) {
      self.colors = colors
      self.width = width
      self.opacity = opacity
      self.blending = blending
    }
  }

  /// A rectangle below the curves.
  public struct Ground: Hashable, Sendable {
    /// From its top left corner to its bottom right, at equal distances; at least two colours.
    public var colors: [Color]
    /// The radius of its corners, in logical pixels.
    public var radius: Double

    public init(_ colors: [Color], radius: Double) {
      self.colors = colors
      self.radius = radius
    }
  }

  /// Nil: there is no ground below the curves.
  public var ground: Ground?
  /// The inks of the curves, the front one first; further curves use the last ink. At least one.
  public var inks: [Ink]
  /// Free space around the curves, in logical pixels.
  public var padding: Double

  public init(ground: Ground? = nil, inks: [Ink], padding: Double = 0) {
    self.ground = ground
    self.inks = inks
    self.padding = padding
  }

  /// A ground from pink to black; a white curve, whose echoes are blended into the ground and fade with it.
  public static let card = FunctionLook(
    ground: Ground([Color(0xff5c8f), Color(0x100510)], radius: 12),
    inks: [Ink([Color(0xffffff), Color(0xffc4da)], width: 4)]
      + [0.65, 0.65, 0.45, 0.45].map { opacity in
        Ink([Color(0xffffff)], width: 2, opacity: opacity, blending: .overlay)
      },
    padding: 24)

  /// The look of a figure that shows activity, in the inks of a palette.
  ///
  /// - Parameter width: of the front line, in logical pixels.
  public static func activity(_ palette: Palette, width: Double) -> FunctionLook {
    let ink = palette.playedBar
    return FunctionLook(
      inks: [Ink([ink[0], ink[ink.count - 1]], width: width)]
        + [0.5, 0.5, 0.25, 0.25].map { Ink([palette.playedLoudness], width: width * 0.6, opacity: $0) })
  }
}
