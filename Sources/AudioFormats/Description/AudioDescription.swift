// AudioDescription.swift
// What a header says about a recording. A value; what is really there is only known after reading (`ReadReport`).

import HostIO

/// The properties of an open sound file.
public struct AudioDescription: Hashable, Sendable {
  public let container: Container
  public let encoding: Encoding
  /// At least 1.
  public let channels: Int
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// Frames that the header promises: an estimate. Nil when it says nothing, or something that cannot be.
  public let framesPromised: Int?
  /// Frames by which the promise may be wrong without anything being amiss: containers count in packets or
  /// milliseconds. `.max` when nobody vouches for it.
  public let promiseTolerance: Int
  /// Frames that the bytes of the file hold, counted because its header says nothing; nil when it does.
  public let framesCounted: Int?
  /// True when peaks are kept in Float (float, Vorbis, Opus and MP3 files); otherwise they are Int16.
  public let isFloat: Bool
  /// What samples need to be written: 24 bits for all integers that are wider than 16.
  public enum Precision: Sendable { case bits16, bits24, float }
  public var precision: Precision {
    isFloat ? .float : encoding.bits ?? 0 > 16 ? .bits24 : .bits16
  }
  /// True when the encoding keeps less than was recorded: Vorbis, Opus, MP3.
  public let isLossy: Bool
  /// How far the decoder can be trusted to jump.
  public private(set) var seeking: Seeking
  /// True when the file ends in the middle, though nobody can say how much is missing.
  public let isCutOff: Bool
  /// True when further recordings follow in the file (chained Ogg), which are not read.
  public let isFirstOfSeveral: Bool
  /// The recording that follows in the file and does not fit on, so that reading ends before it.
  public private(set) var following: FollowingRecording?
  /// The audio tracks of a container that can have several; empty where there is no such thing.
  public let audioTracks: [AudioTrack]
  /// Which of them this is, counted from 0.
  public let audioTrack: Int
  /// The length of the file in bytes.
  public let byteCount: Int
  /// What stands beside the lanes: one short label per channel; empty for mono.
  public let channelLabels: [String]
  /// The file when it was opened; nil when the samples come from elsewhere.
  public private(set) var fileState: FileState?

  public init(
    container: Container, encoding: Encoding, channels: Int, sampleRate: Int, framesPromised: Int?,
    isFloat: Bool, isLossy: Bool, seeking: Seeking, byteCount: Int, channelLabels: [String],
    isCutOff: Bool = false, isFirstOfSeveral: Bool = false, framesCounted: Int? = nil,
    promiseTolerance: Int = 0, audioTracks: [AudioTrack] = [], audioTrack: Int = 0,
    following: FollowingRecording? = nil
  ) {
    precondition(channels > 0 && sampleRate > 0)
    self.container = container
    self.encoding = encoding
    self.channels = channels
    self.sampleRate = sampleRate
    self.framesPromised = framesPromised
    self.framesCounted = framesCounted
    self.promiseTolerance = promiseTolerance
    self.isFloat = isFloat
    self.isLossy = isLossy
    self.seeking = seeking
    self.byteCount = byteCount
    self.channelLabels = channelLabels
    self.isCutOff = isCutOff
    self.isFirstOfSeveral = isFirstOfSeveral
    self.following = following
    self.audioTracks = audioTracks
    self.audioTrack = audioTrack
  }

  package func with(_ fileState: FileState) -> Self { with(\.fileState, fileState) }

  /// The same, but for a recording that was found behind it.
  package func with(_ following: FollowingRecording) -> Self { with(\.following, following) }

  /// The same, but for how far the decoder can be trusted to jump.
  public func with(_ seeking: Seeking) -> Self { with(\.seeking, seeking) }

  private func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var next = self
    next[keyPath: property] = value
    return next
  }

  /// The encoding in words, without what the container's text says: "16-bit PCM", "16-bit" in WavPack.
  public var encodingText: String { encoding.text(in: container) }

  /// Container and encoding in words, nothing twice: "WAV, 16-bit PCM", "AC-3".
  public var formatText: String {
    encodingText == container.text ? encodingText : "\(container.text), \(encodingText)"
  }

  /// The label of a channel; nil for mono.
  public func label(ofChannel channel: Int) -> String? {
    channelLabels.indices.contains(channel) ? channelLabels[channel] : nil
  }

  /// Frames to prepare for: the promise or the count, kept within what so many bytes can hold at all.
  ///
  /// - Returns: 0 when nothing is known.
  public var expectedFrames: Int {
    min(framesPromised ?? framesCounted ?? 0, Self.plausibleFrames(inBytes: byteCount))
  }

  /// The frames that a header promises; nil when so many bytes cannot hold them.
  package static func plausible(_ frames: Int, inBytes count: Int) -> Int? {
    frames <= plausibleFrames(inBytes: count) ? frames : nil
  }

  /// The most frames that any encoding puts into `count` bytes (digital silence in FLAC: some 6,000 in a byte).
  private static func plausibleFrames(inBytes count: Int) -> Int {
    let (frames, overflow) = max(count, 1).multipliedReportingOverflow(by: 8192)
    return overflow ? .max : frames
  }
}

/// How far a decoder can be trusted to jump.
public enum Seeking: UInt8, Sendable {
  /// To any frame, bit for bit as if everything before had been decoded.
  case exact
  /// To any frame, but what follows may differ a little for a while: each jump has to be checked.
  case unproven
  /// Nowhere: everything up to a frame is decoded.
  case forwardOnly
}

/// A recording with other channels or another rate than the one before it in the same file.
public struct FollowingRecording: Hashable, Sendable {
  public let channels: Int
  /// Frames per second.
  public let sampleRate: Int

  package init(channels: Int, sampleRate: Int) {
    self.channels = channels
    self.sampleRate = sampleRate
  }
}
