// FormulaTests.swift
// What formulas mean: operators, names and functions.

import Foundation
import Testing

@testable import Functions

@Suite struct FormulaTests {
  @Test(
    arguments: [
      // Precedence as in mathematics; powers to the right, and before signs.
      ("2+3*4", 14), ("(2+3)*4", 20), ("10-4-3", 3), ("16/4/2", 2), ("-2^2", -4), ("2^-1", 0.5),
      ("2^3^2", 512),
      ("--3", 3), ("+3", 3), ("2*-3", -6), ("1.5e1+.5", 15.5), ("2.", 2),
      // The remainder has the sign of the divisor, so that periods go on below 0.
      ("7%3", 1), ("-1%3", 2), ("7%-3", -2), ("5.5%2", 1.5), ("-1%(1/0)", -1),
      ("1<2", 1), ("2<=2", 1), ("2>3", 0), ("3>=4", 0), ("2==2", 1), ("2!=2", 0), ("1<2 && 2<1", 0),
      ("1<2||0", 1),
      ("!0", 1), ("!5", 0), ("0/0==0/0", 0), ("!(0/0)", 1),
      ("1 ? 2 : 3", 2), ("0 ? 2 : 3", 3), ("0 ? 1 : 0 ? 2 : 3", 3), ("(t<1) ? 4 : 5", 4),
      ("min(3, 1, 2)", 1), ("max(3, 1, 2)", 3), ("clip(5, -1, 1)", 1), ("abs(-2)", 2), ("sign(-9)", -1),
      ("sign(0)", 0),
      ("floor(-1.5)", -2), ("ceil(-1.5)", -1), ("round(2.5)", 3), ("sqrt(16)", 4), ("log(e)", 1),
      ("log10(1000)", 3),
      ("log2(8)", 3), ("exp(0)", 1), ("db(20)", 10), ("atan2(1, 0)*2/pi", 1), ("sinc(0)", 1), ("step(0)", 1),
      ("step(-0.001)", 0), ("π", Float.pi), ("rate", 10), ("length", 20), ("duration", 2), ("n", 0), ("t", 0),
      ("2 × 3 − 4 ÷ 2", 4), ("SIN(PI/2)", 1), ("1≤1", 1), ("channel", 1),
    ] as [(String, Float)])
  func `a formula is worth what mathematics says`(formula: String, expected: Float) throws {
    #expect(abs(try value(formula) - expected) <= 1e-6 * max(1, abs(expected)), "\(formula)")
  }

  @Test func `what is not finite stays so`() throws {
    #expect(try value("1/0") == .infinity)
    #expect(try value("-1/0") == -.infinity)
    #expect(try value("0/0").isNaN)
    #expect(try value("log(-1)").isNaN)
    #expect(try value("sqrt(-1)").isNaN)
    // Beyond `Float`, though not beyond Double.
    #expect(try value("10^39") == .infinity)
    #expect(try value("min(0/0, 1)").isNaN)
    #expect(try value("max(1, 0/0)").isNaN)
  }

  @Test func `the formula of the manual is the same as computed by hand`() throws {
    let rate = 48_000
    let signal = try FunctionSignal("sin(2*pi*440*t)*exp(-t)", sampleRate: rate, frames: rate)
    for (frame, sample) in samples(of: signal).enumerated() {
      let t = Double(frame) / Double(rate)
      #expect(abs(Double(sample) - sin(2 * .pi * 440 * t) * exp(-t)) < 1e-6)
    }
  }

  @Test func `each channel has its formula, and a single one is that of all`() throws {
    let two = try FunctionSignal("t; -t", sampleRate: 4, frames: 3)
    #expect(two.channels == 2)
    #expect(samples(of: two) == [0, 0, 0.25, -0.25, 0.5, -0.5])
    let three = try FunctionSignal("n*channel", sampleRate: 4, frames: 2, channels: 3)
    #expect(samples(of: three) == [0, 0, 0, 1, 2, 3])
    // Noise without a number is another one in each channel, with one the same in all.
    let own = samples(of: try FunctionSignal("noise()", sampleRate: 4, frames: 1, channels: 2))
    #expect(own[0] != own[1])
    let same = samples(of: try FunctionSignal("noise(7)", sampleRate: 4, frames: 1, channels: 2))
    #expect(same[0] == same[1])
  }

  @Test func `every ready signal is a formula that stays within full scale`() throws {
    for ready in ReadyFunction.allCases {
      let signal = try FunctionSignal(ready.formula, sampleRate: 48_000, frames: 48_000, channels: 2)
      let all = samples(of: signal)
      #expect(all.allSatisfy { abs($0) <= 1 }, "\(ready)")
      #expect(all.contains { $0 != 0 } == (ready != .silence), "\(ready)")
    }
  }

  @Test func `the manual tells of every name`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let manual = try String(
      contentsOf: here.appending(path: "../../../docs/functions.md"), encoding: .utf8)
    for name in FormulaLibrary.functions.keys.sorted() { #expect(manual.contains("`\(name)("), "\(name)") }
    for name in FormulaLibrary.names where name != "π" { #expect(manual.contains("`\(name)`"), "\(name)") }
  }
}
