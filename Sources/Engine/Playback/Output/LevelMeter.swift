// LevelMeter.swift
// The level of what an output was given, in blocks of some milliseconds. The output's thread measures, at the
// cost of two additions per sample; others look up the stretch that is heard now.
// Sound without a lock: a block's value is stored before the count of blocks (release), and loaded after it
// (acquire). Blocks are kept for five seconds, longer than any output buffers.

import Synchronization

/// Mean squares of the frames of an epoch, block by block.
final class LevelMeter: @unchecked Sendable {
  private static let room = 1024
  private let channels: Int
  private let framesPerBlock: Int
  /// Values of the loudest channel.
  private let squares: UnsafeMutablePointer<Atomic<UInt32>>
  private let blocks = Atomic<Int>(0)

  /// The present block: state of the output's thread.
  private struct Live {
    var frames = 0
    let sums: UnsafeMutablePointer<Float>
  }
  private let live = UnsafeMutablePointer<Live>.allocate(capacity: 1)

  /// - Parameter format: of the frames; a block lasts 5 ms.
  init(_ format: StreamFormat) {
    channels = format.channels
    framesPerBlock = max(1, format.sampleRate / 200)
    squares = .allocate(capacity: Self.room)
    for block in 0..<Self.room { (squares + block).initialize(to: Atomic(0)) }
    let sums = UnsafeMutablePointer<Float>.allocate(capacity: channels)
    sums.initialize(repeating: 0, count: channels)
    live.initialize(to: Live(sums: sums))
  }

  deinit {
    squares.deinitialize(count: Self.room)
    squares.deallocate()
    live.pointee.sums.deallocate()
    live.deallocate()
  }

  /// Measures the next frames for the output. On the output's thread.
  func count(_ buffer: UnsafeMutableBufferPointer<Float>) {
    guard var samples = UnsafePointer(buffer.baseAddress) else { return }
    var left = buffer.count / channels
    while left > 0 {
      let frames = min(left, framesPerBlock - live.pointee.frames)
      for channel in 0..<channels {
        var sum: Float = 0
        for frame in 0..<frames {
          let sample = samples[frame * channels + channel]
          sum += sample * sample
        }
        live.pointee.sums[channel] += sum
      }
      samples += frames * channels
      left -= frames
      live.pointee.frames += frames
      if live.pointee.frames == framesPerBlock { endBlock() }
    }
  }

  private func endBlock() {
    var loudest: Float = 0
    for channel in 0..<channels {
      loudest = max(loudest, live.pointee.sums[channel])
      live.pointee.sums[channel] = 0
    }
    live.pointee.frames = 0
    let number = blocks.load(ordering: .relaxed)
    squares[number % Self.room].store(
      (loudest / Float(framesPerBlock)).bitPattern, ordering: .relaxed)
    blocks.store(number + 1, ordering: .releasing)
  }

  /// The root mean square of the loudest channel, in the 50 ms around a frame, from the blocks that exist.
  ///
  /// - Returns: 0…1.
  func level(around frame: Double) -> Float {
    let blocks = blocks.load(ordering: .acquiring)
    let middle = Int(frame) / framesPerBlock
    let first = max(0, middle - 5, blocks - Self.room + 8)
    let end = min(middle + 5, blocks)
    guard first < end else { return 0 }
    var sum: Float = 0
    for block in first..<end {
      sum += Float(bitPattern: squares[block % Self.room].load(ordering: .relaxed))
    }
    let level = (sum / Float(end - first)).squareRoot()
    return level.isNaN ? 0 : min(level, 1)
  }
}
