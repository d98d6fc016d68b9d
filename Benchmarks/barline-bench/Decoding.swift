// Decoding.swift
// What it costs that a recording is decoded in a locked process of its own: the same decoders, in this process and in
// that one, in turn, so that a change of the machine's pace meets both.

import AudioDecoding
import AudioFormats
import CodecDecoding
import Decoding
import Dispatch
import Glibc
import HostIO
import SystemPackage
import TestSupport

/// Start, jumps and the whole of the recording that `BARLINE_BENCH_FILE` names; nothing without it.
func benchmarkDecoding() {
  guard let name = getenv("BARLINE_BENCH_FILE").map({ String(cString: $0) }) else { return }
  do {
    let ways = try [
      OpenedBothWays(FilePath(name), isLocked: false), OpenedBothWays(FilePath(name), isLocked: true),
    ]
    for way in ways { printFigure("\(way.name)-start", try way.start(), "us") }
    for way in ways { printFigure("\(way.name)-jump", try way.jump(), "us") }
    for threads in [1, 2] {
      var times = ways.map { _ in [(wall: Double, processor: Double)]() }
      for _ in 0..<3 {
        for (index, way) in ways.enumerated() { times[index].append(try way.whole(threads: threads)) }
      }
      for (way, times) in zip(ways, times) {
        printFigure("\(way.name)-\(threads)-wall", times.map(\.wall).min()! * 1000, "ms")
        printFigure("\(way.name)-\(threads)-cpu", times.map(\.processor).min()! * 1000, "ms")
      }
    }
    printFigure("locked-memory", Child.anonymousMemory(), "kB")
  } catch {
    print("barline-bench: \(name): \(error)")
    exit(1)
  }
}

/// A recording whose decoders are opened here, or in a process of their own.
private struct OpenedBothWays {
  let name: String
  private let path: FilePath
  private let isLocked: Bool
  private let file: FileBytes
  private let source: DecoderSource
  private let access: CodecAccess
  private let channels: Int
  private let frames: Int

  init(_ path: FilePath, isLocked: Bool) throws(AudioFileError) {
    let reader = try AudioFileReader(path: path)
    guard case .codec(let access, _, let channels) = reader.source.access else {
      throw AudioFileError(.unsupportedFormat, path: path)
    }
    (self.path, self.isLocked, self.access, self.channels) = (path, isLocked, access, channels)
    (name, source, file) = (isLocked ? "locked" : "own", reader.source, reader.source.file)
    guard let frames = reader.description.framesPromised, frames > 4096 else {
      throw AudioFileError(.unsupportedFormat, path: path)
    }
    self.frames = frames
  }

  private func open() throws(AudioFileError) -> any Decoder {
    isLocked ? try source.open() : try access.open(file, path: path)
  }

  /// Microseconds from a path to the first 4,096 frames, the middle of 40 times; no process is kept waiting.
  func start() throws -> Double {
    try median(40) { _ in
      let suffix = path.extension?.lowercased() ?? ""
      if isLocked {
        let reader = try AudioFileReader(path: path)
        read(try reader.source.open())
      } else {
        let opening = try CodecOpening.of(FileBytes(path: path), path: path, suffix: suffix, isGrowing: false)
        read(opening.decoder)
      }
    }
  }

  /// Microseconds of a jump to a frame never seen, with 4,096 frames from there, the middle of 200.
  func jump() throws -> Double {
    let decoder = try open()
    var random = RandomNumbers(seed: 20)
    let places = (0..<200).map { _ in random.below(frames - 4096) }
    return try median(places.count) { index in
      guard decoder.seek(toFrame: places[index]) else { throw AudioFileError(.damaged, path: path) }
      read(decoder)
    }
  }

  private func read(_ decoder: any Decoder) {
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: 4096 * channels) { _ = decoder.read(into: $0) }
  }

  /// Seconds in which the whole is decoded to 16 bits, by several threads, each with a decoder and a part of its own; and
  /// what they take of the processors, with the decoder's process.
  func whole(threads: Int) throws -> (wall: Double, processor: Double) {
    let decoders = try (0..<threads).map { _ in try open() }
    let before = processorSeconds() + Child.processorSeconds()
    let duration = ContinuousClock().measure {
      // Each thread has a decoder of its own.
      nonisolated(unsafe) let decoders = decoders
      DispatchQueue.concurrentPerform(iterations: threads) { index in
        decode(decoders[index], frames * index / threads..<frames * (index + 1) / threads)
      }
    }.components
    let wall = Double(duration.seconds) + Double(duration.attoseconds) / 1e18
    return (wall, processorSeconds() + Child.processorSeconds() - before)
  }

  private func decode(_ decoder: any Decoder, _ part: Range<Int>) {
    if part.lowerBound > 0 { precondition(decoder.seek(toFrame: part.lowerBound)) }
    let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 65_536 * channels)
    defer { block.deallocate() }
    var left = part.count
    while left > 0 {
      let wanted = UnsafeMutableBufferPointer(rebasing: block[..<(min(left, 65_536) * channels)])
      let count = decoder.read(into: wanted)
      if count == 0 { return }
      left -= count
    }
  }

  private func median(_ count: Int, _ body: (Int) throws -> Void) throws -> Double {
    let clock = ContinuousClock()
    return try (0..<count).map { index in
      let duration = try clock.measure { try body(index) }.components
      return Double(duration.seconds) * 1e6 + Double(duration.attoseconds) / 1e12
    }.sorted()[count / 2]
  }
}

/// The processes that this one has started and that still run: those of the decoders.
private enum Child {
  /// In the kernel's lists, of which each thread has one.
  private static var numbers: [pid_t] {
    var lists = glob_t()
    defer { globfree(&lists) }
    guard glob("/proc/self/task/*/children", 0, nil, &lists) == 0 else { return [] }
    return (0..<Int(lists.gl_pathc)).flatMap { index in
      KernelText.of(String(cString: lists.gl_pathv[index]!)).split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Seconds of CPU that they have used.
  static func processorSeconds() -> Double {
    numbers.reduce(0) { sum, number in
      var clock = clockid_t(), time = timespec()
      guard clock_getcpuclockid(number, &clock) == 0, clock_gettime(clock, &time) == 0 else { return sum }
      return sum + Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  /// The most that one of them has in memory and no file holds, in kB (proc(5), smaps_rollup).
  static func anonymousMemory() -> Double {
    numbers.map { number in
      let line = KernelText.of("/proc/\(number)/smaps_rollup").split(separator: "\n")
        .first { $0.hasPrefix("Anonymous:") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    }.max() ?? 0
  }
}
