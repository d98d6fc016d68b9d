// FrameChain.swift
// From the recording to what an output takes: read, stretched, brought to another rate, mixed for fewer channels; as
// little of this as is needed. At speed 1, the file's own rate and layout samples pass as they are. Voices stay apart
// all the way, and the output's thread adds them up (VoiceMixer), unless there are too many of them to be stretched.
// Used on the engine's thread only.

import WaveformCore

/// Makes the frames of an epoch.
struct FrameChain {
  var reader: UnrolledReader
  /// Frames of the recording per frame that is made.
  let rate: Double
  private let stretcher: VoiceStretcher?
  private let converter: RateConverter?
  /// Before stretching, and after.
  private let firstMix: ChannelMix?, lastMix: ChannelMix?
  /// Channels of what is made: those of the output for each voice.
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
  ///   - gains: nil: voices stay apart; else they become one, in which each has its gain.
  ///   - format: what the output takes.
  init(reader: UnrolledReader, speed: Double, voices: [[Speaker]], gains: [Float]?, format: StreamFormat) {
    self.reader = reader
    let source = reader.source
    rate = speed * Double(source.sampleRate) / Double(format.sampleRate)
    let isPlain = voices.allSatisfy { $0 == format.speakers }
    let isWide = source.channels > format.channels * voices.count
    var channels = voices.map(\.count)
    if let gains {
      firstMix = ChannelMix(voices: voices, gains: gains, to: format.speakers)
      lastMix = nil
      channels = [format.channels]
    } else if voices.count > 1, isWide {
      // What follows has fewer channels to do.
      firstMix = ChannelMix(voices: voices, to: format.speakers)
      lastMix = nil
      channels = voices.map { _ in format.channels }
    } else {
      firstMix = nil
      lastMix = isPlain ? nil : ChannelMix(voices: voices, to: format.speakers)
    }
    outputChannels = gains == nil ? format.channels * voices.count : format.channels
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
    if isPlain, firstMix == nil, lastMix == nil {
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
    if let firstMix { input = firstMix.apply(to: input) }
    if let stretcher { input = stretcher.process(input) }
    if let converter { input = converter.process(input) }
    if let lastMix { input = lastMix.apply(to: input) }
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
