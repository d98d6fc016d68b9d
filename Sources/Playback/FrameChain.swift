// FrameChain.swift
// From the recording to what an output takes: read, stretched, brought to another rate, mixed for fewer channels; as
// little of this as is needed. At speed 1, the file's own rate and layout samples pass as they are. Voices stay apart
// all the way: their sum is made by the output's thread (VoiceMixer). Used on the engine's thread only.

import AudioFile
import WaveformCore

/// Makes the frames of an epoch.
struct FrameChain {
  var reader: UnrolledReader
  /// Frames of the recording per frame that is made.
  let rate: Double
  private let stretcher: VoiceStretcher?
  private let converter: RateConverter?
  private let mix: ChannelMix?
  /// True when mixing leaves fewer channels for all that follows.
  private let mixesFirst: Bool
  /// Channels of the output, as many times as there are voices.
  private let outputChannels: Int
  /// Made and not yet fetched, interleaved.
  private var made: [Float] = []
  private var fetched = 0
  /// Frames that were made so far.
  private var total = 0
  private var silentBlocks = 0
  /// Frames that go in at a time where samples do not pass as they are.
  static let block = 1024

  /// - Parameters:
  ///   - voices: the speakers of each voice's channels, which lie side by side in the recording.
  ///   - format: what the output takes.
  init(reader: UnrolledReader, speed: Double, voices: [[Speaker]], format: StreamFormat) {
    self.reader = reader
    let source = reader.source
    rate = speed * Double(source.sampleRate) / Double(format.sampleRate)
    outputChannels = format.channels * voices.count
    mix =
      voices.allSatisfy { $0 == format.speakers } ? nil : ChannelMix(voices: voices, to: format.speakers)
    let mixesFirst = voices.count > 1 && outputChannels < source.channels
    self.mixesFirst = mixesFirst
    let channels = voices.map { mixesFirst ? format.channels : $0.count }
    stretcher =
      speed == 1
      ? nil : VoiceStretcher(sampleRate: source.sampleRate, channels: channels, speed: speed)
    converter =
      source.sampleRate == format.sampleRate
      ? nil
      : RateConverter(
        from: source.sampleRate, to: format.sampleRate, channels: channels.reduce(0, +))
  }

  /// True when frames are the recording's own.
  var isPlain: Bool { stretcher == nil && converter == nil }

  /// True when the end was made: what is read after it would begin with a step.
  private(set) var isFinished = false

  /// Lends the next frames to `body`, those of all voices side by side, `maximum` at most, and tells how many frames were read for them so far.
  ///
  /// - Parameter piece: frames to ask of the source at a time.
  /// - Returns: how many frames that were; 0 at the end.
  mutating func next(
    _ maximum: Int, piece: Int, _ body: (_ frames: UnsafeBufferPointer<Float>, _ count: Int) -> Void
  ) -> Int {
    if isPlain, mix == nil {
      let before = reader.count
      let channels = outputChannels
      return reader.next(maximum, piece: piece) { body($0, before + $0.count / channels) }
    }
    if isPlain { isFinished = false }
    while made.count == fetched, !isFinished { make(piece: piece) }
    let frames = min(maximum, (made.count - fetched) / outputChannels)
    guard frames > 0 else { return 0 }
    let range = fetched..<fetched + frames * outputChannels
    made.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range]), reader.count) }
    fetched += range.count
    return frames
  }

  private mutating func make(piece: Int) {
    made.removeAll(keepingCapacity: true)
    fetched = 0
    var input: [Float] = []
    let taken = reader.next(Self.block, piece: piece) { input = Array($0) }
    if taken == 0 {
      if isPlain { return isFinished = true }
      // What is still inside comes out when silence goes in; not a frame more than belongs to what was read.
      input = Array(repeating: 0, count: Self.block * reader.source.channels)
    }
    if mixesFirst, let mix { input = mix.apply(to: input) }
    if let stretcher { input = stretcher.process(input) }
    if let converter { input = converter.process(input) }
    if !mixesFirst, let mix { input = mix.apply(to: input) }
    if taken == 0 {
      let all = Int((Double(reader.count) / rate).rounded(.up))
      let left = max(0, all - total) * outputChannels
      silentBlocks += 1
      if input.count >= left {
        input.removeLast(input.count - left)
        isFinished = true
      }
      // Whatever the libraries do: an end.
      if silentBlocks > 1000 { isFinished = true }
    }
    made = input
    total += input.count / outputChannels
  }
}
