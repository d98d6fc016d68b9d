// NumeralTests.swift
// Numbers with a decimal comma, shown and typed.

import Testing

@testable import WaveformCore

@Suite struct `Numbers of people` {
  @Test func `are shown with the sign of their language`() {
    #expect(Numerals.shown("−12.5 dB") == "−12.5 dB", "English")
    #expect(Numerals.shown("−12.5 dB", by: ",") == "−12,5 dB")
    #expect(Numerals.shown("0:01.500 bis 0:02.250", by: ",") == "0:01,500 bis 0:02,250")
    #expect(Numerals.shown("Ende. 5.", by: ",") == "Ende. 5.", "only between digits")
    #expect(Numerals.shown("48000", by: ",") == "48000")
  }

  @Test(arguments: [".", ","] as [Character]) func `are understood with either sign`(sign: Character) {
    for (text, number) in [
      ("1.5", "1.5"), ("1,5", "1.5"), ("-23,0", "-23.0"), ("0:01,500", "0:01.500"), ("250", "250"),
      ("0,05s", "0.05s"), ("12,3456", "12.3456"),
    ] {
      #expect(Numerals.typed(text, by: sign) == number, "\(text)")
    }
    for text in ["1,2,3", "1.234,5", "1,234.5"] { #expect(Numerals.typed(text, by: sign) == nil, "\(text)") }
    #expect(Numerals.typed("1,500", by: sign) == (sign == "," ? "1.500" : nil), "thousands, or thousandths")
  }
}
