// OutputTarget.swift
// Where the bytes of one output go: into a file, whole or not at all, or to standard output.

import Batch
import Glibc
import HostIO
import SystemPackage
import WaveformDrawing

struct OutputTarget {
  private let path: FilePath
  /// Nil: standard output.
  private let file: OutputFile?

  /// Checks that it can be written.
  ///
  /// - Parameters:
  ///   - path: "-" is standard output.
  ///   - makesFolders: whether missing folders are made.
  init(_ path: FilePath, notOver inputs: [FilePath], makesFolders: Bool = false) throws(AudioFileError) {
    self.path = path
    if path == "-" {
      file = nil
      return
    }
    if makesFolders { try FolderMaking.make(path.removingLastComponent()) }
    file = try OutputFile(path, notOver: inputs)
  }

  @discardableResult
  func write(_ bytes: [UInt8]) throws(AudioFileError) -> Written {
    if let file { try file.write(bytes) } else { StandardStreams.print(bytes) }
    return Written(bytes)
  }

  /// Lets `body` write a file whose beginning is only known at its end, or that another program writes. What is meant for
  /// standard output waits in a file until it is whole.
  func writing<Result>(
    _ body: (OutputFile) throws(AudioFileError) -> Result
  ) throws(AudioFileError) -> Result {
    if let file { return try body(file) }
    let passing = try PassingFile()
    let result = try body(passing.file)
    try passing.print()
    return result
  }

  /// What `writing` has written, read again; nil for standard output.
  func written() throws(AudioFileError) -> Written? {
    guard let file else { return nil }
    return try Written(reading: file.path)
  }

  /// Writes what is drawn.
  ///
  /// - Throws: the error of the file, or why nothing could be drawn.
  @discardableResult
  func write(_ draw: () throws(DrawingError) -> [UInt8]) throws(AudioFileError) -> Written {
    let bytes: [UInt8]
    do throws(DrawingError) { bytes = try draw() } catch {
      throw AudioFileError(
        error.code == .outOfMemory ? .outOfMemory : .writeFailed, path: path, detail: error.message,
        cause: error)
    }
    return try write(bytes)
  }
}

/// A file on its way to standard output. Goes with its owner.
private struct PassingFile: ~Copyable {
  let file: OutputFile
  private let name: TemporaryName

  init() throws(AudioFileError) {
    let folder = getenv("TMPDIR").map { FilePath(platformString: $0) } ?? "/var/tmp"
    name = TemporaryName(in: folder)
    do throws(AudioFileError) { file = try OutputFile(name.path, notOver: []) } catch {
      name.remove()
      throw error
    }
  }

  deinit { name.remove() }

  /// Prints it; nothing when it was not written.
  func print() throws(AudioFileError) {
    let path = name.path
    guard let state = FileState(of: path), state.byteCount > 0 else { return }
    let bytes = try FileBytes(path: path)
    var offset = 0
    while offset < bytes.count {
      let block = bytes.bytes(at: offset, length: min(1 << 20, bytes.count - offset))
      guard !block.isEmpty else { throw AudioFileError(.readFailed, path: path) }
      StandardStreams.print(block)
      offset += block.count
    }
  }
}
