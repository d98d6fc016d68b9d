// HumCheck.swift
// Mains hum: lines at 50 or 60 Hz and their multiples that are there all the time. What is said or played moves, and
// pauses; hum goes on in the quietest fifth of all windows.
// The sound is first thinned out to some 1,000 frames per second, so that the lines stand apart in short transforms.

import Glibc
import Localization
import Spectral
import WaveformCore

/// Looks for hum, channel by channel.
final class HumCheck: SampleCheck {
  /// A multiple of a frequency of mains.
  private struct Line {
    let mains: Int
    /// The lower one of the two bins nearest to it.
    let bin: Int
    /// By how much it lies above that bin, in bins.
    let rest: Float

    /// Looks at the line in a window.
    ///
    /// - Parameter least: a power below which it does not matter where exactly the line lies.
    func look(_ powers: UnsafePointer<Float>, least: Float) -> Look {
      var sum: Float = 0, largest: Float = 0
      for distance in 3...5 {
        let (below, above) = (powers[bin - distance], powers[bin + 1 + distance])
        sum += below + above
        largest = max(largest, below, above)
      }
      let top = powers[bin] >= powers[bin + 1] ? bin : bin + 1
      // The mean without the largest, which may be another line.
      let look = Look(power: powers[top], floor: (sum - largest) / 5, distance: .infinity)
      guard look.power >= least, powers[top - 1] > 0, powers[top + 1] > 0 else { return look }
      // The top of a parabola through three levels (J. O. Smith, "Quadratic Interpolation of Spectral Peaks").
      let (left, middle, right) = (log(powers[top - 1]), log(powers[top]), log(powers[top + 1]))
      let bend = left - 2 * middle + right
      guard bend < 0 else { return look }
      let place = Float(top - bin) + 0.5 * (left - right) / bend
      return Look(power: look.power, floor: look.floor, distance: (place - rest).magnitude)
    }
  }

  /// What a window holds of a line: its power, that of what is beside it, and how many bins it lies from where it should.
  private struct Look {
    let power, floor, distance: Float
  }

  private final class Channel {
    /// Thinned out samples that wait for a whole window.
    var plane: [Float] = []
    /// The sum of the group that is not whole yet.
    var sum: Float = 0
    /// Window by window, of each line.
    var looks: [Look] = []
  }

  /// Frames that become one.
  private let factor: Int
  private let format: SpectrumFormat
  private let lines: [Line]
  /// Powers from which on a line counts.
  private let least: Float
  /// Bins by which a line may lie beside a multiple: power stations keep to 0.2 Hz, notes do not.
  private let tolerance: Float
  private let channels: [Channel]
  /// Frames of the group that is not whole yet.
  private var grouped = 0

  private static let size = 512, multiples = 6
  /// Fewer windows, which are a second and a half, show nothing that lasts.
  private static let fewest = 5

  /// - Returns: nil for rates that are too low to tell.
  init?(channels count: Int, sampleRate: Int, _ profile: CheckProfile) {
    guard sampleRate >= 800 else { return nil }
    factor = max(1, sampleRate / 1000)
    let rate = Double(sampleRate) / Double(factor), step = rate / Double(Self.size)
    format = SpectrumFormat(size: Self.size, overlap: 2, window: .hann, sampleRate: Int(rate))
    least = Float(pow(10, profile.number(.humLevel) / 10))
    tolerance = Float(0.6 / step)
    let last = format.bins - 8
    lines = [50, 60].flatMap { mains in
      (1...Self.multiples).compactMap { multiple in
        let place = Double(mains * multiple) / step, bin = Int(place)
        return bin < last ? Line(mains: mains, bin: bin, rest: Float(place - Double(bin))) : nil
      }
    }
    channels = (0..<count).map { _ in Channel() }
  }

  func take(_ block: CheckedBlock) {
    var left = grouped
    for (index, channel) in channels.enumerated() {
      left = grouped
      var sample = block.samples + index, sum = channel.sum
      for _ in 0..<block.range.count {
        sum += sample.pointee
        sample += block.channels
        left += 1
        if left == factor {
          channel.plane.append(sum.isFinite ? sum / Float(factor) : 0)
          (sum, left) = (0, 0)
        }
      }
      channel.sum = sum
      if channel.plane.count >= format.size + Spectrograph.room { analyze(channel) }
    }
    grouped = left
  }

  private func analyze(_ channel: Channel) {
    var start = 0
    Spectrographs.lend(format) { spectrograph in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: format.columnNumbers) { powers in
        channel.plane.withUnsafeBufferPointer { plane in
          while start + format.size + Spectrograph.room <= plane.count {
            powers.initialize(repeating: 0)
            // The first transform's window begins where the plane does.
            spectrograph.fold(
              0..<1, of: plane.baseAddress! + start, from: -format.size / 2, into: powers.baseAddress!)
            for line in lines { channel.looks.append(line.look(powers.baseAddress!, least: least)) }
            start += format.hop
          }
        }
      }
    }
    channel.plane.removeFirst(start)
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    channels.enumerated().compactMap { index, channel in
      let found = [50, 60].compactMap { mains in
        level(of: mains, in: channel.looks, recording.profile).map { (mains, $0) }
      }
      guard let (mains, level) = found.max(by: { $0.1 < $1.1 }) else { return nil }
      return Finding(
        .hum, Sentence("\(mains) Hz of the mains at \(Levels.text(level)) dBFS"), channel: index, value: level
      )
    }
  }

  /// The level of the loudest line in dBFS, nil: there is no hum. The fundamental alone is hum, or two multiples.
  private func level(of mains: Int, in looks: [Look], _ profile: CheckProfile) -> Double? {
    let windows = looks.count / max(lines.count, 1)
    guard windows >= Self.fewest else { return nil }
    let above = Float(pow(10, profile.number(.humAbove) / 10))
    let powers = lines.indices.filter { lines[$0].mains == mains }.map { line -> Float? in
      // From the quietest on.
      let own = (0..<windows).map { looks[$0 * lines.count + line] }.sorted { $0.power < $1.power }
      let power = own[windows / 5].power
      guard power >= least, power >= above * own.map(\.floor).sorted()[windows / 5] else { return nil }
      // In the quieter half other sounds disturb it least.
      let distances = own[...(windows / 2)].map(\.distance).sorted()
      return distances[distances.count / 2] <= tolerance ? power : nil
    }
    guard let fundamental = powers.first, fundamental != nil || powers.count(where: { $0 != nil }) >= 2 else {
      return nil
    }
    return powers.compactMap { $0 }.max().map { 10 * log10(Double($0)) }
  }
}
