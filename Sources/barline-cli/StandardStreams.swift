// StandardStreams.swift
// Standard output and standard error. Output that cannot be written is a failure, not a crash.

import AudioFile
import ArgumentParser
import Glibc
import SystemPackage

enum StandardStreams {
  /// Standard error as it was given to us.
  private static let errors: Int32 = {
    let own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    return own < 0 ? STDERR_FILENO : own
  }()

  /// Keeps decoders from writing to standard error, as the one for MP3 does: what has to be said, we say.
  static func silenceLibraries() {
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard errors != STDERR_FILENO, nothing >= 0 else { return }
    dup2(nothing, STDERR_FILENO)
    close(nothing)
  }

  static func print(_ text: String) {
    if !write(text + "\n", to: STDOUT_FILENO) { exit(1) }
  }

  static func printError(_ text: String) { _ = write(text + "\n", to: errors) }

  /// One line about a file that failed.
  static func report(_ error: AudioFileError) {
    printError("barline-cli: \(error.path.displayPath): \(error.reason)")
  }

  /// One line about a file that could be read, but not as its header promises.
  static func printWarning(_ text: String, about path: FilePath) {
    printError("barline-cli: \(path.displayPath): warning: \(text)")
  }

  /// Runs `body`; when a file fails, reports it and ends with status 1.
  static func reporting<Result>(_ body: () throws(AudioFileError) -> Result) throws -> Result {
    do throws(AudioFileError) {
      return try body()
    } catch {
      report(error)
      throw ExitCode(1)
    }
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
