// FrameChain.swift
// From the recording to the frames of an output: read, stretched, converted to another rate, mixed to fewer
// channels; only those steps that are needed. At speed 1, and at the file's own rate and layout, samples pass
// unchanged. Voices stay apart and the output's thread adds them up (VoiceMixer), unless too many must be
// stretched. Used on the engine's thread only.

import AudioFormats
import WaveformCore

/// Makes the frames of an epoch.
struct FrameChain {
  var reader: UnrolledReader
  /// Frames of the recording for each frame that is made.
  let rate: Double
  private let stretcher: VoiceStretcher?
  private let converter: RateConverter?
  /// The mix before stretching, and the one after.
  private let firstMix: ChannelMix?, lastMix: ChannelMix?
  /// Channels of the made frames: those of the output for each voice.
  private let outputChannels: Int
  /// Frames that were made but not fetched yet, interleaved.
  private var made: [Float] = []
  private var fetched = 0
  /// The number of frames made so far.
  private var total = 0
  private var silentBlocks = 0
  /// Frames that are processed at a time, unless samples pass unchanged.
  static let block = 1024

  /// - Parameters:
  ///   - voices: the speakers of each voice's channels, which lie side by side in the recording.
  ///   - gains: nil: voices stay apart; else they are added up with these gains.
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
      // Mix early if that gives fewer channels to process.
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

  /// True when samples pass unchanged.
  var isPlain: Bool { stretcher == nil && converter == nil }

  /// True when the end has been made: frames that are read later would begin with a step.
  private(set) var isFinished = false

  /// Lends the next frames to `body`, those of all voices side by side, and the number of frames read for
  /// them so far.
  ///
  /// - Parameters:
  ///   - maximum: the most frames to lend.
  ///   - piece: frames to ask of the source at a time.
  /// - Returns: how many frames were lent; 0 at the end.
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
      // Feed silence to get what is still inside, but no more frames than belong to what was read.
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
      // A safeguard: end even if the libraries never give the rest.
      if silentBlocks > 1000 { isFinished = true }
    }
    made = input
    total += input.count / outputChannels
  }
}
