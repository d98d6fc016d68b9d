// Following.swift
// How a reader continues at the end of a file that is still being written, as `tail -f` does. Runs on the reader's
// thread. It polls, because no kernel reports changes on a network share. It opens the file again after each growth:
// only then is every format right, because decoders keep state of the old end, and a half-written frame must not count.

import AudioDecoding
import AudioFormats
import Glibc
import HostIO
import SystemPackage

/// When a reader waits at the end of a file, and how long.
public struct Following: Sendable {
  /// True when the file is known to grow: the reader waits at its end even if it did not grow while it was read.
  public var isExpected: Bool
  /// Milliseconds between two looks at the file.
  public var pollMilliseconds = 250
  /// Milliseconds without growth after which the file counts as finished.
  public var quietMilliseconds = 3000
  /// Milliseconds of a clock that does not go back.
  public var now: @Sendable () -> Int
  public var pause: @Sendable (_ milliseconds: Int) -> Void

  public init(
    isExpected: Bool = false, now: @escaping @Sendable () -> Int = { MonotonicTime.milliseconds },
    pause: @escaping @Sendable (_ milliseconds: Int) -> Void = { usleep(UInt32($0) * 1000) }
  ) {
    self.isExpected = isExpected
    self.now = now
    self.pause = pause
  }
}

/// Waits at the end of one file for more of it.
struct GrowthFollower {
  private let following: Following
  private let options: OpenOptions
  private let first: AudioDescription
  /// The description of the file when it was last opened.
  private(set) var last: AudioDescription
  private var head: UInt64?
  private var quietSince = 0
  /// Milliseconds that it took to open the file again and to go to the place where reading continues.
  private var cost = 0
  /// The state of the file at the last look.
  private(set) var state: FileState
  /// The time at which all frames that existed at first had been read.
  private(set) var firstEnd: ContinuousClock.Instant?
  /// True from the first growth on.
  private(set) var isFollowing = false
  /// True when frames that were already read differ in the finished file.
  private(set) var isOutdated = false

  /// - Returns: nil when the file is not to be followed.
  init?(_ following: Following?, _ reader: borrowing AudioFileReader, options: OpenOptions) {
    guard let following, let state = reader.description.fileState else { return nil }
    self.following = following
    self.options = options
    first = reader.description
    last = first
    self.state = state
  }

  /// Call this when `reader` has come to its end: replaces it by a reader with more frames, at the same position.
  ///
  /// - Parameters:
  ///   - goesOn: false ends the wait.
  ///   - waiting: called before each pause, when all existing frames have been read.
  /// - Returns: false when the file has ended.
  mutating func findsMore(
    _ reader: inout AudioFileReader, goesOn: () -> Bool, waiting: (_ framesRead: Int, FileState) -> Void
  ) -> Bool {
    if !isFollowing {
      let now = reader.currentState
      guard
        following.isExpected
          || now.map({ $0.isSameFile(as: state) && $0.byteCount > state.byteCount }) == true
      else { return false }
      isFollowing = true
      firstEnd = .now
      quietSince = following.now()
      head = FileProbe(path: reader.path, byteCount: state.byteCount)?.head
    }
    while true {
      waiting(reader.position, state)
      // Opening takes at most a tenth of a core. The pauses are short, so that a cancelled reader ends soon.
      var left = max(following.pollMilliseconds, 9 * cost)
      while left > 0, goesOn() {
        following.pause(min(left, following.pollMilliseconds))
        left -= following.pollMilliseconds
      }
      guard goesOn() else { return false }
      guard let now = FileState(of: reader.path), now.isReadable, now.isSameFile(as: state),
        now.byteCount >= state.byteCount
      else { return false }  // it has become another one: `FileWatch` says what
      if now.hasSameContent(as: state) {
        if following.now() - quietSince < following.quietMilliseconds { continue }
        isOutdated = !first.growsByWholeFrames || hasAnotherHead(reader.path)
        return false
      }
      state = now
      quietSince = following.now()
      switch reopen(&reader) {
      case .more: return true
      case .notYet: continue
      case .other:
        isOutdated = true
        return false
      }
    }
  }

  private enum Outcome { case more, notYet, other }

  private mutating func reopen(_ reader: inout AudioFileReader) -> Outcome {
    let start = following.now()
    defer { cost = following.now() - start }
    // A header may be half written at this moment.
    guard
      var next = try? AudioFileReader(
        path: reader.path, options: options, isGrowing: true, goesOn: reader.file.goesOn)
    else {
      return .notYet
    }
    let description = next.description
    guard description.channels == first.channels, description.sampleRate == first.sampleRate,
      description.isFloat == first.isFloat, first.container.mayBecome(description.container)
    else { return .other }
    // Fewer frames than before: the recorder wrote other chunks behind the samples, and its header only now.
    if let frames = description.framesPromised ?? description.framesCounted, !first.isLossy,
      frames < reader.position
    {
      return .other
    }
    // Some decoders cannot go to the very end of the file.
    guard (try? next.seek(toFrame: reader.position)) == true else { return .notYet }
    last = description
    reader = next
    return .more
  }

  /// The first frame of an MP3 tells how many samples to drop at the beginning. Some encoders write that only at the
  /// end.
  private func hasAnotherHead(_ path: FilePath) -> Bool {
    guard first.isLossy, let head, let fileState = first.fileState else { return false }
    return FileProbe(path: path, byteCount: fileState.byteCount)?.head != head
  }
}

extension Container {
  /// True when a file that grows can be in this container first, and then in that one: a WAV file that becomes too long
  /// for its lengths gets another head, and its samples stay where they are.
  fileprivate func mayBecome(_ other: Container) -> Bool {
    self == other || self == .wav && other == .rf64
  }
}

extension AudioDescription {
  /// True when a cut file gives only samples that the finished one gives, too. Decoders of blocks invent samples for
  /// half a block.
  var growsByWholeFrames: Bool {
    [.pcm, .float, .alaw, .ulaw, .vorbis, .opus, .mp1, .mp2, .mp3].contains(encoding.codec)
  }
}
