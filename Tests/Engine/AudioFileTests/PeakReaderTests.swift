// PeakReaderTests.swift
// The background reader: order of events, cancelling.

import CSndfile
import Dispatch
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Recording

func unlinkFile(_ path: FilePath) { _ = path.withPlatformString { unlink($0) } }

@Suite struct PeakReaderTests {
  let folder = TestFolder()

  @Test func `events come in order, once each`() {
    let path = folder.write(WaveFile((0..<100_000).map { Int16(truncatingIfNeeded: $0) }).bytes, as: "a.wav")
    let log = EventLog()
    let reader = PeakReader(path: path, blocks: .constant(10)) { log.take($0) }
    reader.start()
    reader.start()
    #expect(log.waitForEnd())
    let events = log.all
    guard case .opened? = events.first, case .finished? = events.last else {
      Issue.record("\(events)")
      return
    }
    var last = 0
    for event in events.dropFirst().dropLast() {
      guard case .progress(let frames) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(frames > last)
      last = frames
    }
    #expect(log.report?.frames == 100_000)
  }

  @Test func `nothing is said after cancel`() {
    let path = folder.write(WaveFile((0..<200_000).map { Int16(truncatingIfNeeded: $0) }).bytes, as: "a.wav")
    let log = EventLog()
    let opened = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let blocks = Atomic<Int>(0)
    // The reader stops inside its first block until it has been cancelled.
    let reader = PeakReader(
      path: path,
      blocks: BlockSizes { index, _ in
        blocks.store(index, ordering: .relaxed)
        if index == 1 {
          opened.signal()
          goOn.wait()
        }
        return 100
      }, parallelism: Parallelism(workers: 1)
    ) { log.take($0) }
    reader.start()
    opened.wait()
    reader.cancel()
    goOn.signal()
    #expect(!log.waitForEnd(seconds: 0.2))
    #expect(log.all.count == 1, "opened, and nothing else")
    #expect(blocks.load(ordering: .relaxed) == 1, "it reads no further block")
  }

  @Test func `a reader that was cancelled before it starts says nothing`() {
    let log = EventLog()
    let reader = PeakReader(path: folder.file("nothing.wav")) { log.take($0) }
    reader.cancel()
    reader.readNow()
    #expect(log.all.isEmpty)
  }

  @Test(arguments: [1, 255, 256, 1000, 7000])
  func `the second thread changes no peak`(block: Int) {
    let samples = (0..<60_000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) }
    let log = EventLog()
    PeakReader(
      path: folder.write(WaveFile(samples).bytes, as: "a.wav"), blocks: .constant(block)
    ) { log.take($0) }.readNow()
    #expect(log.report?.frames == 60_000)
    let pyramid = PeakPyramid<Int16>(channels: 1)
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    for framesPerPixel in [256.0, 1000, 60_000] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let columns = log.peaks?.columns(channel: 0, grid: grid, first: 0, count: 240)
      #expect(columns == pyramid.columns(channel: 0, grid: grid, first: 0, count: 240))
    }
  }

  @Test func `a reader can be cancelled at any block`() {
    let path = folder.write(WaveFile([Int16](repeating: 1, count: 40_000)).bytes, as: "a.wav")
    for last in 0..<40 {
      let log = EventLog()
      let cancel = Mutex<PeakReader?>(nil)
      let reader = PeakReader(
        path: path,
        blocks: BlockSizes { index, _ in
          if index == last { cancel.withLock { $0?.cancel() } }
          return 1000
        }
      ) { log.take($0) }
      cancel.withLock { $0 = reader }
      reader.readNow()
      cancel.withLock { $0 = nil }
      #expect(log.report == nil)
    }
  }

  @Test func `a lying header costs no memory`() {
    // 9.2e18 bytes in a W64 file.
    let path = folder.file("lie.w64")
    let tones = TestSound.tones(frames: 1000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_W64 | SF_FORMAT_PCM_16, channels: 1)
    var bytes = contents(path)
    let data = bytes.indices.first { Array(bytes[$0...].prefix(4)) == Array("data".utf8) }!
    for index in 0..<8 { bytes[data + 16 + index] = index == 7 ? 0x7F : 0xFF }
    let log = EventLog.reading(folder.write(bytes, as: "lie.w64"))
    #expect(log.report?.frames == 1000)
    guard case .int16(let pyramid)? = log.peaks else { return }
    #expect(pyramid.byteCount < 4 << 20)
  }
}
