// FFmpegFaultTests.swift
// Odd names, broken files, and children that are killed, stopped or left alone: nothing hangs, nothing stays behind.

import AudioFormats
import Dispatch
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import AudioDecoding
@testable import HostIO
@testable import Recording

@Suite struct FFmpegFaultTests {
  let folder = TestFolder()

  private func alac(_ name: String, frames: Int = 5000, _ options: [String] = []) -> FilePath {
    TestMedia.encode(
      TestMedia.noise(frames: frames, channels: 2), channels: 2, ["-c:a", "alac"] + options, as: name,
      in: folder)
  }

  @Test func `no name is too odd`() {
    let bytes = contents(alac("plain.m4a"))
    let names =
      [
        "-o", "-i", "%03d.m4a", "a:b.m4a", "pipe:0", "http:x.m4a", "line\nend\r.m4a", " ", "\\",
        "'\"|;$(x)`y`.m4a",
        "concat:a|b", "*.m4a", "[a]?.m4a", "data:audio,x", "a,b=c;d.m4a",
      ].map { Array($0.utf8) } + [[0x66, 0xFC, 0xFF, 0x2E], [UInt8](repeating: 0x61, count: 255)]
    for name in names {
      let path = (Array(folder.path.string.utf8) + [0x2F] + name + [0]).withUnsafeBytes {
        FilePath(platformString: $0.bindMemory(to: CChar.self).baseAddress!)
      }
      folder.write(bytes, to: path)
      #expect(EventLog.reading(path).report?.frames == 5000, "\(path.displayName)")
    }
  }

  @Test func `what is read is the file that was opened, whatever has its name now`() throws {
    let path = alac("first.m4a")
    let other = alac("second.m4a", frames: 700)
    var reader = try AudioFileReader(path: path)
    rename(other.string, path.string)
    // To go back, a decoder is started anew.
    #expect(try reader.seek(toFrame: 4000) && reader.seek(toFrame: 10) && reader.seek(toFrame: 5000))
    unlink(path.string)
    #expect(try reader.seek(toFrame: 20))
  }

  @Test func `a list of other files is not followed`() {
    let other = alac("other.m4a")
    let lists = [
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n\(other.string)\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile \(other.string)\n", "[playlist]\nFile1=\(other.string)\n",
    ]
    for (number, text) in lists.enumerated() {
      // Plain text would not even be asked about.
      let padding = "# é" + String(repeating: "x", count: 200) + "\n"
      let path = folder.write(Array((text + padding).utf8), as: "list\(number).m3u8")
      #expect(EventLog.reading(path).error?.code == .unknownFormat)
    }
  }

  @Test func `a file that is cut off says how much is missing`() throws {
    let frames = 441_000
    let whole = contents(
      TestMedia.encode(
        TestMedia.noise(frames: frames, channels: 1), channels: 1, ["-c:a", "aac", "-movflags", "faststart"],
        as: "whole.m4a", in: folder))
    let log = EventLog.reading(folder.write(Array(whole[..<(whole.count / 2)]), as: "cut.m4a"))
    let report = try #require(log.report)
    #expect(report.frames > frames / 4 && report.frames < frames * 3 / 4 && !report.isComplete)
    #expect(report.framesPromised == frames && report.missing == frames - report.frames)
    #expect(report.warnings.contains { $0.contains("cut off or damaged") && $0.contains("0:10.000") })
  }

  @Test func `a file whose index is missing is damaged, and is named`() {
    let whole = contents(alac("whole.m4a"))
    let error = EventLog.reading(folder.write(Array(whole[..<(whole.count / 2)]), as: "cut.m4a")).error
    #expect(error?.code == .damaged && error?.message.contains("an MP4 file") == true)
  }

  @Test func `a byte that is wrong anywhere neither hangs nor crashes`() {
    let whole = contents(alac("whole.mka", frames: 20_000, ["-f", "matroska"]))
    var random = UInt64(9)
    for round in 0..<25 {
      var bytes = whole
      for _ in 0..<5 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(random >> 33) % (round % 2 == 0 ? 600 : bytes.count)] = UInt8(
          truncatingIfNeeded: random >> 20)
      }
      let log = EventLog.reading(folder.write(bytes, as: "\(round).mka"))
      #expect(log.report != nil || log.error != nil)
    }
  }

  @Test func `a child that is killed is an error, and what came before it counts`() throws {
    let path = alac("long.m4a", frames: 2_000_000)
    var reader = try AudioFileReader(path: path)
    let buffer = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 20_000)
    defer { buffer.deallocate() }
    #expect(try reader.read(into: buffer) == 10_000)
    reader.child?.terminate()
    var failure: AudioFileError?
    do throws(AudioFileError) { while try reader.read(into: buffer) > 0 {} } catch { failure = error }
    #expect(failure?.code == .readFailed && failure?.reason.contains("ended unexpectedly") == true)
    #expect(reader.position >= 10_000 && reader.position < 2_000_000)
    #expect(try reader.seek(toFrame: 0) && reader.read(into: buffer) == 10_000, "it can begin anew")
  }

  @Test func `a child that was stopped holds nobody up`() throws {
    let path = alac("long.m4a", frames: 2_000_000)
    let opened = DispatchSemaphore(value: 0), stopped = DispatchSemaphore(value: 0)
    let reader = PeakReader(path: path) { event in
      guard case .opened = event else { return }
      opened.signal()
      stopped.wait()
    }
    reader.start()
    opened.wait()
    // It cannot have finished: nobody has read from its pipe.
    let children = TestMedia.readers(of: folder)
    #expect(children.count == 1)
    for child in children { kill(child, SIGSTOP) }
    stopped.signal()
    reader.cancel()
    #expect(TestMedia.eventually { TestMedia.readers(of: folder).isEmpty })
    for child in children { #expect(TestMedia.eventually { kill(child, 0) != 0 }, "a zombie") }
  }

  @Test func `a sample source that is cancelled lets go of its child`() throws {
    let path = alac("long.m4a", frames: 2_000_000)
    let description = try AudioFileReader(path: path).description
    let source = FileSampleSource(path: path, description: description)
    #expect(try source.read(5..<9).range == 5..<9)
    let child = try #require(TestMedia.readers(of: folder).first)
    kill(child, SIGSTOP)
    let over = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = try? source.read(1_900_000..<1_900_001)
      over.signal()
    }
    source.cancel()
    #expect(over.wait(timeout: .now() + 20) == .success)
  }

  @Test func `a child that always has something to give gives nothing to nobody`() throws {
    let path = alac("long.m4a", frames: 2_000_000)
    let opening = try #require(
      try FFmpegOpening(FileBytes(path: path), path: path, options: OpenOptions(), guess: .unknown))
    let decoder = try FFmpegDecoder(FileBytes(path: path, goesOn: { false }), opening.stream)
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 2000)
    defer { room.deallocate() }
    #expect(decoder.read(into: room) == 0)
    #expect(TestMedia.eventually { TestMedia.readers(of: folder).isEmpty })
  }

  @Test func `many threads at once leave no child and no descriptor`() {
    let paths = [
      alac("a.m4a", frames: 30_000), alac("b.mov", frames: 30_000),
      folder.write([0, 0, 0, 12] + Array("ftypM4A ".utf8), as: "short.mp4"),
    ]
    let wrong = Mutex<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      for round in 0..<5 {
        let path = paths[(thread + round) % 3]
        let log = EventLog.reading(path)
        if log.report?.frames != 30_000, log.error?.code != .damaged {
          _ = wrong.withLock { $0.insert("\(path.displayName): \(log.error?.reason ?? "short")") }
        }
        // Left in the middle of its work.
        guard round == 3, var reader = try? AudioFileReader(path: paths[0]) else { continue }
        if (try? reader.seek(toFrame: 3)) != true { _ = wrong.withLock { $0.insert("no seek") } }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(TestMedia.eventually { TestMedia.readers(of: folder).isEmpty })
    let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let left = links.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    .filter { $0.contains(folder.path.lastComponent!.string) }
    #expect(left == [])
  }
}
