// Measure.swift
// Times a piece of work many times over and prints what it takes, in the middle and at worst.

/// Runs `body` after a few runs that do not count.
///
/// - Returns: microseconds of each run, from the shortest to the longest.
func microseconds(runs: Int, _ body: () -> Void) -> [Double] {
  for _ in 0..<3 { body() }
  let clock = ContinuousClock()
  return (0..<runs).map { _ in
    let duration = clock.measure(body).components
    return Double(duration.seconds) * 1e6 + Double(duration.attoseconds) / 1e12
  }.sorted()
}

/// Prints `name` with the median and the 99th percentile of 200 runs.
func report(_ name: String, runs: Int = 200, _ body: () -> Void) {
  let times = microseconds(runs: runs, body)
  printFigure(name, times[times.count / 2], "us")
  printFigure(name + "-p99", times[min(times.count - 1, times.count * 99 / 100)], "us")
}

/// Prints one line with two decimals.
func printFigure(_ name: String, _ value: Double, _ unit: String) {
  let hundredths = Int((value * 100).rounded())
  let digits = String(hundredths % 100)
  print("\(name) \(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits) \(unit)")
}
