// LevelMeter.swift
// How loud it was that an output was given, some milliseconds at a time. The output's thread counts, which costs two
// additions per sample; others look up the stretch that is heard now.
// Sound without a lock: a block's value is stored before the count of blocks is (release), and loaded after it
// (acquire). Blocks are kept for five seconds, and none that old is still to be heard.

import Synchronization

/// Mean squares of the frames of an epoch, block by block.
final class LevelMeter: @unchecked Sendable {
  private static let room = 1024
  private let channels: Int
  private let framesPerBlock: Int
  /// Of the loudest channel.
  private let squares: UnsafeMutablePointer<Atomic<UInt32>>
  private let blocks = Atomic<Int>(0)

  /// The block in the making: the output's thread's own.
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

  /// The next frames that the output is given. The output's thread.
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

  /// The root mean square of the loudest channel, in the 50 ms around a frame: of those blocks that are there.
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
