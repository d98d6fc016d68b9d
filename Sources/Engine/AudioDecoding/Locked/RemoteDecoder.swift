// RemoteDecoder.swift
// A decoder whose library runs in a locked process. To its reader it is like any other. One thread at a time; any
// thread may end `child`.

import AudioFormats
import Decoding
import Glibc
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Samples that another process decodes.
final class RemoteDecoder: Decoder {
  private let session: DecoderSession
  private var channels: Int
  private let path: FilePath
  private let byteCount: Int
  /// The next frame, as far as its orders say.
  private var position = 0
  private(set) var failure: Errno?
  private var told: Sentence?
  private(set) var jumpsAreLost = false
  private(set) var linkCount = 1
  private(set) var following: FollowingRecording?
  private(set) var gaps: [FrameRange] = []
  private(set) var doubts: [FrameRange] = []

  /// Stretches of one kind that are kept: no recording has so many, and no decoder may fill our memory with them.
  private static let mostRanges = 1 << 20
  /// Answers to one order: those that fill both lists, and a last one. A decoder that always has more is none.
  private static let mostAnswers = 2 * mostRanges / DecoderState.mostRanges + 1

  init(_ session: DecoderSession, path: FilePath, byteCount: Int) {
    (self.session, self.path, self.byteCount) = (session, path, byteCount)
    channels = 1
  }

  var child: (any Interruptible)? { session }

  var trouble: Sentence? { session.clause ?? told }

  /// Has the file looked at, and opened as suits it.
  func find(suffix: String, isGrowing: Bool) throws(AudioFileError) -> CodecFinding {
    // Longer ones are no suffix that means anything.
    let order = DecoderOrder.find(suffix: suffix.utf8.count <= 16 ? suffix : "", isGrowing: isGrowing)
    guard case .found(let finding) = try answer(order) else { throw lost(.nonsense) }
    channels = finding.description.channels
    return finding
  }

  /// Has the file opened in a way that is known.
  ///
  /// - Parameter channels: those that it has.
  func open(_ access: CodecAccess, channels: Int) throws(AudioFileError) {
    guard case .opened = try answer(.open(access)) else { throw lost(.nonsense) }
    self.channels = channels
  }

  private func answer(_ order: DecoderOrder) throws(AudioFileError) -> OpeningAnswer {
    let answer = session.ask(order) { [path, byteCount] bytes, sequence throws(ByteReader.Damage) in
      try OpeningAnswer(bytes, sequence: sequence, path: path, byteCount: byteCount)
    }
    if case .refused(let error) = answer { throw error }
    if answer == nil, session.fault == .unwanted { throw AudioFileError(reading: path, errno: .canceled) }
    guard let answer else { throw lost(.ended) }
    return answer
  }

  private func lost(_ fault: DecoderSession.Fault) -> AudioFileError {
    session.fail(fault) as Void?
    return AudioFileError(.readFailed, path: path, detail: session.clause)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int { read(.int16, buffer) }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { read(.float, buffer) }

  func read(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int { read(.int32, buffer) }

  private func read<Sample>(_ kind: SampleKind, _ buffer: UnsafeMutableBufferPointer<Sample>) -> Int {
    let size = channels * MemoryLayout<Sample>.stride
    let wanted = buffer.count / channels, most = session.samples.bytes.count / size
    var done = 0
    while done < wanted {
      let room = min(wanted - done, most)
      guard let state = order(.read(kind, samples: room * channels)) else {
        if session.fault == .unwanted { failure = .canceled }
        break
      }
      // Nor may it read for ever.
      guard let count = state.place, count <= room,
        position + count <= AudioDescription.plausibleFrames(inBytes: byteCount)
      else {
        session.fail(.nonsense) as Void?
        break
      }
      UnsafeMutableRawPointer(buffer.baseAddress! + done * channels)
        .copyMemory(from: session.samples.bytes.baseAddress!, byteCount: count * size)
      done += count
      position += count
      if count < room { break }
    }
    return done
  }

  func seek(toFrame frame: Int) -> Bool {
    guard frame >= 0, let state = order(.seek(frame)), state.place == frame else { return false }
    position = frame
    return true
  }

  func seekNear(toFrame frame: Int) -> Int? {
    guard frame >= 0, let state = order(.seekNear(frame)) else { return nil }
    position = state.place ?? position
    return state.place
  }

  /// Gives an order, and takes over what the answer tells of the decoder.
  private func order(_ order: DecoderOrder) -> DecoderState? {
    var wish = order
    var first: DecoderState?
    for _ in 0..<Self.mostAnswers {
      let answer = session.ask(wish) { bytes, sequence throws(ByteReader.Damage) in
        try DecoderState(bytes, sequence: sequence)
      }
      guard let state = answer else { return nil }
      guard Self.add(state.gaps, from: state.gapsFrom, to: &gaps),
        Self.add(state.doubts, from: state.doubtsFrom, to: &doubts)
      else { return session.fail(.nonsense) }
      (failure, told, jumpsAreLost) = (state.failure, state.trouble, state.jumpsAreLost)
      (linkCount, following) = (state.linkCount, state.following)
      first = first ?? state
      if !state.isMore { return first }
      wish = .more
    }
    return session.fail(.nonsense)
  }

  /// - Returns: false for what cannot be added. Nothing is taken back: it would be told again and again.
  private static func add(_ ranges: [FrameRange], from first: Int, to known: inout [FrameRange]) -> Bool {
    guard first == known.count, first + ranges.count <= mostRanges else { return false }
    known += ranges
    return true
  }
}
