// AudioFileReader.swift
// Owns an open sound file: its descriptor and its decoder. Belongs to one thread at a time; closes the file at the
// end of its life.

import AudioFormats
import Decoding
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Reads the samples of one sound file, forwards or from any frame.
public struct AudioFileReader: ~Copyable {
  public let path: FilePath
  public private(set) var description: AudioDescription
  /// The frame that is read next.
  public private(set) var position = 0

  private var decoder: any Decoder
  package let source: DecoderSource
  package let found: FoundDamage
  /// How many of this decoder's gaps are already in `found`.
  private var gapsOfDecoder = 0
  /// The same of its doubts.
  private var doubtsOfDecoder = 0

  /// Opens a regular file and reads its header. Never hangs on a FIFO or device; may block on a slow disk.
  ///
  /// - Parameters:
  ///   - isGrowing: true when the file is being written, and may hold more than its header says.
  ///   - goesOn: returns false when the result is no longer wanted: opening and reading then fail soon, also in the
  ///     middle of a search through damage. Called on any thread.
  public init(
    path: FilePath, options: OpenOptions = OpenOptions(), isGrowing: Bool = false,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(AudioFileError) {
    try self.init(.open(path, options, goesOn: goesOn), path: path, options: options, isGrowing: isGrowing)
  }

  /// Reads the header of a file that is open.
  ///
  /// - Parameter starting: gets the process that looks into the file, if one is needed: ending it ends the opening.
  package init(
    _ file: FileBytes, path: FilePath, options: OpenOptions, isGrowing: Bool = false,
    starting: (any Interruptible) -> Void = { _ in }
  ) throws(AudioFileError) {
    let opening = try Opening.of(
      file, path: path, options: options, isGrowing: isGrowing, starting: starting)
    // What is computed has no file that could change.
    let description =
      options.function == nil ? opening.description.with(file.state) : opening.description
    self.init(path, description, opening.source, opening.decoder)
  }

  private init(
    _ path: FilePath, _ description: AudioDescription, _ source: DecoderSource, _ decoder: any Decoder
  ) {
    (self.path, self.description, self.source) = (path, description, source)
    (self.decoder, found) = (decoder, FoundDamage())
  }

  package var file: FileBytes { source.file }

  /// True when samples are stored uncompressed or computed, so that jumps cost nothing.
  package var isPlain: Bool { source.isPlain }

  /// The open file as it is now; nil when the system cannot tell.
  package var currentState: FileState? { file.currentState }

  /// A check for any thread: an error when the open file has changed in another way than by growing.
  package var changed: @Sendable () -> AudioFileError? {
    { [file, path] in
      guard let now = file.currentState, !now.mayContinue(file.state) else { return nil }
      return AudioFileError(.readFailed, path: path, detail: Sentence("another program changed it meanwhile"))
    }
  }

  /// The process that decodes for this reader, if there is one. Ending it ends a read that waits for it.
  package var child: (any Interruptible)? { decoder.child }

  /// Another reader of the same open file, for another thread; it begins at frame 0.
  public func another() throws(AudioFileError) -> AudioFileReader {
    AudioFileReader(path, description, source, try source.open())
  }

  /// Reads the next frames as 16-bit integers; wider samples lose their lower bits.
  ///
  /// - Parameter buffer: takes interleaved samples; room for at least one frame.
  /// - Returns: frames read; 0 at the end, fewer than fit at the end or before damaged data.
  public mutating func read(into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioFileError) -> Int {
    try decode(into: buffer)
  }

  /// Reads the next frames as numbers in full scale ±1; float files may go beyond.
  ///
  /// - Parameter buffer: takes interleaved samples; room for at least one frame.
  /// - Returns: frames read; 0 at the end, fewer than fit at the end or before damaged data.
  public mutating func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int {
    try decode(into: buffer)
  }

  /// The same in either type.
  package mutating func decode<Sample: DecodedSample>(
    into buffer: UnsafeMutableBufferPointer<Sample>
  ) throws(AudioFileError) -> Int {
    try took(Sample.read(from: decoder, into: buffer), of: buffer.count)
  }

  /// Goes to a frame, exactly: where the decoder cannot jump, everything up to it is decoded.
  ///
  /// - Returns: false when the recording ends before `frame`; the position is then its end.
  public mutating func seek(toFrame frame: Int) throws(AudioFileError) -> Bool {
    if frame == position { return true }
    let jumps = description.seeking == .exact && frame >= 0
    if jumps {
      if decoder.seek(toFrame: frame) {
        position = frame
        return true
      }
      // Where it stands is unknown now; and one that has ended would not read either.
      position = .max
      try complain()
    }
    if frame < position {
      decoder = try source.open()
      (gapsOfDecoder, doubtsOfDecoder) = (0, 0)
      position = 0
    }
    let isThere = try skip(toFrame: frame)
    // There is such a frame, and no way to it but this one: whoever goes there often keeps what was decoded.
    if jumps, isThere { found.loseJumps() }
    return isThere
  }

  /// Replaces `seeking`, after checks have shown more than the header tells.
  package mutating func trustJumps(as seeking: Seeking) { description = description.with(seeking) }

  /// Jumps to a frame with the decoder, without decoding the frames before it.
  ///
  /// - Returns: false when it cannot. The position is then unknown, and `seek` must be called.
  package mutating func jump(toFrame frame: Int) -> Bool {
    let isThere = description.seeking != .forwardOnly && decoder.seek(toFrame: frame)
    position = isThere ? frame : .max
    return isThere
  }

  /// Goes near a frame as cheaply as possible, for a preview: the first samples may be slightly wrong.
  ///
  /// - Returns: false when it cannot go there. The position is then unknown, and `seek` must be called.
  public mutating func seekNear(toFrame frame: Int) -> Bool {
    guard description.seeking != .forwardOnly else { return false }
    let place = decoder.seekNear(toFrame: frame)
    position = place ?? .max
    return place != nil
  }

  /// True when the decoder cannot jump any more, because of what it found in the file.
  package var jumpsAreLost: Bool { found.jumpsAreLost }

  /// Stretches that were damaged and have been delivered as silence so far, in order.
  public var gaps: [FrameRange] { found.gaps }

  /// Compares what was read with what the file promises. Every reading to the end uses this report and its sentences.
  /// An Ogg file is read once more, page by page.
  ///
  /// - Parameters:
  ///   - frames: frames that were read, from the first on.
  ///   - cause: why reading ended early, when the device failed.
  ///   - jumpsWereExact: false when a jump has led to a wrong place.
  ///   - later: the description of the file now; nil: the one from when it was opened.
  ///   - goesOn: returns false to end the search for damage early.
  public func report(
    frames: Int, nonFiniteSamples: Int, cause: AudioFileError?, jumpsWereExact: Bool = true,
    of later: AudioDescription? = nil, goesOn: () -> Bool = { true }
  ) -> ReadReport {
    var description = later ?? self.description
    if let following = decoder.following { description = description.with(following) }
    let parts = cause == nil && description.container == .ogg ? OggParts(of: file, goesOn: goesOn) : nil
    return ReadReport(
      description, frames: frames, nonFiniteSamples: nonFiniteSamples, cause: cause,
      jumpsWereExact: jumpsWereExact && !jumpsAreLost, gaps: gaps,
      doubts: doubts(parts, frames: frames, isCutOff: description.isCutOff, goesOn: goesOn),
      mistakenParts: parts.flatMap { isMistaken($0) ? $0 : nil })
  }

  /// Stretches that are damaged without being part of a gap.
  private func doubts(
    _ parts: OggParts?, frames: Int, isCutOff: Bool, goesOn: () -> Bool
  ) -> [FrameRange] {
    var known = SeparateRanges()
    for gap in gaps { known.add(gap) }
    // Positions in pages are the ends of packets, so gaps begin or end some blocks away from them.
    let near = 65_536
    // Another sentence reports a missing end.
    if isCutOff { known.add(max(0, frames - near)..<Int.max - near) }
    let silent = (parts?.damage ?? []).compactMap { part -> FrameRange? in
      // Pages count from the beginning of their track.
      let damage = part.lowerBound + description.delay..<part.upperBound + description.delay
      // Behind a lost page ffmpeg continues without a gap, and leaves the gap before the page after the next.
      if case .ffmpeg = source.access, let gap = known.first(endingBehind: damage.lowerBound) {
        return damage.lowerBound < gap.lowerBound ? damage.lowerBound..<gap.lowerBound : nil
      }
      return known.comeNear(damage, within: near) ? nil : damage
    }
    // They come from three who know nothing of each other.
    var all = SeparateRanges()
    let doubts = found.doubts + decoder.findDoubts(goesOn: goesOn) + silent
    for doubt in doubts.sorted(by: { $0.lowerBound < $1.lowerBound }) { all.add(doubt) }
    return all.ranges
  }

  /// True when the decoder took several recordings for one, so that a part is lost.
  private func isMistaken(_ parts: OggParts) -> Bool {
    if case .ffmpeg = source.access { return false }
    guard description.following == nil, !description.isFirstOfSeveral else { return false }
    return parts.frames.count > decoder.linkCount
  }

  private mutating func skip(toFrame frame: Int) throws(AudioFileError) -> Bool {
    let room = max(1, 32_768 / description.channels)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: room * description.channels)
    defer { buffer.deallocate() }
    while position < frame {
      let wanted = min(room, frame - position)
      let part = UnsafeMutableBufferPointer(rebasing: buffer[..<(wanted * description.channels)])
      if try read(into: part) == 0 { return false }
    }
    return true
  }

  /// What the decoder has found since the last time; in order, since to put each before those that are known would move
  /// all of them.
  private static func news(_ ranges: [FrameRange], _ known: inout Int) -> [FrameRange] {
    defer { known = ranges.count }
    return ranges.count > known ? ranges[known...].sorted { $0.lowerBound < $1.lowerBound } : []
  }

  private mutating func took(_ count: Int, of samples: Int) throws(AudioFileError) -> Int {
    let count = max(0, count)
    position += count
    for gap in Self.news(decoder.gaps, &gapsOfDecoder) { found.add(gap) }
    for doubt in Self.news(decoder.doubts, &doubtsOfDecoder) { found.add(doubt: doubt) }
    if decoder.jumpsAreLost { found.loseJumps() }
    if count < samples / description.channels, let error = decoder.failure {
      throw AudioFileError(reading: path, errno: error)
    }
    if count == 0 { try complain() }
    return count
  }

  /// Throws what the decoder says of itself, if anything.
  private func complain() throws(AudioFileError) {
    if let error = decoder.failure { throw AudioFileError(reading: path, errno: error) }
    if let trouble = decoder.trouble { throw AudioFileError(.readFailed, path: path, detail: trouble) }
  }
}

extension AudioFileReader {
  /// Opens a file once more, for random access. It must still be the file whose peaks are shown.
  ///
  /// - Parameter goesOn: see `init`.
  /// - Throws: `damaged` when the file differs from `description`.
  package static func reopen(
    _ path: FilePath, options: OpenOptions, as description: AudioDescription,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(AudioFileError) -> AudioFileReader {
    let reader = try AudioFileReader(path: path, options: options, goesOn: goesOn)
    guard reader.description.channels == description.channels,
      reader.description.sampleRate == description.sampleRate,
      reader.description.byteCount == description.byteCount,
      description.fileState.map({ reader.description.fileState?.hasSameContent(as: $0) == true }) ?? true
    else {
      throw AudioFileError(.damaged, path: path, detail: Sentence("it was changed while it was open"))
    }
    return reader
  }
}
