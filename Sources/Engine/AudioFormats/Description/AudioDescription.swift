// AudioDescription.swift
// The properties of a recording according to its header. A value. Only reading shows what is really there
// (`ReadReport`).

import HostIO

/// The properties of an open sound file.
public struct AudioDescription: Hashable, Sendable {
  public let container: Container
  public let encoding: Encoding
  /// What the channels stand for.
  public let layout: ChannelLayout
  /// At least 1.
  public var channels: Int { layout.channels }
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// Frames that the header promises: an estimate. Nil when it has no number, or an impossible one.
  public let framesPromised: Int?
  /// Frames by which the promise may be wrong although the file is whole, because containers count in packets or
  /// milliseconds. `.max` when the promise is only an estimate.
  public let promiseTolerance: Int
  /// Frames that the bytes of the file hold, counted because the header has no length; nil when it has one.
  public let framesCounted: Int?
  /// Frames of silence at the beginning: in a video whose sound begins so much later than the pictures. All frames and
  /// times are counted from the beginning of the file, so that chapters and subtitles lie where they belong.
  public let delay: Int
  /// True when peaks are kept in Float (float, Vorbis, Opus and MP3 files); otherwise they are Int16.
  public let isFloat: Bool
  /// The precision that keeps all samples.
  public enum Precision: Sendable { case bits16, bits24, bits32, float }
  public var precision: Precision {
    if isFloat { return .float }
    return switch encoding.bits ?? 0 {
    case ...16: .bits16
    case ...24: .bits24
    default: .bits32
    }
  }
  /// True when the encoding is lossy: Vorbis, Opus, MP3.
  public let isLossy: Bool
  /// How far the decoder can be trusted to jump.
  public private(set) var seeking: Seeking
  /// True when the file is cut off and the missing length is unknown.
  public let isCutOff: Bool
  /// True when further recordings follow in the file (chained Ogg), which are not read.
  public let isFirstOfSeveral: Bool
  /// The recording that follows in the file and has other channels or another rate: reading ends before it.
  public private(set) var following: FollowingRecording?
  /// The audio tracks of a container that can have several; empty for other containers.
  public let audioTracks: [AudioTrack]
  /// Which of them this is, counted from 0.
  public let audioTrack: Int
  /// The length of the file in bytes.
  public let byteCount: Int
  /// The state of the file when it was opened; nil when the samples do not come from a file.
  public private(set) var fileState: FileState?

  public init(
    container: Container, encoding: Encoding, layout: ChannelLayout, sampleRate: Int, framesPromised: Int?,
    isFloat: Bool, isLossy: Bool, seeking: Seeking, byteCount: Int, isCutOff: Bool = false,
    isFirstOfSeveral: Bool = false, framesCounted: Int? = nil,
    promiseTolerance: Int = 0, delay: Int = 0, audioTracks: [AudioTrack] = [], audioTrack: Int = 0,
    following: FollowingRecording? = nil
  ) {
    precondition(layout.channels > 0 && sampleRate > 0)
    self.container = container
    self.encoding = encoding
    self.layout = layout
    self.sampleRate = sampleRate
    self.framesPromised = framesPromised
    self.framesCounted = framesCounted
    self.promiseTolerance = promiseTolerance
    self.delay = delay
    self.isFloat = isFloat
    self.isLossy = isLossy
    self.seeking = seeking
    self.byteCount = byteCount
    self.isCutOff = isCutOff
    self.isFirstOfSeveral = isFirstOfSeveral
    self.following = following
    self.audioTracks = audioTracks
    self.audioTrack = audioTrack
  }

  package func with(_ fileState: FileState) -> Self { with(\.fileState, fileState) }

  /// The same description with a recording that follows.
  package func with(_ following: FollowingRecording) -> Self { with(\.following, following) }

  /// The same description with another `seeking`.
  public func with(_ seeking: Seeking) -> Self { with(\.seeking, seeking) }

  private func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var next = self
    next[keyPath: property] = value
    return next
  }

  /// The encoding in words, without repeating the container: "16-bit PCM", but "16-bit" in WavPack.
  public var encodingText: String { encoding.text(in: container) }

  /// Container and encoding in words, without repetition: "WAV, 16-bit PCM", "AC-3".
  public var formatText: String {
    encodingText == container.text ? encodingText : "\(container.text), \(encodingText)"
  }

  /// The labels of the lanes, in the reader's language: a short one for each channel; empty for mono.
  public var channelLabels: [String] { layout.labels }

  /// The label of a channel; nil for mono.
  public func label(ofChannel channel: Int) -> String? {
    channels > 1 && 0..<channels ~= channel ? layout.name(ofChannel: channel).localized : nil
  }

  /// Frames to prepare for: the promise or the count, limited to what the bytes of the file can hold.
  ///
  /// - Returns: 0 when nothing is known.
  public var expectedFrames: Int {
    min(framesPromised ?? framesCounted ?? 0, Self.plausibleFrames(inBytes: byteCount))
  }

  /// The frames that a header promises; nil when `count` bytes cannot hold so many.
  package static func plausible(_ frames: Int, inBytes count: Int) -> Int? {
    frames <= plausibleFrames(inBytes: count) ? frames : nil
  }

  /// The most frames that any encoding puts into `count` bytes (digital silence in FLAC: some 6,000 in a byte).
  package static func plausibleFrames(inBytes count: Int) -> Int {
    let (frames, overflow) = max(count, 1).multipliedReportingOverflow(by: 8192)
    return overflow ? .max : frames
  }
}

/// How far a decoder can be trusted to jump.
public enum Seeking: UInt8, Sendable {
  /// To any frame, bit for bit as if everything before had been decoded.
  case exact
  /// To any frame, but the samples behind a jump may differ a little for a while: each jump has to be checked.
  case unproven
  /// Not at all: everything before a frame has to be decoded.
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
