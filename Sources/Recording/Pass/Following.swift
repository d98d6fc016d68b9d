// Following.swift
// How a reader goes on at the end of a file that is still being written, as `tail -f` does. Runs on the reader's
// thread. It polls, for no kernel tells of changes on a network share, and opens the file anew for each growth:
// only so is every format right, whatever its decoder keeps of the end that was, and a half-written frame is no
// frame yet.

import AudioDecoding
import AudioFormats
import Glibc
import HostIO
import SystemPackage

/// When a reader waits at the end of a file, and how long.
public struct Following: Sendable {
  /// True when the file is known to grow: its end is waited at even if nothing came while it was read.
  public var isExpected: Bool
  /// So often it is looked for more.
  public var pollMilliseconds = 250
  /// Nothing for so long is the end.
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
  /// What the file said of itself when it was opened last.
  private(set) var last: AudioDescription
  private var head: UInt64?
  private var quietSince = 0
  /// How long it took to open the file anew and to come to the place again.
  private var cost = 0
  /// The file as it was when it was looked at last.
  private(set) var state: FileState
  /// When all had been read that was there at first.
  private(set) var firstEnd: ContinuousClock.Instant?
  /// True from the first growth on.
  private(set) var isFollowing = false
  /// True when what was read is not what the finished file says any more.
  private(set) var isOutdated = false

  /// - Returns: nil when nothing is to be followed.
  init?(_ following: Following?, _ reader: borrowing AudioFileReader, options: OpenOptions) {
    guard let following, let state = reader.description.fileState else { return nil }
    self.following = following
    self.options = options
    first = reader.description
    last = first
    self.state = state
  }

  /// Called where `reader` has come to its end: returns with a reader that has more, at the same frame.
  ///
  /// - Parameters:
  ///   - goesOn: false ends the wait.
  ///   - waiting: called before each pause, when all that is there has been read.
  /// - Returns: false when nothing more is to come.
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
      // A tenth of a core at most, in pauses that a cancelled reader need not wait through.
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
    guard var next = try? AudioFileReader(path: reader.path, options: options, isGrowing: true) else {
      return .notYet
    }
    let description = next.description
    guard description.channels == first.channels, description.sampleRate == first.sampleRate,
      description.isFloat == first.isFloat, description.container == first.container
    else { return .other }
    // Fewer frames than before: a recorder wrote something else behind the samples, and its header only now.
    if let frames = description.framesPromised ?? description.framesCounted, !first.isLossy,
      frames < reader.position
    {
      return .other
    }
    // Some decoders cannot go to the very end of what is there.
    guard (try? next.seek(toFrame: reader.position)) == true else { return .notYet }
    last = description
    reader = next
    return .more
  }

  /// MP3 and its like say in their head how much of the beginning does not count, some only in the end.
  private func hasAnotherHead(_ path: FilePath) -> Bool {
    guard first.isLossy, let head, let fileState = first.fileState else { return false }
    return FileProbe(path: path, byteCount: fileState.byteCount)?.head != head
  }
}

extension AudioDescription {
  /// True when a file that ends in the middle gives no sample that the finished one does not: a decoder of blocks
  /// makes something up for the half of one that it has.
  var growsByWholeFrames: Bool {
    [.pcm, .float, .alaw, .ulaw, .vorbis, .opus, .mp1, .mp2, .mp3].contains(encoding.codec)
  }
}
