// Voices.swift
// What it costs to play: processor time for each second of sound, without files and without a sound server.

import AudioFormats
import Glibc
import HostIO
import Playback
import SystemPackage
import TestSupport
import WaveformCore

func benchmarkVoices() {
  for (name, voices, rate, speed) in [
    ("one", 1, 48_000, 1.0), ("sixteen", 16, 48_000, 1), ("sixteen-of-another-rate", 16, 44_100, 1),
    ("one-at-half-speed", 1, 48_000, 0.5), ("two-at-half-speed", 2, 48_000, 0.5),
    ("sixteen-at-half-speed", 16, 48_000, 0.5),
  ] {
    let seconds = speed == 1 ? 60 : 10
    let output = FileOutput(frames: 48_000 * seconds)
    let player = SoundPlayer(output: output)
    let sources = (0..<voices).map { NoiseSource(sampleRate: rate, seed: UInt64($0)) }
    player.load(sources.map { PlayerVoice(source: $0) }, sampleRate: 48_000)
    player.setGains(sources.indices.map { $0 % 2 == 0 ? 0.5 : 1 })
    player.length = 48_000 * 3600
    player.speed = speed
    let before = processorTime()
    player.start(at: 1000, rate: 48_000)
    output.waitUntilFull()
    let time = processorTime() - before
    player.stop()
    printFigure("playing-stereo-\(name)", time / Double(seconds) * 100, "%")
  }
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Stereo noise, a second of it again and again.
private final class NoiseSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 2
  let sampleRate: Int
  private let samples: [Float]

  init(sampleRate: Int, seed: UInt64) {
    self.sampleRate = sampleRate
    var random = RandomNumbers(seed: seed)
    samples = (0..<2 * sampleRate).map { _ in Float.random(in: -0.1...0.1, using: &random) }
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    var part: [Float] = []
    part.reserveCapacity(2 * range.count)
    var frame = range.lowerBound
    while frame < range.upperBound {
      let place = frame % sampleRate
      let count = min(range.upperBound - frame, sampleRate - place)
      part += samples[2 * place..<2 * (place + count)]
      frame += count
    }
    return SampleSlice(range: range, channels: 2, samples: part)
  }

  func cancel() {}
}
