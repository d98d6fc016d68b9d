// HeardMix.swift
// What is heard of several voices, for whoever writes it down: made by the chain and the mixer of playback, but without
// an output, a clock or a volume. Reading blocks: used on one thread.

import AudioFormats
import HostIO
import WaveformCore

/// The sum of several voices as it is heard at normal speed, read once from front to back.
public final class HeardMix {
  private let format: StreamFormat
  private var chain: FrameChain
  private let ring: FrameRing
  private var mixer: VoiceMixer
  private let buffer: UnsafeMutableBufferPointer<Float>
  private static let piece = 4096

  /// - Parameters:
  ///   - voices: not empty. Their sources are read here, and cancelled by the caller.
  ///   - gains: one for each voice, as for `Player.setGains`.
  ///   - sampleRate: frames per second of the time axis, at least 1; voices of another rate are converted.
  ///   - range: frames of the time axis, from 0 on.
  public init(_ voices: [PlayerVoice], gains: [Float], sampleRate: Int, range: FrameRange) {
    let voices = VoiceSet(voices, sampleRate: sampleRate)
    voices.gains.set(gains)
    format = voices.format
    chain = FrameChain(
      reader: UnrolledReader(
        source: voices.source, length: range.upperBound, from: range.lowerBound, loop: nil),
      speed: 1, voices: voices.speakers, gains: nil, format: format)
    ring = FrameRing(capacity: Self.piece, channels: format.channels, voices: voices.speakers.count)
    mixer = VoiceMixer(voices.gains, sampleRate: sampleRate)
    buffer = .allocate(capacity: Self.piece * format.channels)
  }

  deinit {
    mixer.deallocate()
    buffer.deallocate()
  }

  /// Lends the next frames, interleaved, in full scale ±1; louder where voices add up to more.
  ///
  /// - Returns: what `body` returns; nil at the end, where it is not called.
  /// - Throws: the error of a voice whose samples cannot be read, where playback is silent instead.
  public func next<Result>(
    _ body: (UnsafeBufferPointer<Float>) throws(AudioFileError) -> Result
  ) throws(AudioFileError) -> Result? {
    let made = chain.next(Self.piece, piece: Self.piece) { [ring] samples, _ in _ = ring.write(samples) }
    if let failure = chain.reader.failure { throw failure }
    guard made > 0 else { return nil }
    let count = mixer.mix(ring, into: buffer) * format.channels
    return try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
  }
}
