// SpectralBalanceTests.swift

import Testing
import WaveformCore

struct SpectralBalanceTests {
  private func tint(_ low: Double, _ middle: Double, _ high: Double) -> UInt8 {
    SpectralBalance.tint(
      low: SpectrumStep.step(ofLevel: low), middle: SpectrumStep.step(ofLevel: middle),
      high: SpectrumStep.step(ofLevel: high))
  }

  @Test func `one band alone is at an end, or in the middle`() {
    let silence = -200.0, last = UInt8(SpectralBalance.classes - 1)
    for level in stride(from: -100.0, through: 6, by: 2) {
      #expect(tint(level, silence, silence) == 0)
      #expect(tint(silence, level, silence) == last / 2)
      #expect(tint(silence, silence, level) == last)
    }
    #expect(tint(silence, silence, silence) == SpectralBalance.none)
  }

  @Test func `what falls by 4_5 dB in an octave is in the middle, however loud`() {
    for level in stride(from: -60.0, through: 0, by: 5) {
      #expect(tint(level, level - 5, level - 12) == UInt8(SpectralBalance.classes / 2))
    }
  }

  @Test func `more of a higher band is never darker, and every class comes`() {
    var seen: Set<UInt8> = []
    for high in stride(from: -80.0, through: 0, by: 0.5) {
      seen.insert(tint(-20, -35, high))
      #expect(tint(-20, -35, high + 0.5) >= tint(-20, -35, high))
      #expect(tint(high + 0.5, -35, -30) <= tint(high, -35, -30))
    }
    #expect(seen == Set(0..<UInt8(SpectralBalance.classes)))
  }

  @Test func `bands touch`() {
    let ranges = SpectralBand.allCases.map(\.range)
    for (one, next) in zip(ranges, ranges.dropFirst()) { #expect(one.high == next.low) }
  }
}
