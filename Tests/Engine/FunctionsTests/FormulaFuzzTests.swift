// FormulaFuzzTests.swift
// Any text is a formula or an error that points into it, and any formula can be computed. BARLINE_FUZZ multiplies the
// number (make fuzz).

import Foundation
import TestSupport
import Testing

@testable import Functions

@Suite struct FormulaFuzzTests {
  private let count = Campaign.inputs(20_000)

  @Test func `any text is a formula that can be computed, or is refused at a character of it`() {
    let functions = FormulaLibrary.functions.keys.sorted()
    let parts =
      FormulaLibrary.names + ["0", "1", "2.5", "1e308", "1e-320", "9007199254740993", "440"] + functions
    let signs = ["+", "-", "*", "/", "^", "%", "<", "==", "&&", "?", ":", ",", ";", "(", ")", "!"]
    let any = Array("().,;+-*/^%?:<>=!&|tπ−²\u{0}é🎵 \n".unicodeScalars)
    var random = RandomNumbers(seed: 19)
    var accepted = 0, refused = 0
    /// A text that is likely to be a formula.
    func expression(_ depth: Int) -> String {
      switch depth > 4 ? 0 : random.below(7) {
      case 0, 1: return parts[random.below(FormulaLibrary.names.count + 7)]
      case 2, 3: return expression(depth + 1) + signs[random.below(9)] + expression(depth + 1)
      case 4: return "(" + expression(depth + 1) + ")"
      case 5: return expression(depth + 1) + "?" + expression(depth + 1) + ":" + expression(depth + 1)
      default:
        let name = functions[random.below(functions.count)]
        let values = FormulaLibrary.functions[name]!.arguments.lowerBound
        return name + "(" + (0..<values).map { _ in expression(depth + 1) }.joined(separator: ",") + ")"
      }
    }
    for _ in 0..<count {
      var text = Array(expression(0).unicodeScalars)
      // Of half of them something is damaged.
      for _ in 0..<(random.below(2) * (1 + random.below(3))) {
        let place = random.below(text.count + 1)
        switch random.below(3) {
        case 0: text.insert(any[random.below(any.count)], at: place)
        case 1: if place < text.count { text.remove(at: place) }
        default: text.insert(contentsOf: Array(signs[random.below(signs.count)].unicodeScalars), at: place)
        }
      }
      let formula = String(String.UnicodeScalarView(text))
      do throws(FormulaError) {
        let signal = try FunctionSignal(formula, sampleRate: 48_000, frames: FunctionSignal.mostFrames)
        accepted += 1
        var buffer = [Float](repeating: 0, count: 3 * signal.channels)
        for first in [0, 1, FunctionSignal.mostFrames - 3, FunctionSignal.mostFrames - 1] {
          let found = buffer.withUnsafeMutableBufferPointer { signal.fill($0, from: first) }
          #expect(found == min(3, FunctionSignal.mostFrames - first), "\(formula)")
        }
      } catch {
        refused += 1
        guard let place = error.place else {
          Issue.record("no place: \(formula)")
          continue
        }
        #expect(place.lowerBound >= 0 && place.upperBound <= text.count, "\(formula)")
        #expect(!error.message.isEmpty && error.marked(in: formula)?.hasSuffix("^") == true, "\(formula)")
      }
    }
    #expect(accepted > count / 4 && refused > count / 20)
  }
}
