// SpooledSampleSourceTests.swift
// Random access through a temporary file: the same samples bit for bit, waiting and cancelling, a disk without
// room, and nothing that stays behind.

import AudioDecoding
import CSndfile
import Dispatch
import Foundation
import HostIO
import Recording
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct SpooledSampleSourceTests {
  let folder = TestFolder()
  private var spools: FilePath { folder.file("spools") }
  private var place: SpoolPlace { SpoolPlace(folders: [spools], freeBytes: { _ in nil }) }

  private func source(_ path: FilePath, place: SpoolPlace? = nil) throws -> SpooledSampleSource {
    let description = try AudioFileReader(path: path).description
    return SpooledSampleSource(path: path, description: description, place: place ?? self.place)
  }

  /// Everything, decoded from the start.
  private func decoded(_ path: FilePath) throws -> [Float] {
    var reader = try AudioFileReader(path: path)
    var all: [Float] = []
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 999 * reader.description.channels)
    defer { block.deallocate() }
    while case let count = try reader.read(into: block), count > 0 {
      all += block[..<(count * reader.description.channels)]
    }
    return all
  }

  private func tones(_ name: String, _ format: Int, frames: Int = 150_000, channels: Int = 2) -> FilePath {
    let path = folder.file(name)
    let samples = TestSound.tones(frames: frames, channels: channels)
    #expect(TestSound.write(samples, to: path, format: format, channels: channels, sampleRate: 48_000))
    return path
  }

  /// A variable bit rate and no table of contents: only a stream delivers all of it.
  private func taglessMP3() throws -> FilePath {
    let wave = tones("source.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let path = folder.file("tagless.mp3")
    try Tool.run("lame", "--silent", "-t", "-V", "4", wave.string, path.string)
    return path
  }

  private func compare300(_ path: FilePath, channels: Int = 2) throws {
    let all = try decoded(path)
    let length = all.count / channels
    try #require(length > 1000)
    let source = try source(path)
    var random = RandomNumbers(seed: UInt64(all.count))
    for _ in 0..<300 {
      let first = random.below(length)
      // A few reach over blocks; the others are small, as debug builds compare slowly.
      let most = random.below(30) == 0 ? 70_000 : 300
      let range = first..<min(length, first + 1 + random.below(most))
      let slice = try source.read(range)
      #expect(slice.range == range)
      var wrong = 0
      for frame in slice.range {
        for channel in 0..<channels
        where slice.sample(channel: channel, frame: frame).bitPattern
          != all[frame * channels + channel].bitPattern
        {
          wrong += 1
        }
      }
      #expect(wrong == 0, "\(range)")
    }
    #expect(try source.read(length - 5..<length + 100).range == length - 5..<length)
    #expect(try source.read(length + 5..<length + 100).range.isEmpty)
    #expect(try source.read(-10..<10).range == 0..<10)
    #expect(try source.read(0..<Int.max / 4).range == 0..<length)
    #expect(try source.read(7..<7).range.isEmpty)
  }

  @Test(arguments: [
    SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_PCM_24, SF_FORMAT_WAV | SF_FORMAT_FLOAT,
    SF_FORMAT_FLAC | SF_FORMAT_PCM_24, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
  ])
  func `300 random ranges equal the full decoding bit for bit`(format: Int) throws {
    try compare300(tones("sound", format))
  }

  @Test func `300 random ranges of an MP3 without a table of contents equal the full decoding`() throws {
    try compare300(taglessMP3())
  }

  @Test func `many channels are spooled as well`() throws {
    // Blocks of 218 frames.
    try compare300(
      tones("many.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, frames: 1500, channels: 300), channels: 300)
  }

  @Test func `samples that are no numbers, or minus zero, come back as they were`() throws {
    let path = folder.file("odd.wav")
    // The first block of 65,536 holds nothing but minus zeros and integers.
    let values: [Float] = [-0.0, -0.0, -0.0, -1, 0, .nan, .infinity, -.infinity, 1, 1e-30]
    let samples = (0..<200_000).map { values[$0 / 20_000] }
    TestSound.write(samples, to: path, format: SF_FORMAT_WAV | SF_FORMAT_FLOAT, channels: 1)
    let slice = try source(path).read(0..<200_000)
    #expect(slice.range == 0..<200_000)
    let all = try decoded(path)
    #expect((0..<200_000).allSatisfy { slice.sample(channel: 0, frame: $0).bitPattern == all[$0].bitPattern })
  }

  @Test func `only what needs four bytes takes them`() throws {
    for (format, bytes) in [(SF_FORMAT_PCM_16, 2), (SF_FORMAT_PCM_24, 4), (SF_FORMAT_FLOAT, 4)] {
      let source = try source(tones("width.wav", SF_FORMAT_WAV | format))
      _ = try source.read(0..<Int.max / 4)
      #expect(openFiles(in: spools).map(\.size) == [150_000 * 2 * bytes])
      source.cancel()
    }
  }

  @Test func `nothing is decoded before the first request`() throws {
    let source = try source(tones("lazy.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16))
    #expect(openFiles(in: spools).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: spools.string))
    _ = try source.read(0..<1)
    #expect(openFiles(in: spools).count == 1)
  }

  @Test func `the file has no name, and is closed with the source`() throws {
    let path = tones("named.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    var source: SpooledSampleSource? = try source(path)
    _ = try source?.read(149_000..<150_000)
    #expect(openFiles(in: spools).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: spools.string).isEmpty)
    source = nil
    // The spool's thread may be on its last steps.
    #expect(becomesTrue { openFiles(in: spools).isEmpty && openFiles(in: folder.path).isEmpty })
  }

  @Test func `the second folder is taken where the first cannot be used`() throws {
    let other = SpoolPlace(folders: ["/proc/nowhere", spools], freeBytes: { _ in nil })
    let source = try source(tones("other.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16), place: other)
    #expect(try source.read(10..<20).range == 10..<20)
    #expect(openFiles(in: spools).count == 1)
  }

  @Test func `several threads may read while it is written`() throws {
    let path = tones("threads.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24, frames: 600_000)
    let all = try decoded(path)
    let source = try source(path)
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var random = RandomNumbers(seed: UInt64(thread))
      for _ in 0..<40 {
        let first = random.below(600_000)
        let range = first..<min(600_000, first + 1 + random.below(2000))
        let slice = try? source.read(range)
        let isRight =
          slice?.range == range
          && range.allSatisfy { slice?.sample(channel: 1, frame: $0) == all[$0 * 2 + 1] }
        if !isRight { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  // MARK: Cancelling

  @Test func `who waits goes on at once when it is cancelled`() throws {
    let entered = DispatchSemaphore(value: 0), released = DispatchSemaphore(value: 0)
    let held = SpoolPlace(folders: [spools]) { _ in
      entered.signal()
      released.wait()
      return nil
    }
    let source = try source(tones("held.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16), place: held)
    let ended = DispatchSemaphore(value: 0)
    let frames = Mutex<[Int]>([])
    for first in [0, 50_000, 149_999] {
      Thread.detachNewThread {
        let count = (try? source.read(first..<first + 1))?.range.count
        frames.withLock { $0.append(count ?? -1) }
        ended.signal()
      }
    }
    // The spool's thread stands still before its first byte: nobody can have got anything.
    #expect(entered.wait(timeout: .now() + 20) == .success)
    #expect(frames.withLock { $0 } == [])
    source.cancel()
    for _ in 0..<3 { #expect(ended.wait(timeout: .now() + 20) == .success) }
    #expect(frames.withLock { $0 } == [0, 0, 0])
    #expect(try source.read(0..<10).range.isEmpty, "and nothing comes afterwards")
    released.signal()
    #expect(becomesTrue { openFiles(in: spools).isEmpty })
  }

  // MARK: No room

  @Test func `without room the error says where, how much is needed and how much there is`() throws {
    let free = Mutex(0)
    let full = SpoolPlace(folders: [spools]) { _ in free.withLock { $0 } }
    // One hour of 48 kHz stereo, as its header says; what is there is far less.
    let path = folder.write(
      WaveFile(
        [Int16](repeating: 1, count: 200_000), channels: 2, rate: 48_000, promisedBytes: 691_200_000
      ).bytes,
      as: "full.wav")
    let source = try source(path, place: full)
    func problem() -> AudioFileError? {
      do throws(AudioFileError) { _ = try source.read(0..<10) } catch { return error }
      return nil
    }
    var error = try #require(problem())
    #expect(error.code == .noSpace)
    // (691.2 MB + 1 GiB) / 0.9
    #expect(
      error.message.contains("2 GB must be free in “\(spools.string)”, and 0 MB are"), "\(error.message)")
    #expect(error.message.contains("full.wav") && error.advice.contains("Make room"))
    #expect(openFiles(in: spools).isEmpty)
    free.withLock { $0 = 1_960_000_000 }
    error = try #require(problem())
    #expect(error.message.contains("2 GB must be free"), "a tenth and 1 GiB stay free: \(error.message)")
    free.withLock { $0 = 1_962_000_000 }
    #expect(problem() == nil, "room was made")
    #expect(try source.read(99_990..<100_010).range == 99_990..<100_000)
  }

  @Test func `when the disk fills up midway, what was decoded stays and the rest is an error`() throws {
    let calls = Mutex(0)
    let filling = SpoolPlace(folders: [spools], step: 400_000) { _ in
      calls.withLock {
        $0 += 1
        return $0 > 2 ? 1 << 30 : 1 << 40
      }
    }
    // Blocks of 131,072 bytes: the first three are one step, the next three the second.
    let path = tones("filling.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, frames: 400_000, channels: 2)
    let source = try source(path, place: filling)
    #expect(throws: AudioFileError.self) { try source.read(399_000..<400_000) }
    #expect(try source.read(0..<1000).range == 0..<1000)
    do {
      _ = try source.read(399_000..<400_000)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == .noSpace && error.message.contains(spools.string), "\(error.message)")
    }
    #expect(calls.withLock { $0 } == 3, "it was not tried again")
  }

  @Test func `a folder that cannot be made is named`() throws {
    let file = folder.write([1], as: "not a folder")
    let path = tones("nowhere.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let source = try source(
      path, place: SpoolPlace(folders: [file.appending("spools")], freeBytes: { _ in nil }))
    do {
      _ = try source.read(0..<10)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == .readFailed && error.message.contains("not a folder/spools"), "\(error.message)")
    }
  }

  @Test func `a file that became another one is an error`() throws {
    let path = folder.write(WaveFile([1, 2, 3]).bytes, as: "changed.wav")
    let source = try source(path)
    folder.write(WaveFile([1, 2, 3, 4]).bytes, to: path)
    #expect(throws: AudioFileError.self) { try source.read(0..<3) }
  }

  // MARK: Which way

  @Test func `only what cannot jump and is not short is spooled`() throws {
    func isSpooled(_ path: FilePath) throws -> Bool {
      let description = try AudioFileReader(path: path).description
      return SampleSources.source(path: path, description: description) is SpooledSampleSource
    }
    #expect(try !isSpooled(tones("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, frames: 40 * 48_000)))
    #expect(try !isSpooled(taglessMP3()), "its frames are found by their heads")
    let silence = [Int16](repeating: 0, count: 40 * 44_100)
    #expect(try isSpooled(TestMedia.encode(silence, channels: 1, ["-c:a", "aac"], as: "a.m4a", in: folder)))
  }

  @Test func `spools lie in the user's cache, never in tmp`() {
    func folders(_ environment: [String: FilePath]) -> [FilePath] {
      SpoolPlace.standardFolders { environment[$0] }
    }
    #expect(folders(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == ["/c/barline", "/var/tmp"])
    #expect(folders(["HOME": "/h"]) == ["/h/.cache/barline", "/var/tmp"])
    #expect(folders(["XDG_CACHE_HOME": "relative", "HOME": "/h"]) == ["/h/.cache/barline", "/var/tmp"])
    #expect(folders([:]) == ["/var/tmp"])
  }
}

/// Descriptors of this process whose file lies, or lay, in a folder.
func openFiles(in folder: FilePath) -> [(path: String, size: Int)] {
  let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return descriptors.compactMap { name in
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"),
      target.hasPrefix(folder.string + "/")
    else { return nil }
    var status = stat()
    guard fstat(Int32(name)!, &status) == 0 else { return nil }
    return (target, Int(status.st_size))
  }
}

/// Looks until `condition` holds, for 20 s at most.
func becomesTrue(_ condition: () -> Bool) -> Bool {
  let end = DispatchTime.now() + 20
  while !condition() {
    if DispatchTime.now() > end { return false }
    sched_yield()
  }
  return true
}
