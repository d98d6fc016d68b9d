// ChecksumTests.swift
// The MD5 in FLAC files: that of real encoders, and of files in which something has changed.

import CSndfile
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AudioDecoding
@testable import AudioExport
@testable import AudioFormats
@testable import HostIO

@Suite struct ChecksumTests {
  let folder = TestFolder()

  @Test func `MD5 of the test suite in RFC 1321, in pieces of any size`() {
    let digits = (0..<8).map { _ in "1234567890" }.joined()
    for (text, expected) in [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"), (digits, "57edf4a22be3c955ac49da2e2107b67a"),
    ] {
      for size in 1...70 {
        var sum = MD5()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
          bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { sum.add($0) }
        }
        #expect(hexadecimal(sum.digest) == expected, "\(text) by \(size)")
      }
    }
  }

  @Test func `MD5 of every length up to three blocks is that of md5sum`() throws {
    for length in stride(from: 0, through: 200, by: 7) {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37) }
      let path = folder.write(bytes, as: "b.bin")
      var sum = MD5()
      bytes.withUnsafeBytes { sum.add($0) }
      #expect(try Tool.output("md5sum", [path.string]).hasPrefix(hexadecimal(sum.digest)), "\(length)")
    }
  }

  /// A FLAC file by the tool of its authors.
  private func flac(bits: Int, channels: Int = 2, _ options: [String] = []) throws -> FilePath {
    let path = folder.file("s-\(bits)-\(channels).flac"), plain = folder.file("s-\(bits)-\(channels).wav")
    try Tool.run(
      "sox",
      ["-n", "-r", "44100", "-c", "\(channels)", "-b", "\(bits)", plain.string, "synth", "0.7", "pinknoise"])
    try Tool.run("flac", ["-s", "-f", plain.string, "-o", path.string] + options)
    return path
  }

  @Test(arguments: [(8, 1), (8, 2), (16, 1), (16, 2), (16, 6), (24, 1), (24, 8)])
  func `whole files agree with their checksum`(bits: Int, channels: Int) throws {
    let path = try flac(bits: bits, channels: channels)
    let stored = try Tool.output("metaflac", ["--show-md5sum", path.string]).filter { !$0.isWhitespace }
    #expect(StoredChecksum(of: try FileBytes(path: path)) == .samples(md5: stored, bits: bits))
    #expect(try ChecksumVerification(path).run() == .same)
  }

  /// WAVEFORMATEXTENSIBLE with samples whose lower bits are unused.
  private func wave(validBits bits: Int) -> [UInt8] {
    let size = (bits + 7) / 8
    let samples = (0..<9000).flatMap { frame in
      let value = frame * 77 % (1 << bits) - 1 << (bits - 1)
      return little(value << (8 * size - bits), size)
    }
    var wave = WaveFile(data: samples, bits: 8 * size, rate: 44_100)
    // In front, in the middle.
    wave.extended = (usedBits: bits, speakers: 4)
    return wave.bytes
  }

  @Test func `FLAC of 12 and 20 bits, behind an ID3 tag, and in Ogg`() throws {
    for bits in [12, 20] {
      let path = folder.file("r\(bits).flac")
      try Tool.run(
        "flac",
        ["-s", "-f", "--lax", folder.write(wave(validBits: bits), as: "r.wav").string, "-o", path.string])
      #expect(try Tool.output("metaflac", ["--show-bps", path.string]).hasPrefix("\(bits)"))
      #expect(try ChecksumVerification(path).run() == .same, "\(bits)")
    }
    let path = try flac(bits: 16)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
    #expect(try ChecksumVerification(folder.write(tag + contents(path), as: "t.flac")).run() == .same)
    let ogg = folder.file("s.oga")
    try Tool.run("flac", ["-s", "-f", "--ogg", folder.file("s-16-2.wav").string, "-o", ogg.string])
    guard case .samples = StoredChecksum(of: try FileBytes(path: ogg)) else {
      Issue.record("no checksum in Ogg")
      return
    }
    #expect(try ChecksumVerification(ogg).run() == .same)
  }

  @Test func `one other bit is found`() throws {
    let path = try flac(bits: 16)
    let stored = try Tool.output("metaflac", ["--show-md5sum", path.string]).filter { !$0.isWhitespace }
    var bytes = contents(path)
    bytes[26] ^= 1
    let other = folder.write(bytes, as: "other.flac")
    #expect(try ChecksumVerification(other).run() == .differs(md5: stored))
    // Damaged samples are silence.
    bytes = contents(path)
    for place in bytes.count / 2..<bytes.count / 2 + 40 { bytes[place] ^= 0x55 }
    guard case .differs = try ChecksumVerification(folder.write(bytes, as: "damaged.flac")).run() else {
      Issue.record("damage was not found")
      return
    }
  }

  @Test func `files without a checksum say so`() throws {
    var bytes = contents(try flac(bits: 16))
    for place in 26..<42 { bytes[place] = 0 }
    let path = folder.write(bytes, as: "open.flac")
    #expect(StoredChecksum(of: bytes) == .frames)
    #expect(try ChecksumVerification(path).run() == .impossible("The file has no checksum of its samples."))
    #expect(StoredChecksum(of: contents(try TaggedFiles.make(.ogg, in: folder))) == .pages)
    for kind in [TaggedFiles.Kind.wav, .mp3, .aiff, .m4a] {
      #expect(StoredChecksum(of: contents(try TaggedFiles.make(kind, in: folder))) == .none)
    }
    for end in 0..<50 {
      #expect(StoredChecksum(of: Array(bytes.prefix(end))) == (end < 42 ? .none : .frames))
    }
  }

  @Test func `a comparison tells how far it is, and can be cancelled`() async throws {
    let path = try flac(bits: 16)
    let events = Mutex([String]())
    let (stream, end) = AsyncStream<Void>.makeStream()
    @Sendable func take(_ event: ChecksumVerification.Event) {
      let text =
        switch event {
        case .progress(let part): "\(part)"
        case .finished(let outcome): outcome.sentence
        case .cancelled: "cancelled"
        case .failed(let error): error.message
        }
      events.withLock { $0.append(text) }
      if case .progress = event { return }
      end.yield()
    }
    ChecksumVerification(path, event: take).start()
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
    let heard = events.withLock { $0 }
    #expect(heard.suffix(2) == ["1.0", "The samples are those that were encoded."], "\(heard)")
    let second = ChecksumVerification(path, event: take)
    second.cancel()
    second.start()
    await iterator.next()
    #expect(events.withLock { $0.last } == "cancelled")
    ChecksumVerification(folder.file("gone.flac"), event: take).start()
    await iterator.next()
    #expect(events.withLock { $0.last }?.contains("gone.flac") == true)
  }
}
