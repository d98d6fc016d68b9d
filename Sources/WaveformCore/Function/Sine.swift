// Sine.swift
// The sine, without libm: the same on every machine, so that pictures of it can be compared pixel by pixel.

/// sin `x`, `x` in radians, exact to about 10⁻¹³ for |`x`| below 10⁶; NaN for what is not finite.
///
/// - Complexity: O(1)
func sine(_ x: Double) -> Double {
  // π in two parts: a multiple of the first is exact as long as it is small.
  let (high, low) = (3.141_592_621_803_283_7, 3.178_650_954_705_639e-8)
  let turns = (x / .pi).rounded()
  let rest = (x - turns * high) - turns * low
  let square = rest * rest
  // The series about 0, whose next term is below 10⁻¹³ at π/2.
  var term = rest
  var sum = rest
  for n in 1...9 {
    term *= -square / Double(2 * n * (2 * n + 1))
    sum += term
  }
  return turns.truncatingRemainder(dividingBy: 2) == 0 ? sum : -sum
}
