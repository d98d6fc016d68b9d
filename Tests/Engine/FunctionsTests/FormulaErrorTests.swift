// FormulaErrorTests.swift
// What is said of formulas that are none, and at which character.

import Testing

@testable import Functions

@Suite struct FormulaErrorTests {
  @Test(
    arguments: [
      ("", .empty, 0..<0), ("  ", .empty, 0..<0),
      ("sin(2pi*t)", .operatorMissing, 5..<7), ("2 3", .operatorMissing, 2..<3),
      ("t(2)", .notAFunction, 0..<1),
      ("(1)(2)", .operatorMissing, 3..<4), ("0,5", .operatorMissing, 1..<2), ("1:2", .operatorMissing, 1..<2),
      ("2+*3", .valueMissing, 2..<3), ("sin(", .valueMissing, 4..<4), ("1;", .valueMissing, 2..<2),
      (";1", .valueMissing, 0..<0), ("1;;2", .valueMissing, 2..<2), ("()", .valueMissing, 1..<2),
      ("sin(t", .parenthesisOpen, 3..<4), ("(1+(2)", .parenthesisOpen, 0..<1),
      ("1)", .parenthesisUnopened, 1..<2),
      ("t ? 1", .colonMissing, 2..<3), ("tone(t)", .unknownName, 0..<4), ("1 + Foo", .unknownName, 4..<7),
      ("sin", .argumentsMissing, 0..<3), ("min(1)", .argumentCount, 0..<3),
      ("sin(1,2)", .argumentCount, 0..<3),
      ("noise(t)", .seedNotConstant, 0..<5), ("1.2.3", .badNumber, 0..<5), ("1e999", .badNumber, 0..<5),
      (".", .badNumber, 0..<1), ("a=1", .unknownCharacter, 1..<2), ("1+é", .unknownCharacter, 2..<3),
    ] as [(String, FormulaError.Code, Range<Int>)])
  func `an error says what is wrong and where`(formula: String, code: FormulaError.Code, place: Range<Int>) {
    let error = #expect(throws: FormulaError.self) { _ = try value(formula) }
    #expect(error?.code == code, "\(formula)")
    #expect(error?.place == place, "\(formula)")
    #expect(error?.message.hasSuffix(".") == true, "\(formula)")
  }

  @Test func `length, depth and size are bounded`() throws {
    let long = String(repeating: "1+", count: FormulaParser.longestText / 2) + "1"
    #expect(throws: FormulaError.self) { _ = try value(long) }
    for nested in ["(", "-", "sin(", "1?", "2^"] {
      let text = String(repeating: nested, count: 500) + "1"
      #expect(try code(of: text) == .tooDeep, "\(nested)")
    }
    // Within the bounds: a sum of many terms is not deep.
    #expect(try value((0..<200).map(String.init).joined(separator: "+")) == 19_900)
    let steps = (0...FormulaBuilder.mostOperations).map { "sin(n*\($0))" }.joined(separator: "+")
    #expect(try code(of: steps) == .tooLarge)
    #expect(
      try code(of: Array(repeating: "1", count: FunctionSignal.mostChannels + 1).joined(separator: ";"))
        == .channelCount)
    #expect(throws: FormulaError.self) {
      _ = try FunctionSignal("1;2", sampleRate: 1, frames: 1, channels: 3)
    }
    #expect(throws: FormulaError.self) { _ = try FunctionSignal("1", sampleRate: 0, frames: 1) }
    #expect(throws: FormulaError.self) { _ = try FunctionSignal("1", sampleRate: 1, frames: 0) }
    #expect(throws: FormulaError.self) { _ = try FunctionSignal("1", sampleRate: 1, frames: .max) }
    #expect(throws: FormulaError.self) { _ = try FunctionSignal("1", sampleRate: 1, frames: 1, channels: 0) }
  }

  private func code(of formula: String) throws -> FormulaError.Code? {
    do { _ = try value(formula) } catch { return error.code }
    return nil
  }

  @Test func `a mark stands below the character`() throws {
    let error = #expect(throws: FormulaError.self) { _ = try value("sin(2pi*t)") }
    #expect(error?.marked(in: "sin(2pi*t)") == "sin(2pi*t)\n     ^^")
    let long = String(repeating: "1+", count: 100) + "$" + String(repeating: "+1", count: 100)
    let far = #expect(throws: FormulaError.self) { _ = try value(long) }
    let lines = far?.marked(in: long)?.split(separator: "\n").map(Array.init)
    #expect(lines?[1].lastIndex(of: "^").map { lines?[0][$0] } == "$")
    #expect(lines?[0].count ?? .max < 110)
  }

  @Test(arguments: [";;", "1;;2", String(repeating: ";", count: 64), String(repeating: ";", count: 200)])
  func `formulas that are not there are refused, whatever number of channels is asked for`(formula: String) {
    for channels in [nil, 2, 5, 64] {
      let error = #expect(throws: FormulaError.self) {
        _ = try FunctionSignal(formula, sampleRate: 10, frames: 20, channels: channels)
      }
      #expect((0...formula.count).contains(error?.place?.lowerBound ?? -1))
    }
  }
}
