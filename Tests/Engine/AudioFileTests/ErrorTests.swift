// ErrorTests.swift
// What cannot be shown says why, in words for people. Nothing hangs.

import CSndfile
import Dispatch
import Foundation
import HostIO
import Recording
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite struct ErrorTests {
  let folder = TestFolder()

  private func code(_ path: FilePath) -> AudioFileError.Code? {
    let log = EventLog()
    PeakReader(path: path) { log.take($0) }.start()
    #expect(log.waitForEnd(), "\(path.displayName) hangs")
    if let error = log.error {
      #expect(error.path == path)
      #expect(error.message.contains(path.displayName))
      #expect(!error.message.contains("\n") && !error.reason.contains("\n") && !error.advice.isEmpty)
    }
    return log.error?.code
  }

  @Test func `what is not a file says so`() {
    let fifo = folder.file("fifo")
    mkfifo(fifo.string, 0o600)
    #expect(code(fifo) == .notARegularFile)
    #expect(code("/dev/zero") == .notARegularFile)
    #expect(code("/dev/null") == .notARegularFile)
    #expect(code(folder.path) == .isFolder)
    #expect(code(folder.file("nothing.wav")) == .notFound)
    #expect(code(folder.file("nothing").appending("below.wav")) == .notFound)
    #expect(code(folder.write([], as: "empty.wav")) == .emptyFile)
  }

  @Test func `what is not a sound says so`() {
    #expect(code(folder.write(Array("Dear diary,\ntoday".utf8), as: "text.wav")) == .unknownFormat)
    #expect(code(folder.write(Array("Dear diary,\ntoday".utf8), as: "text.mp3")) == .unknownFormat)
    #expect(
      code(folder.write([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], as: "picture.png")) == .unknownFormat)
    #expect(code(folder.write([7], as: "byte")) == .unknownFormat)
  }

  @Test(
    arguments: [
      ("an MP4", [0, 0, 0, 32] + Array("ftypM4A isom".utf8)),
      ("a Matroska", [0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3]),
      ("a WavPack", Array("wvpk1234".utf8)), ("a Monkey", Array("MAC 1234".utf8)),
      ("Windows Media", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6]),
      ("Speex", Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [1, 80] + Array("Speex   1.2".utf8)),
      ("a raw AAC", [0xFF, 0xF1, 0x50, 0x80, 0, 0, 0, 0]), ("an AVI", Array("RIFF1234AVI LIST".utf8)),
    ] as [(String, [UInt8])])
  func `known formats that cannot be decoded are named`(name: String, bytes: [UInt8]) {
    let path = folder.write(bytes + [UInt8](repeating: 0, count: 4000), as: "sound")
    #expect(code(path) == .damaged)
    #expect(EventLog.reading(path).error?.message.contains(name) == true)
  }

  @Test(
    arguments: [
      ("a MIDI file", Array("MThd1234".utf8)), ("a tracker module", Array("Extended Module: x".utf8)),
      ("an OptimFROG", Array("OFR 1234".utf8)),
    ] as [(String, [UInt8])])
  func `known formats that nobody decodes are named`(name: String, bytes: [UInt8]) {
    let path = folder.write(bytes + [UInt8](repeating: 0, count: 4000), as: "sound")
    #expect(code(path) == .unsupportedFormat)
    #expect(EventLog.reading(path).error?.message.contains(name) == true)
  }

  @Test func `a sound without channels, rate or frames says so`() {
    var bytes = WaveFile([1, 2, 3]).bytes
    bytes[22] = 0
    #expect(code(folder.write(bytes, as: "channels.wav")) == .noAudio)
    bytes = WaveFile([1, 2, 3], rate: 0).bytes
    #expect(code(folder.write(bytes, as: "rate.wav")) == .noAudio)
    #expect(code(folder.write(WaveFile([]).bytes, as: "frames.wav")) == .noAudio)
  }

  @Test func `a sound that is damaged from the start says so`() {
    let path = folder.file("damaged.flac")
    let tones = TestSound.tones(frames: 5000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 1)
    var bytes = contents(path)
    for index in 8..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index) }
    #expect(code(folder.write(bytes, as: "damaged.flac")) == .damaged)
    #expect(
      code(folder.write(Array("OggS".utf8) + [UInt8](repeating: 1, count: 99), as: "damaged.ogg")) == .damaged
    )
  }

  /// What is no sound under the name of one, and what is too short to tell: by name and code.
  private var refused: [(FilePath, AudioFileError.Code)] {
    let png = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
    let letter = Array(String(repeating: "Dear diary, today nothing happened.\n", count: 200).utf8)
    return [
      (folder.write([0, 0, 0, 12] + Array("ftypM4A ".utf8), as: "short.mp4"), .damaged),
      (folder.write([0, 0, 0, 12] + Array("ftypM4A ".utf8), as: "short.wav"), .damaged),
      (folder.write(letter, as: "letter.wav"), .unknownFormat),
      (folder.write(letter, as: "letter.mp3"), .unknownFormat),
      (
        folder.write(png + (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }, as: "x.mp3"),
        .unknownFormat
      ),
    ]
  }

  @Test func `a wrong name does not hide the reason`() {
    for (path, expected) in refused {
      #expect(code(path) == expected, "\(path.displayName): \(EventLog.reading(path).error?.reason ?? "")")
    }
  }

  @Test func `files that are refused close no descriptor but their own`() {
    let refused = refused
    let samples = (0..<30_000).map { Int16(truncatingIfNeeded: $0 &* 31) }
    let good = folder.write(WaveFile(samples).bytes, as: "good.wav")
    let wrong = Mutex<Set<String>>([])
    // Half of the threads open what is refused, over and over, while the others read.
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<8 {
        if thread % 2 == 0 {
          for (path, expected) in refused {
            let code = EventLog.reading(path).error?.code
            if code != expected { _ = wrong.withLock { $0.insert("\(path.displayName): \(code as Any)") } }
          }
        } else {
          let log = EventLog.reading(good, blocks: .constant(500))
          let slice = FileSampleSourceTests.read(good, 29_000..<29_010)
          if log.report?.frames != samples.count || slice?.range.count != 10 {
            _ = wrong.withLock { $0.insert("good: \(log.error?.reason ?? "short")") }
          }
        }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(openDescriptors(below: folder.path) == 0)
  }

  /// How many descriptors of this process point to files in a folder.
  private func openDescriptors(below folder: FilePath) -> Int {
    let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return links.count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      return target?.contains(folder.lastComponent!.string) == true
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file that may not be read says so`() {
    let path = folder.write(WaveFile([1, 2, 3]).bytes, as: "secret.wav")
    chmod(path.string, 0)
    #expect(code(path) == .noPermission)
  }

  @Test func `every code has its sentences`() {
    for code in AudioFileError.Code.allCases {
      let error = AudioFileError(code, path: "/x/take\n<b>.wav")
      #expect(error.message.hasSuffix(".") && error.message.contains("take␊<b>.wav"))
      #expect(error.advice.hasSuffix(".") && !error.reason.isEmpty && !error.message.contains("\n"))
    }
  }

  @Test func `any name can be opened and shown on one line`() {
    let names: [[UInt8]] = [
      [UInt8](repeating: 0x61, count: 255), Array("line\nend\r.wav".utf8), [0x66, 0xFC, 0x72, 0xFF, 0x2E],
      Array("<b>&amp;".utf8), Array("\u{202E}vaw.ti".utf8), Array("-o".utf8), Array(" ".utf8),
    ]
    for name in names {
      let bytes = Array(folder.path.string.utf8) + [0x2F] + name + [0]
      let path = bytes.withUnsafeBytes {
        FilePath(platformString: $0.bindMemory(to: CChar.self).baseAddress!)
      }
      folder.write(WaveFile([1, 2, 3]).bytes, to: path)
      #expect(EventLog.reading(path).report?.frames == 3)
      let shown = path.displayName
      #expect(!shown.isEmpty && !shown.contains { $0.isNewline } && !shown.contains("\u{202E}"))
      #expect(FileSampleSourceTests.read(path, 0..<3)?.range == 0..<3)
    }
  }
}
