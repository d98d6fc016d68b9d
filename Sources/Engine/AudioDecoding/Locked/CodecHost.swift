// CodecHost.swift
// The process in which the codec libraries decode one open file. It is started with the first decoder, serves all
// decoders of the file, and ends with the last of them; when it has failed, the next decoder starts another.

import Decoding
import HostIO
import Localization
import Synchronization
import SystemPackage

/// Starts decoders of one open file. Any thread.
package final class CodecHost: Sendable {
  private let file: FileBytes
  private let process = Mutex<DecoderProcess?>(nil)

  init(_ file: FileBytes) { self.file = file }

  /// The process that runs for the file now; for tests.
  var running: DecoderProcess? { process.withLock { $0 } }

  /// A decoder that has opened nothing yet.
  func decoder(path: FilePath) throws(AudioFileError) -> RemoteDecoder {
    do throws(ChildProcess.Failure) {
      return RemoteDecoder(try session(), path: path, byteCount: file.count)
    } catch {
      // It ended before it was given anything, and knows why.
      if case .system(.brokenPipe) = error, let end = running?.end {
        throw AudioFileError(.readFailed, path: path, detail: end)
      }
      throw ProcessFault.error(error, path: path)
    }
  }

  private func session() throws(ChildProcess.Failure) -> DecoderSession {
    try process.withLock { process throws(ChildProcess.Failure) in
      if let running = process, !running.hasFailed, let session = try? running.session(of: file) {
        return session
      }
      let fresh = try DecoderProcess.start(for: file)
      process = fresh
      return try fresh.session(of: file)
    }
  }
}
