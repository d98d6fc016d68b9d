// StandardStreams.swift
// Standard output and standard error. Output that cannot be written is a failure, not a crash.

import ArgumentParser
import Glibc
import HostIO
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

  /// Takes the numbers of streams that we were not given: a file that is opened later would have one of them, and
  /// what is printed would end up in it. What is done with such a stream fails.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest that is free, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a text and the end of a line to standard output. Where that fails, whether the disk is full or the reader
  /// has gone, the program says so and ends with status 1: what was asked for has not been told.
  static func print(_ text: String) {
    guard let error = write(text + "\n", to: STDOUT_FILENO) else { return }
    printError("barline-cli: standard output: cannot be written: \(error)")
    exit(1)
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

  /// - Returns: why not all of it could be written; nil when it was.
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
