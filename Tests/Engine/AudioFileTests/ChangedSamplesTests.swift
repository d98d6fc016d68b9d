// ChangedSamplesTests.swift
// Samples that are read while the file becomes another one: those of the file that was opened first, or none.

import Foundation
import HostIO
import Recording
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct ChangedSamplesTests {
  let folder = TestFolder()
  private static let samples = (0..<20_000).map { Int16(truncatingIfNeeded: $0 * 7) }

  private func source(_ path: FilePath) throws -> FileSampleSource {
    FileSampleSource(path: path, description: try #require(EventLog.reading(path).description))
  }

  private func patch(_ path: FilePath) {
    let file = path.withPlatformString { open($0, O_WRONLY) }
    _ = pwrite(file, [1, 2, 3, 4], 4, 1000)
    var times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
    futimens(file, &times)
    close(file)
  }

  @Test(arguments: [false, true])
  func `a file that was written anew gives none`(afterARead: Bool) throws {
    let path = folder.write(WaveFile(Self.samples).bytes, as: "a.wav")
    let source = try source(path)
    if afterARead { #expect(try source.read(0..<10).range == 0..<10) }
    patch(path)
    #expect(throws: AudioFileError.self) { try source.read(0..<10) }
    #expect(throws: AudioFileError.self) { try source.read(0..<10) }
  }

  @Test func `a file that was cut gives none`() throws {
    let path = folder.write(WaveFile(Self.samples).bytes, as: "a.wav")
    let source = try source(path)
    #expect(try source.read(0..<10).range == 0..<10)
    #expect(path.withPlatformString { truncate($0, 20_000) } == 0)
    #expect(throws: AudioFileError.self) { try source.read(0..<10) }
  }

  @Test func `a file of the same length in its place gives none, but the open one still does`() throws {
    let path = folder.write(WaveFile(Self.samples).bytes, as: "a.wav")
    let opened = try source(path), late = try source(path)
    #expect(try opened.read(0..<10).range == 0..<10)
    let other = folder.write(WaveFile(Self.samples.reversed()).bytes, as: "b.wav")
    #expect(other.withPlatformString { from in path.withPlatformString { rename(from, $0) } } == 0)
    #expect(throws: AudioFileError.self) { try late.read(0..<10) }
    #expect(try opened.read(5..<6).sample(channel: 0, frame: 5) == Float(Self.samples[5]) / 32_768)
  }

  @Test func `a file that grows gives what came only when it is followed`() throws {
    let whole = WaveFile(Self.samples, promisedBytes: 0).bytes
    let path = folder.write(Array(whole[..<20_044]), as: "a.wav")
    let source = try source(path)
    #expect(try source.read(9990..<10_010).range == 9990..<10_000)
    folder.write(whole, to: path)
    #expect(throws: AudioFileError.self) { try source.read(9990..<10_010) }
    source.follow(try #require(FileState(of: path)))
    let slice = try source.read(9990..<10_010)
    #expect(slice.range == 9990..<10_010)
    for frame in slice.range {
      #expect(slice.sample(channel: 0, frame: frame) == Float(Self.samples[frame]) / 32_768)
    }
  }
}
