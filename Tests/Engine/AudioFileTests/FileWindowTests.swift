// FileWindowTests.swift
// A window gives the bytes of its stretch of the file, wherever it is asked and however little at a time, and says
// why the device failed.

import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import CodecDecoding
@testable import AudioDecoding
@testable import HostIO

@Suite struct FileWindowTests {
  let folder = TestFolder()

  private func read(_ window: FileWindow, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = window.read(into: buffer.baseAddress!, count: count)
    }
  }

  /// More than is read ahead, several times; no two stretches of it are alike.
  private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 7 ^ $0 >> 11) }

  @Test(arguments: [nil, 0..<100_000, 7777..<60_001, 99_000..<200_000] as [Range<Int>?], [0, 42])
  func `every read after every jump gives the bytes of its place`(range: Range<Int>?, headCount: Int) throws {
    let head = [UInt8](repeating: 0xAB, count: headCount)
    let stretch = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    let all = head + bytes[stretch]
    let window = FileWindow(
      try FileBytes(path: folder.write(bytes, as: "bytes")), range: range, head: head)
    #expect(window.length == all.count)
    var random = RandomNumbers(seed: 11)
    var wrong: [String] = []
    for _ in 0..<5000 {
      window.begin(.read)
      // Near by in both directions, as a decoder that looks for something goes; sometimes far away.
      let place = max(
        0,
        random.below(4) == 0
          ? random.below(all.count + 20_000) : min(all.count, window.place) + random.below(40_000) - 20_000)
      let count = [1, 4, 100, 8191, 8192, 20_000][random.below(6)]
      let isThere = window.seek(to: place, from: SEEK_SET) == place
      let found = read(window, count)
      let wanted = Array(all.dropFirst(place).prefix(count))
      if !isThere || found != wanted || window.place != place + wanted.count {
        wrong.append("\(count) at \(place)")
      }
    }
    #expect(wrong == [] && window.failure == nil)
  }

  @Test func `what begins behind a hole gets little at first`() throws {
    let file = try FileBytes(path: folder.write(bytes, as: "bytes"))
    let window = FileWindow(file, range: 1000..<90_000, head: [1, 2], portion: 512)
    let before = file.bytesRead
    #expect(read(window, 8000) == [1, 2] + bytes[1000..<1512] && file.bytesRead == before + 512)
    var place = 1512
    for portion in [1024, 2048, 4096, 8192, 16_384, 50_000] {
      #expect(read(window, 50_000) == Array(bytes[place..<place + portion]), "\(portion)")
      place += portion
    }
  }

  @Test func `a jump is counted from the beginning, the place or the end`() throws {
    let window = FileWindow(
      try FileBytes(path: folder.write(bytes, as: "bytes")), range: 10..<1000, head: [1, 2])
    #expect(window.seek(to: 5, from: SEEK_SET) == 5 && window.seek(to: 7, from: SEEK_CUR) == 12)
    #expect(window.seek(to: -2, from: SEEK_END) == 990 && read(window, 9) == Array(bytes[998..<1000]))
    #expect(window.seek(to: 50, from: SEEK_END) == 1042 && read(window, 9) == [])
    #expect(window.seek(to: -1, from: SEEK_SET) == -1 && window.seek(to: .max, from: SEEK_CUR) == -1)
    #expect(window.place == 1042, "a jump that cannot be changes nothing")
  }

  @Test(arguments: [1, 4, 8191, 8192, 50_000])
  func `why the device fails is remembered, whatever is asked for`(count: Int) throws {
    let file = try FileBytes(path: folder.write(bytes, as: "bytes"))
    let window = FileWindow(file)
    #expect(read(window, 4) == Array(bytes[..<4]) && window.failure == nil)
    // In place of the file: nothing that could be read.
    let other = open(folder.path.string, O_RDONLY | O_CLOEXEC)
    #expect(dup2(other, file.descriptor) == file.descriptor)
    close(other)
    #expect(window.seek(to: 50_000, from: SEEK_SET) == 50_000 && read(window, count) == [])
    #expect(window.failure == .isDirectory)
  }
}
