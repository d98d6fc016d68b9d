// PeakCacheTests.swift
// The cache as a reader uses it: hits without a decoder, what makes an entry stale, what is kept at all, which entries
// go first, and folders that cannot be written.

import CSndfile
import Foundation
import Glibc
import Measures
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct PeakCacheTests {
  let folder = TestFolder()

  /// A cache that keeps everything, however fast it was read.
  private var cache: PeakCache { PeakCache(folder: folder.file("cache/peaks"), minimumMilliseconds: 0) }

  private func read(_ path: FilePath, _ cache: PeakCache?, options: OpenOptions = OpenOptions()) -> EventLog {
    let log = EventLog()
    PeakReader(path: path, options: options, cache: cache) { log.take($0) }.readNow()
    return log
  }

  /// A sound that was written long ago.
  private func sound(_ name: String = "a.wav", frames: Int = 100_000, value: Int = 3) -> FilePath {
    let path = folder.write(
      WaveFile((0..<frames).map { Int16(truncatingIfNeeded: $0 &* value) }, channels: 2).bytes, as: name)
    date(path, 1_000_000_000, 123_456_789)
    return path
  }

  private func date(_ path: FilePath, _ seconds: Int, _ nanoseconds: Int = 0) {
    let times = [
      timespec(tv_sec: seconds, tv_nsec: nanoseconds), timespec(tv_sec: seconds, tv_nsec: nanoseconds),
    ]
    #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
  }

  /// Overwrites the file's bytes in place: the same inode.
  private func overwrite(_ path: FilePath, _ bytes: [UInt8]) {
    path.withPlatformString {
      let file = open($0, O_WRONLY)
      #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
      close(file)
    }
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cache.folder.string)) ?? []).sorted()
  }

  @Test(arguments: [SF_FORMAT_PCM_16, SF_FORMAT_FLOAT], 1...3)
  func `the second reading gives what the first one gave`(encoding: Int, channels: Int) throws {
    let path = folder.file("a.wav")
    TestSound.write(
      TestSound.tones(frames: 70_000, channels: channels), to: path, format: SF_FORMAT_WAV | encoding,
      channels: channels)
    date(path, 1_000_000_000)
    let first = read(path, cache)
    let second = read(path, cache)
    #expect(first.report?.isFromCache == false && second.report?.isFromCache == true)
    #expect(second.all.count == 2, "opened and finished")
    #expect(second.description == first.description && second.report?.frames == first.report?.frames)
    #expect(second.report?.seeking == first.report?.seeking)
    let found = try #require(second.peaks)
    let expected = try #require(first.peaks)
    for channel in 0..<channels {
      #expect(columns(found, channel: channel) == columns(expected, channel: channel))
    }
  }

  @Test func `a hit opens no decoder`() throws {
    let path = sound()
    let first = read(path, nil)
    let description = try #require(first.description), report = try #require(first.report)
    // No decoder could open this; its entry is of what it was.
    overwrite(path, [UInt8](repeating: 0x55, count: contents(path).count))
    date(path, 1_000_000_000, 123_456_789)
    #expect(read(path, nil).error != nil)
    let key = PeakCacheKey(try FileBytes(path: path).state, path: path, options: OpenOptions())
    cache.keep(description, report, try #require(first.peaks), for: key, now: key, milliseconds: 1)
    let second = read(path, cache)
    #expect(second.report?.isFromCache == true && second.report?.frames == report.frames)
    #expect(read(path, nil).error != nil)
  }

  /// As editors and synchronizers do that keep the dates of files.
  @Test func `a time of writing that is put back hides no other content`() throws {
    let path = sound()
    let first = read(path, cache)
    #expect(read(path, cache).report?.isFromCache == true)
    let before = try #require(FileState(of: path))
    let silence = contents(path).prefix(44) + [UInt8](repeating: 0, count: contents(path).count - 44)
    overwrite(path, Array(silence))
    // The kernel's clock for files goes in steps of some milliseconds.
    repeat { date(path, 1_000_000_000, 123_456_789) } while FileState(of: path)?.changed == before.changed
    #expect(
      FileState(of: path)?.hasSameContent(as: before) == true, "nobody would know by the time of writing")
    let second = read(path, cache)
    #expect(second.report?.isFromCache == false)
    #expect(columns(try #require(second.peaks), channel: 0) != columns(try #require(first.peaks), channel: 0))
    #expect(cache.contents.entries == 1, "the new entry takes the place of the old one")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `an entry of another user is not believed`() throws {
    let path = sound()
    _ = read(path, cache)
    #expect(read(path, cache).report?.isFromCache == true)
    #expect(chown(cache.folder.appending(names[0]).string, geteuid() + 1, getgid()) == 0)
    #expect(read(path, cache).report?.isFromCache == false)
    #expect(read(path, cache).report?.isFromCache == true, "the own entry took its place")
  }

  @Test func `every part of the key makes it another file`() throws {
    let path = sound()
    _ = read(path, cache)
    let isHit = { (path: FilePath, options: OpenOptions) in
      read(path, PeakCache(folder: cache.folder, minimumMilliseconds: .max), options: options).report?
        .isFromCache
    }
    #expect(isHit(path, OpenOptions()) == true)
    #expect(isHit(path, OpenOptions(audioTrack: 0)) == false)
    var raw = RawFormat(encoding: .s16le, channels: 1, sampleRate: 8000)
    #expect(isHit(path, OpenOptions(raw: raw)) == false)
    _ = read(path, cache, options: OpenOptions(raw: raw))
    #expect(isHit(path, OpenOptions(raw: raw)) == true)
    raw.dataOffset = 2
    #expect(isHit(path, OpenOptions(raw: raw)) == false)
    #expect(isHit(path, OpenOptions()) == true)
    let link = folder.file("link.wav")
    #expect(symlink(path.string, link.string) == 0)
    #expect(isHit(link, OpenOptions()) == true, "the same file by another name")
    date(path, 1_000_000_000, 123_456_788)
    #expect(isHit(path, OpenOptions()) == false, "a nanosecond")
    date(path, 1_000_000_001, 123_456_789)
    #expect(isHit(path, OpenOptions()) == false, "a second")
    date(path, 1_000_000_000, 123_456_789)
    _ = read(path, cache)
    #expect(isHit(path, OpenOptions()) == true)
    let renamed = folder.file("b.wav")
    #expect(rename(path.string, renamed.string) == 0)
    // File systems count a new name as a change. The file is read again, and its entry replaced.
    _ = read(renamed, cache)
    #expect(isHit(renamed, OpenOptions()) == true)
    let suffix = folder.file("b.vox")
    #expect(rename(renamed.string, suffix.string) == 0)
    #expect(isHit(suffix, OpenOptions()) == false, "a suffix can decide what a file is")
    #expect(rename(suffix.string, renamed.string) == 0)
    let bytes = contents(renamed)
    folder.write(bytes, to: folder.file("c.wav"))
    date(folder.file("c.wav"), 1_000_000_000, 123_456_789)
    #expect(isHit(folder.file("c.wav"), OpenOptions()) == false, "another inode")
    folder.write(bytes + [0, 0, 0, 0], to: renamed)
    date(renamed, 1_000_000_000, 123_456_789)
    #expect(isHit(renamed, OpenOptions()) == false, "another size")
  }

  @Test func `device and format version are part of the key`() throws {
    let path = sound()
    let key = try PeakCacheKey(FileBytes(path: path).state, path: path, options: OpenOptions())
    var other = key
    other.file.device += 1
    #expect(other.bytes != key.bytes && other.fileName != key.fileName)
    other = key
    other.file.changed += 1
    #expect(other.bytes != key.bytes && other.fileName == key.fileName, "it replaces the entry of before")
    var reader = ByteReader(key.bytes)
    #expect(try reader.number(UInt32.self) == PeakCacheEntry.formatVersion)
  }

  // MARK: What is kept

  @Test func `only what took long, is complete and lies still is kept`() {
    let path = sound()
    _ = read(path, PeakCache(folder: cache.folder, minimumMilliseconds: .max))
    #expect(names.isEmpty, "it was fast")
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    date(path, now.tv_sec)
    _ = read(path, cache)
    #expect(names.isEmpty, "it was written only just now")
    let cut = folder.write(Array(contents(path).dropLast(1000)), as: "cut.wav")
    date(cut, 1_000_000_000)
    #expect(read(cut, cache).report?.isComplete == false)
    #expect(names.isEmpty, "it is not complete")
    date(path, 1_000_000_000)
    _ = read(path, cache)
    #expect(names.count == 1)
    _ = read(path, nil)
    #expect(names.count == 1)
  }

  @Test func `a file that is written to while it is read is not kept`() {
    let path = sound()
    let log = EventLog()
    let reader = PeakReader(path: path, cache: cache) { event in
      if case .finished = event { date(path, 1_000_000_007) }
      log.take(event)
    }
    reader.readNow()
    #expect(log.report != nil && names.isEmpty)
  }

  @Test func `folder and entries are for the user alone`() {
    _ = read(sound(), cache)
    var status = stat()
    #expect(stat(cache.folder.string, &status) == 0 && status.st_mode & 0o777 == 0o700)
    for name in names {
      #expect(stat(cache.folder.string + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
    #expect(names.count == 1 && names[0].hasSuffix(".peaks"))
  }

  // MARK: The folder

  @Test func `the folder follows the base directory specification`() {
    let folder = { (variables: [String: FilePath]) in PeakCache.ofUser { variables[$0] }?.folder }
    #expect(folder(["XDG_CACHE_HOME": "/x", "HOME": "/h"]) == "/x/barline/peaks")
    #expect(folder(["HOME": "/h"]) == "/h/.cache/barline/peaks")
    #expect(
      folder(["XDG_CACHE_HOME": "x/y", "HOME": "/h"]) == "/h/.cache/barline/peaks", "relative: ignored")
    #expect(folder(["XDG_CACHE_HOME": "", "HOME": "/h"]) == "/h/.cache/barline/peaks")
    #expect(folder(["HOME": "h"]) == nil)
    #expect(folder([:]) == nil)
  }

  @Test func `a folder that cannot be is no cache`() {
    let path = sound()
    let file = folder.write([1], as: "file")
    for place in [file, file.appending("below"), "/proc/self/nothing", FilePath("/dev/null/x")] {
      let log = read(path, PeakCache(folder: place, minimumMilliseconds: 0))
      #expect(log.report?.isFromCache == false && log.report?.frames == 100_000 / 2, "\(place)")
      #expect(PeakCache(folder: place).contents == .init() && PeakCache(folder: place).clear() == .init())
    }
    #expect(contents(file) == [1])
  }

  @Test func `the entry that was not used for longest goes first`() throws {
    let paths = (0..<4).map { sound("\($0).wav", value: $0 + 2) }
    for path in paths { _ = read(path, cache) }
    let size = cache.contents.bytes / 4
    let entries = try paths.map { path in
      cache.path(
        of: try PeakCacheKey(FileBytes(path: path).state, path: path, options: OpenOptions()))
    }
    for (age, entry) in entries.enumerated() { date(entry, 1_000_000_000 + age) }
    // Reading uses it: the oldest is now the youngest.
    #expect(read(paths[0], cache).report?.isFromCache == true)
    _ = read(
      sound("new.wav", value: 77),
      PeakCache(folder: cache.folder, byteLimit: size * 3 + size / 2, minimumMilliseconds: 0))
    let left = entries.map { FileManager.default.fileExists(atPath: $0.string) }
    #expect(left == [true, false, false, true])
    #expect(cache.contents.entries == 3)
  }

  @Test func `clearing takes entries and what writers left, and nothing else`() {
    _ = read(sound(), cache)
    let bytes = cache.contents.bytes
    folder.write([1, 2, 3], to: cache.folder.appending(".barline-1-2"))
    folder.write([1, 2, 3], to: cache.folder.appending("mine.txt"))
    #expect(cache.contents == .init(entries: 1, bytes: bytes))
    #expect(cache.clear() == .init(entries: 1, bytes: bytes))
    #expect(names == ["mine.txt"])
  }

  @Test func `what a writer left behind goes when it is old`() throws {
    _ = read(sound(), cache)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/true")
    try writer.run()
    writer.waitUntilExit()
    let old = ".barline-\(writer.processIdentifier)-1", young = ".barline-\(writer.processIdentifier)-2"
    for name in [old, young] { folder.write([1], to: cache.folder.appending(name)) }
    date(cache.folder.appending(old), 1_000_000_000)
    cache.trim()
    #expect(names.filter { $0.hasPrefix(".") } == [young])
  }

  // MARK: Damage and crowds

  @Test func `a damaged entry is read past, deleted and made anew`() throws {
    let path = sound()
    let expected = try #require(read(path, cache).peaks)
    let entry = cache.folder.appending(names[0])
    let good = contents(entry)
    for place in [0, 20, good.count / 2, good.count - 1] {
      var bad = good
      bad[place] ^= 0x10
      folder.write(bad, to: entry)
      let log = read(path, PeakCache(folder: cache.folder, minimumMilliseconds: .max))
      #expect(log.report?.isFromCache == false && names.isEmpty, "byte \(place)")
      #expect(columns(try #require(log.peaks), channel: 1) == columns(expected, channel: 1))
    }
    _ = read(path, cache)
    #expect(contents(entry) == good)
  }

  @Test func `an entry that is being read stays whole while another takes its place`() throws {
    let path = sound()
    let log = read(path, cache)
    let entry = cache.folder.appending(names[0])
    let old = try FileBytes(path: entry)
    let bytes = contents(entry)
    let key = try PeakCacheKey(FileBytes(path: path).state, path: path, options: OpenOptions())
    let first = try #require(log.report)
    let report = ReadReport(
      frames: first.frames, framesPromised: first.framesPromised, nonFiniteSamples: 0, isComplete: true,
      warnings: ["another one"], seeking: first.seeking)
    cache.keep(
      try #require(log.description), report, try #require(log.peaks), for: key, now: key, milliseconds: 1)
    let new = try #require(cache.entry(for: key))
    #expect(new.report.warnings == ["another one"] && names.count == 1)
    #expect(old.currentState?.byteCount == bytes.count)
    let isWhole = old.bytes(at: 0, length: bytes.count) == bytes
    #expect(isWhole)
  }

  @Test func `many writers and readers of one entry see it whole or not at all`() throws {
    let path = sound()
    let expected = columns(try #require(read(path, nil).peaks), channel: 0)
    let wrong = Atomic<Int>(0), hits = Atomic<Int>(0), running = Atomic<Int>(8)
    let done = DispatchSemaphore(value: 0)
    for thread in 0..<8 {
      let cache = cache
      let isStarted = BackgroundThread.start { [self] in
        for round in 0..<40 {
          let log = read(path, cache)
          if log.report?.isFromCache == true { hits.add(1, ordering: .relaxed) }
          if log.peaks.map({ columns($0, channel: 0) }) != expected { wrong.add(1, ordering: .relaxed) }
          if (round + thread) % 4 == 0 { cache.clear() }
        }
        if running.subtract(1, ordering: .relaxed).newValue == 0 { done.signal() }
      }
      #expect(isStarted)
    }
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(wrong.load(ordering: .relaxed) == 0 && hits.load(ordering: .relaxed) > 0)
    _ = read(path, cache)
    #expect(names.count == 1 && names[0].hasSuffix(".peaks"), "no writer left anything behind")
  }

  @Test func `measures are kept beside the peaks, and found again`() throws {
    let path = sound()
    _ = read(path, cache)
    let description = try AudioFileReader(path: path).description
    var readings = 0
    func blocks(_ cache: PeakCache) throws -> MeasuredBlocks? {
      nonisolated(unsafe) var isRead = false
      let found = try RecordingMeasures.blocks(
        of: path, options: OpenOptions(), description: description, cache: cache,
        goesOn: {
          isRead = true
          return true
        }, progressed: { _ in })
      readings += isRead ? 1 : 0
      return found
    }
    let first = try #require(try blocks(cache))
    #expect(try blocks(cache) == first && readings == 1)
    #expect(cache.contents.entries == 1 && names.count == 2)
    // An entry of peaks is as good without measures.
    #expect(read(path, cache).report?.isFromCache == true)
    // Every damage is found.
    let entry = cache.folder.appending(try #require(names.first { $0.contains("measures") }))
    var bytes = try FileContents.read(entry, limit: 1 << 24)
    bytes[bytes.count / 2] ^= 1
    overwrite(entry, bytes)
    #expect(try blocks(cache) == first && readings == 2)
    // Another state of the file has other measures.
    date(path, 1_000_000_500)
    #expect(try blocks(cache) == first && readings == 3)
    cache.clear()
    #expect(names.isEmpty)
  }

  @Test func `measures in blocks of another length are damaged`() {
    let shape = MeasureShape(channels: 1, sampleRate: 800)
    let key = PeakCacheKey(
      FileState(device: 1, inode: 2, byteCount: 3, modified: 4), path: "/a.wav", options: OpenOptions())
    // Those of 100 ms are as many, but of 80 frames.
    for (lengths, isWhole) in [([100, 50], true), ([80, 70], false)] {
      let blocks = lengths.map { frames in
        var block = MeasureBlock()
        block.frames = frames
        return block
      }
      let body = PeakCache.bytes(MeasuredBlocks(shape: shape, range: 0..<150, blocks: blocks), key)
      let bytes = body + withUnsafeBytes(of: XXH64.of(body).littleEndian) { Array($0) }
      let read = try? PeakCache.blocks(bytes, key, shape)
      #expect((read != nil) == isWhole, "\(lengths)")
    }
  }
}
