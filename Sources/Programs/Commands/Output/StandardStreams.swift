// StandardStreams.swift
// Standard output and standard error. Output that cannot be written is a failure, not a crash.

import ArgumentParser
import Glibc
import HostIO
import Localization
import Synchronization
import SystemPackage

enum StandardStreams {
  /// How errors and warnings are told.
  enum ErrorFormat: String, ExpressibleByArgument, CaseIterable {
    /// A line for people.
    case text
    /// An object on each line.
    case json
  }

  private static let isJSON = Atomic(false), isQuiet = Atomic(false)

  /// Chooses how everything that follows is told.
  static func tell(_ format: ErrorFormat, isQuiet quiet: Bool) {
    isJSON.store(format == .json, ordering: .relaxed)
    isQuiet.store(quiet, ordering: .relaxed)
  }

  /// True when somebody looks at standard error.
  static var showsProgress: Bool { isatty(errors) == 1 && !isQuiet.load(ordering: .relaxed) }

  /// Puts a text in the place of the last one.
  static func printProgress(_ text: String) { _ = write("\r\u{1B}[K" + text, to: errors) }

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
  /// reports it and ends the program with status 4: the user did not get the answer.
  static func print(_ text: String) { print(Array((text + "\n").utf8)) }

  /// Prints bytes to standard output, as `print` of a text does.
  static func print(_ bytes: [UInt8]) {
    guard let error = write(bytes, to: STDOUT_FILENO) else { return }
    printError(line(localized("standard output: cannot be written: \(error.description)")))
    UnfinishedFiles.deleteForGood()
    exit(4)
  }

  static func printError(_ text: String) { _ = write(text + "\n", to: errors) }

  /// Prints a line about a file that failed.
  ///
  /// - Parameter reason: in other words than the error's own.
  static func report(_ error: AudioFileError, reason: Sentence? = nil) {
    let reason = reason ?? error.why
    if isJSON.load(ordering: .relaxed) {
      printError(object("error", about: error.path, code: "\(error.code)", reason.english))
    } else {
      printError(line("\(name(error.path)): \(reason.localized)"))
    }
  }

  /// Prints a line about the whole call.
  static func printNote(_ text: String) {
    if isQuiet.load(ordering: .relaxed) { return }
    if isJSON.load(ordering: .relaxed) {
      printError(object("note", about: nil, code: nil, text))
    } else {
      printError(line(text))
    }
  }

  /// Prints a line about a call that does not begin.
  static func reportProblem(_ text: String) {
    let isObject = isJSON.load(ordering: .relaxed)
    printError(isObject ? object("error", about: nil, code: nil, text) : line(text))
  }

  /// The program's name says who speaks.
  private static func line(_ text: String) -> String { "barline-cli: " + text }

  /// Prints a line about a file that could be read, but not as its header promises.
  static func printWarning(_ sentence: Sentence, about path: FilePath) {
    printWarning(sentence.localized, inJSON: sentence.english, about: path)
  }

  /// - Parameter text: the same in every language.
  static func printWarning(_ text: String, about path: FilePath) {
    printWarning(text, inJSON: text, about: path)
  }

  private static func printWarning(_ text: String, inJSON english: String, about path: FilePath) {
    if isQuiet.load(ordering: .relaxed) { return }
    if isJSON.load(ordering: .relaxed) {
      printError(object("warning", about: path, code: nil, english))
    } else {
      printError(line(localized("\(name(path)): warning: \(text)")))
    }
  }

  private static func name(_ path: FilePath) -> String {
    path == "-" ? localized("standard input") : path.displayPath
  }

  private static func object(
    _ level: String, about path: FilePath?, code: String?, _ message: String
  ) -> String {
    JSONText.object([
      ("level", .string(level)), ("path", JSONText(path?.string)), ("code", JSONText(code)),
      ("message", .string(message)),
    ]).line
  }

  /// Runs `body`; when a file fails, reports it and ends with status 4 if it could not be written, else with 1.
  static func reporting<Result>(_ body: () throws(AudioFileError) -> Result) throws -> Result {
    do throws(AudioFileError) {
      return try body()
    } catch {
      report(error)
      throw ExitCode(error.code == .writeFailed ? 4 : 1)
    }
  }

  /// - Returns: why not everything was written; nil when it was.
  private static func write(_ text: String, to descriptor: Int32) -> Errno? {
    write(Array(text.utf8), to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Errno? {
    do throws(Errno) {
      var bytes = bytes[...]
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
