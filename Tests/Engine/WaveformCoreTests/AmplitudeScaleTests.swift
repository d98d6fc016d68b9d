// AmplitudeScaleTests.swift
// From samples to rows, in every unit: heights × gains × units whole, against libm.

import Foundation
import Testing

@testable import WaveformCore

struct AmplitudeScaleTests {
  static let heights = Array(2...64) + [99, 100, 301, 1000, 2161]
  static let gains: [Float] = [0.25, 0.5, 1, 1.5, 2, 16, 1000]
  static let scales = gains.flatMap { gain in
    [AmplitudeScale(unit: .linear, gain: gain)]
      + AmplitudeScale.floorsInDecibels.map {
        AmplitudeScale(unit: .decibels, gain: gain, floorInDecibels: $0)
      }
  }

  @Test func `decibels and ratios are those of libm`() {
    for exponent in stride(from: -140.0, through: 120, by: 0.173) {
      let value = Float(exp2(exponent))
      guard value.isNormal else { continue }
      let exact = 20 * log10(Double(value))
      #expect(abs(Double(decibels(ofRatio: value)) - exact) <= max(1e-5, abs(exact) * 2e-7))
    }
    for tenths in -3000...3000 {
      let exact = pow(10, Double(tenths) / 200)
      #expect(abs(Double(ratio(ofDecibels: Float(tenths) / 10)) / exact - 1) < 2e-6)
    }
    #expect(decibels(ofRatio: 1) == 0 && ratio(ofDecibels: 0) == 1)
    #expect(decibels(ofRatio: 0) < -700 && decibels(ofRatio: .infinity) > 700)
  }

  @Test func `heights are symmetric, never shrink with the sample, and end at the edge`() {
    for scale in Self.scales {
      for height in Self.heights {
        let geometry = BarGeometry(height: height, amplitude: scale)
        let half = geometry.halfHeight
        #expect(geometry.y(of: 0) == half && geometry.y(of: -0.0) == half)
        #expect(geometry.y(of: scale.edge) == 0 && geometry.y(of: -scale.edge) == 2 * half)
        #expect(geometry.y(of: .infinity) == 0 && geometry.y(of: -.infinity) == 2 * half)
        #expect((0...2 * half).contains(geometry.y(of: .nan)))
        var last = half
        var wrong = 0
        for step in 0...400 {
          let value = Float(step) / 380 * scale.edge
          let y = geometry.y(of: value)
          if y > last || y + geometry.y(of: -value) != 2 * half { wrong += 1 }
          last = y
        }
        #expect(wrong == 0, "\(scale) \(height)")
      }
    }
  }

  @Test func `every row is the nearest one`() {
    for scale in Self.scales {
      for height in [2, 7, 64, 301, 2161] {
        let geometry = BarGeometry(height: height, amplitude: scale)
        let half = Double(geometry.halfHeight)
        var wrong = 0
        for step in 1...500 {
          let value = Float(step) / 470 * scale.edge
          let raised = Double(value) * Double(scale.gain)
          let position =
            switch scale.unit {
            case .linear: raised
            case .decibels: 1 + 20 * log10(raised) / Double(-scale.floorInDecibels)
            }
          let exact = half - min(max(position, 0), 1) * half
          if abs(Double(geometry.y(of: value)) - exact) > 0.5001 { wrong += 1 }
        }
        #expect(wrong == 0, "\(scale) \(height)")
      }
    }
  }

  @Test func `in decibels the floor is the middle, and half the floor is half way`() {
    for floor in AmplitudeScale.floorsInDecibels {
      let scale = AmplitudeScale(unit: .decibels, floorInDecibels: floor)
      #expect(scale.position(of: ratio(ofDecibels: floor - 0.1)) == 0)
      #expect(scale.position(of: ratio(ofDecibels: floor + 0.1)) > 0)
      #expect(abs(scale.position(of: ratio(ofDecibels: floor / 2)) - 0.5) < 1e-5)
      #expect(abs(scale.position(of: -ratio(ofDecibels: floor / 2)) + 0.5) < 1e-5)
    }
  }

  @Test func `gain is a factor of samples in either unit`() {
    for unit in AmplitudeScale.Unit.allCases {
      let raised = AmplitudeScale(unit: unit, gain: 4)
      for step in -90...90 {
        let value = Float(step) / 320
        #expect(abs(raised.position(of: value) - AmplitudeScale(unit: unit).position(of: 4 * value)) < 1e-6)
      }
      #expect(abs(raised.gainInDecibels - 12.041) < 1e-3)
    }
    #expect(AmplitudeScale.fullScale.gainInDecibels == 0)
  }
}
