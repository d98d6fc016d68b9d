// StandardStreams.swift
// Standard output and standard error. Output that cannot be written is a failure, not a crash.

import ArgumentParser
import Glibc
import HostIO
import SystemPackage

enum StandardStreams {
  /// A copy of the original standard error.
  private static let errors: Int32 = {
    let own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    return own < 0 ? STDERR_FILENO : own
  }()

  /// Keeps libraries, such as the MP3 decoder, from writing to standard error: all messages are ours.
  static func silenceLibraries() {
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard errors != STDERR_FILENO, nothing >= 0 else { return }
    dup2(nothing, STDERR_FILENO)
    close(nothing)
  }

  /// Opens standard streams that are closed. Otherwise a file that is opened later would get one of their
  /// numbers, and printed text would end up in it. Reading or writing these streams fails.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // `open` takes the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Prints a line to standard output. If that fails, because the disk is full or the reader has gone,
  /// reports it and ends the program with status 1: the user did not get the answer.
  static func print(_ text: String) {
    guard let error = write(text + "\n", to: STDOUT_FILENO) else { return }
    printError("barline-cli: standard output: cannot be written: \(error)")
    exit(1)
  }

  static func printError(_ text: String) { _ = write(text + "\n", to: errors) }

  /// Prints a line about a file that failed.
  static func report(_ error: AudioFileError) {
    printError("barline-cli: \(error.path.displayPath): \(error.reason)")
  }

  /// Prints a line about a file that could be read, but not as its header promises.
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

  /// - Returns: why not everything was written; nil when it was.
  private static func write(_ text: String, to descriptor: Int32) -> Errno? {
    do throws(Errno) {
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty { bytes = bytes.dropFirst(try write(bytes, to: descriptor)) }
      return nil
    } catch {
      return error
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(Errno) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let error = Errno(rawValue: count < 0 ? errno : EIO)
      if count > 0 { return count }
      if error != .interrupted { throw error }
    }
  }
}
