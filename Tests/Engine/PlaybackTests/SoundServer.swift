// SoundServer.swift
// A real PulseAudio for one test: in a folder of its own, with a null sink as its only device. Nothing of the user's
// sound is touched. What is heard is what comes out of the sink's monitor.

import Foundation
import Glibc
import Playback
import Synchronization

/// A private sound server; ends with its last user.
final class SoundServer: Sendable {
  let folder: String
  var address: String { "unix:\(folder)/native" }
  private let process = Mutex<pid_t>(0)

  init() throws {
    folder = NSTemporaryDirectory() + "/barline-sound-\(UInt64.random(in: 0...(.max)))"
    guard mkdir(folder, 0o700) == 0 else { throw Failure("no folder for a sound server") }
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts it (again); returns once it answers.
  func start() throws {
    let id = try Self.spawn(
      [
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-target=null",
        "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(folder)/native",
        "-L", "module-null-sink sink_name=nulls rate=48000 channels=2 format=float32le",
      ], folder: folder)
    process.withLock { $0 = id }
    try eventually("a sound server") { (try? control("info")) != nil }
  }

  /// As by SIGKILL: it says nothing any more.
  func kill() { end(SIGKILL) }

  func freeze(_ isFrozen: Bool) { process.withLock { _ = Glibc.kill($0, isFrozen ? SIGSTOP : SIGCONT) } }

  private func end(_ signal: Int32) {
    process.withLock {
      guard $0 > 0 else { return }
      _ = Glibc.kill($0, signal)
      waitpid($0, nil, 0)
      $0 = 0
    }
  }

  /// pactl.
  @discardableResult func control(_ arguments: String...) throws -> String {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tool.arguments = ["pactl", "-s", address] + arguments
    let output = Pipe()
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    guard tool.terminationStatus == 0 else { throw Failure("pactl \(arguments)") }
    return text
  }

  /// Starts a program with an environment in which nothing of the user's is found.
  static func spawn(_ command: [String], folder: String, output: Int32? = nil) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    var arguments = (["env"] + command).map { strdup($0) } + [nil]
    let variables = ["PATH=\(path)", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "LANG=C.UTF-8"]
    var environment = variables.map { strdup($0) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var id = pid_t()
    guard posix_spawn(&id, "/usr/bin/env", &actions, nil, &arguments, &environment) == 0 else {
      throw Failure("cannot start \(command[0])")
    }
    return id
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ text: String) { description = text }
}

/// Asks until the answer is true; the limit is there for what would never end.
func eventually(_ what: String, seconds: Double = 20, _ condition: () throws -> Bool) throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    guard Date() < end else { throw Failure("\(what): not within \(seconds) s") }
    usleep(3000)
  }
}

/// Records what is heard, from before anything is: parec.
final class Recorder: Sendable {
  private struct State {
    var samples: [Float] = []
    var rest: [UInt8] = []
  }
  private let state = Mutex(State())
  private let process: pid_t
  let channels: Int

  /// Returns once silence has been recorded.
  init(_ server: SoundServer, channels: Int = 2) throws {
    self.channels = channels
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure("no pipe") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    process = try SoundServer.spawn(
      [
        "parec", "-s", server.address, "-d", "nulls.monitor", "--rate=48000", "--channels=\(channels)",
        "--format=float32le", "--latency-msec=5", "--raw",
      ], folder: server.folder, output: ends[1])
    close(ends[1])
    let reading = ends[0]
    Thread.detachNewThread { [weak self] in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(reading, &bytes, bytes.count), count > 0 { self?.take(bytes[..<count]) }
      close(reading)
    }
    try eventually("a recording") { frames > 480 }
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    state.withLock { state in
      state.rest += bytes
      let whole = state.rest.count / 4 * 4
      state.rest.withUnsafeBytes { raw in
        for offset in stride(from: 0, to: whole, by: 4) {
          state.samples.append(raw.loadUnaligned(fromByteOffset: offset, as: Float.self))
        }
      }
      state.rest.removeFirst(whole)
    }
  }

  /// Frames recorded so far.
  var frames: Int { state.withLock { $0.samples.count / channels } }

  /// The first channel.
  var left: [Float] {
    let samples = state.withLock { $0.samples }
    return stride(from: 0, to: samples.count / channels * channels, by: channels).map { samples[$0] }
  }

  var all: [Float] { state.withLock { $0.samples } }

  /// What was heard of `CountedFrames`.
  func counted(sign: Float = 1) -> HeardFrames { HeardFrames(all, channels: channels, sign: sign) }

  /// Waits until so many frames that are not silence are there.
  func heard(_ count: Int) throws {
    try eventually("\(count) frames to be heard") { left.count { $0 != 0 } >= count }
  }

  /// Waits for as many frames from now on.
  func more(_ count: Int) throws {
    let start = frames
    try eventually("\(count) more frames") { frames >= start + count }
  }
}

/// Frames that tell which ones they are: no two within twenty seconds are the same, none is silent.
final class CountedFrames: FrameProvider {
  static let period = 1 << 20
  private let rendered = Atomic<Int>(0)
  private let calls = Atomic<Int>(0)
  private let channels: Int
  private let sign: Float

  init(channels: Int = 2, sign: Float = 1) {
    self.channels = channels
    self.sign = sign
  }

  var frames: Int { rendered.load(ordering: .acquiring) }
  var pulls: Int { calls.load(ordering: .acquiring) }

  /// What the first channel has of a frame, exactly; the others have half of it.
  static func value(_ frame: Int) -> Float { Float(frame % period + 1) / Float(2 * period) }

  /// The frame that is nearest to a value of the first channel.
  static func number(_ value: Float) -> Int { Int((value * Float(2 * period)).rounded()) - 1 }

  func render(into buffer: UnsafeMutableBufferPointer<Float>) {
    let first = frames
    for index in buffer.indices {
      // The channels differ, so that a swap would be heard.
      let value = Self.value(first + index / channels) * sign
      buffer[index] = index % channels == 0 ? value : value / 2
    }
    rendered.wrappingAdd(buffer.count / channels, ordering: .acquiringAndReleasing)
    calls.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }
}

/// As `CountedFrames`, but never more than 30 ms are ready.
final class ScarceFrames: FrameProvider {
  private let frames = CountedFrames()
  private let missing = Atomic<Int>(0)

  var readyFrames: Int { 1440 }
  /// The most frames that were asked for beyond those that were ready.
  var mostMissing: Int { missing.load(ordering: .acquiring) }

  func render(into buffer: UnsafeMutableBufferPointer<Float>) {
    missing.max(buffer.count / 2 - readyFrames, ordering: .acquiringAndReleasing)
    frames.render(into: buffer)
  }
}

/// What an output has told.
final class OutputLog: Sendable {
  private let events = Mutex<[AudioOutputEvent]>([])

  var all: [AudioOutputEvent] { events.withLock { $0 } }
  var took: @Sendable (AudioOutputEvent) -> Void { { [self] event in events.withLock { $0.append(event) } } }

  func wait(_ what: String, seconds: Double = 20, for condition: (AudioOutputEvent) -> Bool) throws {
    try eventually(what, seconds: seconds) { all.contains(where: condition) }
  }

  var failure: AudioOutputError.Code? {
    for case .failed(let error) in all { return error.code }
    return nil
  }

  func began() throws {
    try wait("the beginning") {
      if case .began = $0 { true } else { false }
    }
  }

  func failed() throws -> AudioOutputError.Code? {
    try eventually("a failure") { failure != nil }
    return failure
  }

  func suspended(_ isSuspended: Bool) throws {
    try wait("suspended: \(isSuspended)") {
      if case .suspended(isSuspended) = $0 { true } else { false }
    }
  }
}
