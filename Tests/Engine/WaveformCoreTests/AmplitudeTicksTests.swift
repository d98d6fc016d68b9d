// AmplitudeTicksTests.swift
// The vertical ruler whole: heights × gains × units × sizes of text.

import Foundation
import Testing

@testable import WaveformCore

struct AmplitudeTicksTests {
  static let heights = Array(2...40) + [47, 48, 63, 64, 65, 80, 96, 127, 128, 199, 300, 611, 1200, 2160]

  private func labels(_ ticks: AmplitudeTicks) -> [String] { ticks.ticks.compactMap(\.label) }

  /// What a label says: nil for the middle of a decibel scale.
  private func number(_ label: String) -> Double? {
    label == "\u{2212}\u{221E}" ? nil : Double(label.replacingOccurrences(of: "\u{2212}", with: "-"))
  }

  /// Rows by which labels stand out of lanes here.
  private let overhang = 4

  @Test(arguments: AmplitudeScaleTests.gains, [9, 13, 26])
  func `labels never overlap, ticks stand on rows of the lane and say what they mark`(
    gain: Float, labelHeight: Int
  ) {
    for scale in AmplitudeScaleTests.scales where scale.gain == gain {
      for height in Self.heights {
        for isMirrored in [false, true] {
          let ticks = AmplitudeTicks(
            height: height, amplitude: scale, labelHeight: labelHeight, overhang: overhang,
            isMirrored: isMirrored
          ).ticks
          let geometry = BarGeometry(height: height, amplitude: scale)
          let (half, rows) = (geometry.halfHeight, 2 * geometry.halfHeight)
          let labelled = ticks.filter { $0.label != nil }
          let above = ticks.filter { $0.y < half }
          let below = Array(ticks.filter { $0.y > half }.reversed())
          let isSigned = scale.unit == .linear && !isMirrored
          let rules = [
            ticks.isEmpty == (height < labelHeight),
            ticks.allSatisfy { (0..<rows).contains($0.y) },
            zip(ticks, ticks.dropFirst()).allSatisfy { $0.y < $1.y },
            zip(labelled, labelled.dropFirst()).allSatisfy { $1.labelTop - $0.labelTop >= labelHeight },
            labelled.allSatisfy {
              $0.labelTop >= -overhang && $0.labelTop + labelHeight <= max(rows + overhang, labelHeight)
                && $0.labelTop <= $0.y && $0.y <= $0.labelTop + labelHeight
            },
            labelled.allSatisfy { tick in
              guard let number = number(tick.label!) else { return tick.y == half }
              // The row in which a waveform of this amplitude ends.
              let size = scale.unit == .linear ? Float(abs(number)) : ratio(ofDecibels: Float(number))
              let y = min(geometry.y(of: size), rows - 1)
              return tick.y == ((isSigned ? number < 0 : tick.y > half) ? rows - 1 - y : y)
            },
            // What is above the middle is below it too.
            above.map(\.y) == below.map { rows - 1 - $0.y },
            above.map { $0.label.map { isSigned ? "\u{2212}" + $0 : $0 } } == below.map(\.label),
            ticks.isEmpty || ticks.contains { $0.y == half && $0.label != nil },
          ]
          guard rules.allSatisfy(\.self) else {
            Issue.record("\(rules): \(scale) \(height) \(labelHeight) \(isMirrored) \(ticks)")
            return
          }
        }
      }
    }
  }

  @Test func `a usual lane has the usual labels`() {
    let minus = "\u{2212}"
    let linear = AmplitudeTicks(height: 120, amplitude: .fullScale, labelHeight: 13)
    #expect(labels(linear) == ["1", "0.5", "0", minus + "0.5", minus + "1"])
    let mirrored = AmplitudeTicks(height: 120, amplitude: .fullScale, labelHeight: 13, isMirrored: true)
    #expect(labels(mirrored) == ["1", "0.5", "0", "0.5", "1"])
    let decibels = AmplitudeTicks(
      height: 270, amplitude: AmplitudeScale(unit: .decibels), labelHeight: 13)
    let upper = ["0", minus + "12", minus + "24", minus + "36", minus + "48"]
    #expect(labels(decibels) == upper + [minus + "\u{221E}"] + upper.reversed())
    // Too low for the edges: only the middle.
    #expect(labels(AmplitudeTicks(height: 28, amplitude: .fullScale, labelHeight: 13)) == ["0"])
  }

  @Test func `labels adapt to gain`() {
    let minus = "\u{2212}"
    let raised = AmplitudeTicks(
      height: 96, amplitude: AmplitudeScale(gain: ratio(ofDecibels: 12)), labelHeight: 13)
    #expect(labels(raised) == ["0.2", "0", minus + "0.2"])
    let lowered = AmplitudeTicks(
      height: 330, amplitude: AmplitudeScale(unit: .decibels, gain: ratio(ofDecibels: -12)), labelHeight: 13)
    #expect(labels(lowered).prefix(2) == ["+12", "0"])
    let far = AmplitudeTicks(height: 96, amplitude: AmplitudeScale(gain: 1000), labelHeight: 13)
    #expect(labels(far).first == "0.001")
  }

  @Test func `a higher lane never has fewer labels`() {
    for scale in AmplitudeScaleTests.scales {
      var last = 0
      for height in stride(from: 20, through: 1200, by: 20) {
        let count = labels(AmplitudeTicks(height: height, amplitude: scale, labelHeight: 13)).count
        #expect(count >= last, "\(scale) \(height)")
        last = count
      }
    }
  }
}
