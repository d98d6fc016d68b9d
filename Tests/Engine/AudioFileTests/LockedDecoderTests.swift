// LockedDecoderTests.swift
// Decoding in a process of its own: it gives what the libraries give here, and whatever becomes of it is told.

import CSndfile
import CodecDecoding
import Decoding
import Foundation
import Localization
import Synchronization
import SystemPackage
import Testing

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct LockedDecoderTests {
  private let folder = TestFolder()
  private static let formats = [
    SF_FORMAT_FLAC | SF_FORMAT_PCM_24, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
    SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
    SF_FORMAT_CAF | SF_FORMAT_ALAC_16,
  ]

  private func sound(_ format: Int, frames: Int = 120_000) -> FilePath {
    let path = folder.file("sound")
    let tones = TestSound.tones(frames: frames, channels: 2)
    #expect(TestSound.write(tones, to: path, format: format, channels: 2, sampleRate: 48_000))
    return path
  }

  private func open(_ path: FilePath) throws -> Opening {
    try Opening.of(FileBytes(path: path), path: path, options: OpenOptions())
  }

  /// The process that decodes for a reader.
  private func process(_ opening: Opening) throws -> DecoderProcess {
    guard case .codec(_, let host, _) = opening.source.access else { throw ByteReader.Damage() }
    return try #require(host.running)
  }

  // MARK: The same as here

  @Test(arguments: formats, [nil, 0.4, 0.7])
  func `what is decoded there is what the libraries give here, damaged or not`(
    format: Int, damage: Double?
  ) throws {
    let path = sound(format)
    if let damage {
      var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string)))
      let place = Int(damage * Double(bytes.count))
      for index in place..<min(place + 700, bytes.count) { bytes[index] = 0xA5 ^ UInt8(index & 255) }
      try Data(bytes).write(to: URL(fileURLWithPath: path.string))
    }
    let file = try FileBytes(path: path)
    let here = try CodecOpening.of(file, path: path, suffix: "", isGrowing: false)
    let there = try open(path)
    #expect(there.decoder is RemoteDecoder)
    #expect(here.finding.description == there.description)
    #expect(
      OggTests.rest(of: here.decoder, channels: 2) == OggTests.rest(of: there.decoder, channels: 2))
    #expect(here.decoder.gaps == there.decoder.gaps && here.decoder.doubts == there.decoder.doubts)
    #expect(here.decoder.jumpsAreLost == there.decoder.jumpsAreLost)
    #expect(here.decoder.linkCount == there.decoder.linkCount)
    for frame in [30_000, 0, 119_999, 500_000] {
      #expect(here.decoder.seek(toFrame: frame) == there.decoder.seek(toFrame: frame))
      #expect(
        OggTests.read(1000, of: here.decoder, channels: 2)
          == OggTests.read(1000, of: there.decoder, channels: 2))
    }
    #expect(here.decoder.seekNear(toFrame: 60_000) == there.decoder.seekNear(toFrame: 60_000))
  }

  @Test func `our own reading of a header is that of the library, wherever it is enough`() throws {
    var count = 0
    for channels in [1, 2, 3] {
      for format in FormatTests.formats {
        let path = folder.file("plain")
        let tones = TestSound.tones(frames: 500, channels: channels)
        guard TestSound.write(tones, to: path, format: format, channels: channels, sampleRate: 44_100)
        else { continue }
        let file = try FileBytes(path: path)
        guard let own = CodecFinding.usual(SampleChunk(in: file), file: file) else { continue }
        let library = try CodecOpening.of(file, path: path, suffix: "", isGrowing: false).finding
        #expect(own.way == library.way, "\(String(format, radix: 16))")
        #expect(own.description == library.description, "\(String(format, radix: 16))")
        count += 1
      }
    }
    #expect(count > 40, "only \(count) formats are read without a library")
  }

  @Test func `a file that grows before its decoder has it is as long as when it was opened`() throws {
    let path = sound(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let file = try FileBytes(path: path)
    let handle = try #require(FileHandle(forWritingAtPath: path.string))
    try handle.seekToEnd()
    try handle.write(contentsOf: [UInt8](repeating: 0, count: 5000))
    try handle.close()
    let opening = try Opening.of(file, path: path, options: OpenOptions())
    #expect(opening.description.byteCount == file.count)
    #expect(OggTests.rest(of: opening.decoder, channels: 2).count == 240_000)
  }

  // MARK: What becomes of it

  @Test func `a decoder that is killed is told, and the next one is another`() throws {
    let path = sound(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, frames: 600_000)
    var random = Randomness(seed: 4)
    var told = 0
    for _ in 0..<20 {
      var reader = try AudioFileReader(path: path)
      guard case .codec(_, let host, _) = reader.source.access else { throw ByteReader.Damage() }
      let child = try #require(host.running).child
      let kept = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
      defer { kept.deallocate() }
      let last = random.next(below: 100)
      do {
        for block in 0..<200 {
          if block == last { child.terminate() }
          if try reader.read(into: kept) == 0 { break }
        }
      } catch {
        #expect(error.code == .readFailed)
        #expect(error.message.contains("ended unexpectedly"), "\(error.message)")
        told += 1
      }
      // The same file, the same reader's source: another process.
      let again = try reader.source.open()
      #expect(again.read(into: kept) == 4096)
      #expect(host.running?.child.identifier != child.identifier)
    }
    #expect(told == 20)
  }

  @Test func `a process that stands still keeps nobody who gives it up`() throws {
    let path = sound(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let opening = try open(path)
    let child = try process(opening).child
    kill(child.identifier, SIGSTOP)
    let decoder = UncheckedBox(opening.decoder)
    let read = DispatchSemaphore(value: 0)
    _ = BackgroundThread.start {
      let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
      #expect(decoder.value.read(into: room) == 0)
      room.deallocate()
      read.signal()
    }
    opening.decoder.child?.terminate()
    #expect(read.wait(timeout: .now() + 30) == .success)
  }

  @Test func `a sample source goes on after the process of its recording was killed`() throws {
    let path = sound(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let description = try AudioFileReader(path: path).description
    let source = FileSampleSource(path: path, description: description)
    let before = try source.read(1000..<1100)
    source.killDecoder()
    #expect(throws: AudioFileError.self) { try source.read(50_000..<50_100) }
    let after = try source.read(1000..<1100)
    #expect(
      (1000..<1100).allSatisfy { after.sample(channel: 1, frame: $0) == before.sample(channel: 1, frame: $0) }
    )
  }

  // MARK: What it may say

  /// A far end that answers as it likes.
  private func lying(
    patience: Int = 30, isWaitingForDisk: Bool = false,
    _ answer: @escaping @Sendable (PacketSocket, _ sequence: [UInt8]) -> Void
  ) throws -> (DecoderSession, Keeper) {
    let (near, far) = try PacketSocket.pair()
    let keeper = Keeper(isWaitingForDisk: isWaitingForDisk)
    _ = BackgroundThread.start {
      while case .packet(let order, _) = far.receive(milliseconds: nil) {
        answer(far, Array(order.prefix(4)))
      }
    }
    return (DecoderSession(keeper, near, try SharedSamples(), patience: patience), keeper)
  }

  private final class Keeper: DecoderKeeper {
    private let state = Mutex(false)
    var isEnded: Bool { state.withLock { $0 } }
    let isWaitingForDisk: Bool
    init(isWaitingForDisk: Bool) { self.isWaitingForDisk = isWaitingForDisk }
    func fail() { state.withLock { $0 = true } }
    var end: Sentence { Sentence("it ended") }
  }

  private static let lies: [(String, @Sendable (PacketSocket, [UInt8]) -> Void)] = [
    ("nothing", { far, _ in far.shut() }),
    ("an empty answer", { far, sequence in far.answer(sequence) }),
    ("noise", { far, sequence in far.answer(sequence + (0..<200).map { UInt8($0) }) }),
    ("another order's answer", { far, _ in far.answer(DecoderState(place: 5).bytes(sequence: 99)) }),
    (
      "too many frames",
      { far, sequence in far.answer(DecoderState(place: 1 << 40).bytes(sequence: number(sequence))) }
    ),
    (
      "damage that begins nowhere",
      { far, sequence in
        var state = DecoderState(place: 1)
        (state.gapsFrom, state.gaps) = (7, [1..<2])
        far.answer(state.bytes(sequence: number(sequence)))
      }
    ),
    (
      "damage without end",
      { far, sequence in
        var state = DecoderState(place: 1)
        state.gaps = [0..<Int.max]
        far.answer(state.bytes(sequence: number(sequence)))
      }
    ),
    (
      "a descriptor",
      { far, sequence in
        far.answer(DecoderState(place: 1).bytes(sequence: number(sequence)), descriptors: [0])
      }
    ),
    (
      "more than a packet holds",
      { far, sequence in far.send(sequence + [UInt8](repeating: 0, count: 1 << 17)) }
    ),
  ]

  private static func number(_ sequence: [UInt8]) -> UInt32 {
    sequence.enumerated().reduce(0) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) }
  }

  @Test(arguments: lies.indices) func `what no decoder says is believed in nothing, and ends it`(index: Int)
    throws
  {
    let (name, lie) = Self.lies[index]
    let (session, keeper) = try lying(lie)
    let decoder = RemoteDecoder(session, path: "x", byteCount: 1000)
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 512)
    defer { room.deallocate() }
    #expect(decoder.read(into: room) == 0, "\(name)")
    #expect(keeper.isEnded, "\(name)")
    #expect(decoder.trouble != nil && decoder.gaps.isEmpty, "\(name)")
    #expect(!decoder.seek(toFrame: 0), "\(name)")
  }

  private static func description(
    bits: Int? = nil, promised: Int? = nil, counted: Int? = nil, tolerance: Int = 0
  ) -> AudioDescription {
    AudioDescription(
      container: .wav, encoding: Encoding(.pcm, bits: bits), layout: .usual(1), sampleRate: 8000,
      framesPromised: promised, isFloat: false, isLossy: false, seeking: .exact, byteCount: 1000,
      framesCounted: counted, promiseTolerance: tolerance)
  }

  /// Sums and products of them would overflow.
  @Test func `a recording with numbers that none has is not believed`() throws {
    let most = DecoderAnswer.most
    let possible = [
      Self.description(), Self.description(bits: 1), Self.description(bits: 64),
      Self.description(promised: most, counted: most, tolerance: most), Self.description(tolerance: .max),
    ]
    let impossible = [
      Self.description(bits: 0), Self.description(bits: 65), Self.description(bits: .max),
      Self.description(promised: most + 1), Self.description(promised: .max),
      Self.description(counted: .max), Self.description(tolerance: most + 1),
    ]
    for (index, description) in (possible + impossible).enumerated() {
      let (session, keeper) = try lying { far, sequence in
        let answer = OpeningAnswer.found(CodecFinding(.codec(.vorbis), description))
        far.answer(answer.bytes(sequence: Self.number(sequence)))
      }
      let decoder = RemoteDecoder(session, path: "x", byteCount: 1000)
      let found = try? decoder.find(suffix: "", isGrowing: false)
      #expect(found?.description == (index < possible.count ? description : nil), "\(description)")
      #expect(keeper.isEnded == (found == nil), "\(description)")
    }
  }

  @Test func `a place behind all files is none`() throws {
    let (session, keeper) = try lying { far, sequence in
      far.answer(DecoderState(place: Int.max).bytes(sequence: Self.number(sequence)))
    }
    #expect(RemoteDecoder(session, path: "x", byteCount: 1000).seekNear(toFrame: 5) == nil)
    #expect(keeper.isEnded)
  }

  /// `noLock` would have us advise to open the file without one.
  @Test(arguments: AudioFileError.Code.allCases)
  func `a decoder speaks of its file, not of this system`(code: AudioFileError.Code) throws {
    let (session, keeper) = try lying { far, sequence in
      let error = AudioFileError(code, path: "x", detail: Sentence("see \("\u{1B}[2J\n")"))
      far.answer(OpeningAnswer.refused(error).bytes(sequence: Self.number(sequence)))
    }
    let isItsOwn = [
      .unknownFormat, .unsupportedFormat, .noAudio, .damaged, .readFailed, .outOfMemory, .tooManyOpenFiles,
    ].contains(code)
    do {
      try RemoteDecoder(session, path: "x", byteCount: 1000).open(.vorbis, channels: 1)
      Issue.record("it was opened")
    } catch {
      #expect(error.code == (isItsOwn ? code : .readFailed) && keeper.isEnded != isItsOwn)
      #expect(error.detail?.unicodeScalars.contains { $0.value < 0x20 } == false, "\(error)")
    }
  }

  @Test func `stretches without end are not kept`() throws {
    let (session, keeper) = try lying { far, sequence in
      var state = DecoderState(place: 1)
      // Each answer has more than the last one.
      let count = Self.number(sequence)
      state.gapsFrom = Int(count - 1) * DecoderState.mostRanges
      state.gaps = (0..<DecoderState.mostRanges).map {
        (state.gapsFrom + $0) * 2..<(state.gapsFrom + $0) * 2 + 1
      }
      state.isMore = true
      far.answer(state.bytes(sequence: count))
    }
    let decoder = RemoteDecoder(session, path: "x", byteCount: 1000)
    #expect(!decoder.seek(toFrame: 1))
    #expect(keeper.isEnded && decoder.gaps.count <= 1 << 20)
  }

  @Test(arguments: [0, 1]) func `one that always has more to tell is given up`(count: Int) throws {
    let (session, keeper) = try lying { far, sequence in
      var state = DecoderState(place: 1)
      // The same stretch again and again, or none: no list grows.
      state.gaps = Array([3..<4].prefix(count))
      state.isMore = true
      far.answer(state.bytes(sequence: Self.number(sequence)))
    }
    #expect(!RemoteDecoder(session, path: "x", byteCount: 1000).seek(toFrame: 1))
    #expect(keeper.isEnded)
  }

  @Test func `damage is told once, and not taken back`() throws {
    let (session, keeper) = try lying { far, sequence in
      let count = Self.number(sequence)
      var state = DecoderState(place: 1)
      state.gaps = [Int(count) * 10..<Int(count) * 10 + 1]
      far.answer(state.bytes(sequence: count))
    }
    let decoder = RemoteDecoder(session, path: "x", byteCount: 1000)
    #expect(decoder.seek(toFrame: 1) && decoder.gaps == [10..<11])
    #expect(!decoder.seek(toFrame: 1) && decoder.gaps == [10..<11])
    #expect(keeper.isEnded)
  }

  @Test func `a recording that never ends is ended`() throws {
    let (session, keeper) = try lying { far, sequence in
      far.answer(DecoderState(place: 100_000).bytes(sequence: Self.number(sequence)))
    }
    // No encoding puts more than 81,920 frames into so few bytes.
    let decoder = RemoteDecoder(session, path: "x", byteCount: 10)
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 100_000)
    defer { room.deallocate() }
    #expect(decoder.read(into: room) == 0)
    #expect(keeper.isEnded)
  }

  @Test func `one that seems to wait for a disk is given up later`() throws {
    let (session, keeper) = try lying(patience: 1, isWaitingForDisk: true) { _, _ in }
    let decoder = RemoteDecoder(session, path: "x", byteCount: 1000)
    #expect(!decoder.seek(toFrame: 1))
    #expect(keeper.isEnded)
    #expect(decoder.trouble?.english.contains("has given nothing for 1") == true)
  }

  @Test func `one that says nothing is given up in the end, and that is told`() throws {
    let (session, keeper) = try lying(patience: 1) { _, _ in }
    let decoder = RemoteDecoder(session, path: "x", byteCount: 1000)
    #expect(!decoder.seek(toFrame: 1))
    #expect(keeper.isEnded)
    #expect(decoder.trouble?.english.contains("has given nothing for 1 second") == true)
  }
}

private struct UncheckedBox: @unchecked Sendable {
  let value: any Decoding.Decoder
  init(_ value: any Decoding.Decoder) { self.value = value }
}

extension PacketSocket {
  fileprivate func answer(_ bytes: [UInt8], descriptors: [Int32] = []) {
    send(DecoderAnswer.bytes(bytes, bytesRead: 0), descriptors: descriptors)
  }
}
