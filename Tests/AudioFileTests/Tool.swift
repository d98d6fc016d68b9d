// Tool.swift
// Programs that make sound files which libsndfile cannot: ffmpeg, lame, flac, sox, opusenc.

import Foundation
import SystemPackage

enum Tool {
  /// Runs a program of the system; a failure of it is a failure of the test.
  static func run(_ name: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(tool: name, text: text) }
  }

  struct Failure: Error {
    let tool: String, text: String
  }
}
