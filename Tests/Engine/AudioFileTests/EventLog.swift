// EventLog.swift
// What a PeakReader said, and a way to wait for it without sleeping.

import AudioFormats
import Dispatch
import HostIO
import Recording
import Synchronization
import SystemPackage
import WaveformCore

final class EventLog: Sendable {
  private let events = Mutex<[PeakReader.Event]>([])
  private let ended = DispatchSemaphore(value: 0)

  func take(_ event: PeakReader.Event) {
    events.withLock { $0.append(event) }
    switch event {
    case .finished, .failed: ended.signal()
    default: break
    }
  }

  var all: [PeakReader.Event] { events.withLock { $0 } }

  /// - Returns: false when nothing has ended after `seconds`.
  func waitForEnd(seconds: Double = 20) -> Bool { ended.wait(timeout: .now() + seconds) == .success }

  var description: AudioDescription? { opened?.0 }
  var peaks: WaveformPeaks? { opened?.1 }
  private var opened: (AudioDescription, WaveformPeaks)? {
    for case .opened(let description, let peaks) in all { return (description, peaks) }
    return nil
  }
  var report: ReadReport? {
    for case .finished(let report) in all { return report }
    return nil
  }
  var error: AudioFileError? {
    for case .failed(let error) in all { return error }
    return nil
  }

  /// Reads a file on this thread.
  static func reading(_ path: FilePath, blocks: BlockSizes = .growing) -> EventLog {
    let log = EventLog()
    PeakReader(path: path, blocks: blocks) { log.take($0) }.readNow()
    return log
  }
}

/// All bins of the finest level, as columns of 256 frames.
func columns(_ peaks: WaveformPeaks, channel: Int) -> WaveformColumns {
  peaks.columns(
    channel: channel, grid: PixelGrid(framesPerPixel: Double(peaks.framesPerBin)), first: 0,
    count: (peaks.framesRead + peaks.framesPerBin - 1) / peaks.framesPerBin)
}

/// Minimum and maximum of each run of 256 frames, by brute force, in full scale.
func extremes<Sample: PeakSample>(_ samples: [Sample], channels: Int, channel: Int) -> [ClosedRange<Float>] {
  stride(from: 0, to: samples.count / channels, by: 256).map { first in
    let last = min(first + 256, samples.count / channels)
    let bin = (first..<last).map { samples[$0 * channels + channel].asFloat * Sample.unit }
    return bin.min()!...bin.max()!
  }
}
