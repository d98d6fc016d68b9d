// StolenTime.swift
// How much processor time a hypervisor gave to others while a test ran, and whether that excuses a failure.
// The desktop tests decide in the same way: Tests/Desktop/stolen.py.

import Glibc

/// Processor time that was taken away from this machine over a stretch of time.
struct StolenTime {
  /// Processor time that others got instead, all processors together: the difference of two readings.
  var ticks: Int
  /// How long it took, in seconds by the clock.
  var seconds: Double
  var ticksPerSecond = Int(sysconf(Int32(_SC_CLK_TCK)))

  /// What was taken away, as a share of one processor: 0 for none, above 1 when more than one was.
  ///
  /// Two readings in whole ticks may differ by one though next to nothing lies between them: that one does not count,
  /// or a test of a few milliseconds would be excused by it.
  var share: Double {
    seconds > 0 ? Double(max(0, ticks - 1)) / Double(ticksPerSecond) / seconds : 0
  }

  /// True when a test that failed meanwhile may be tried again: a tenth of a processor or more was gone.
  var isAnExcuse: Bool { share >= 0.1 }

  /// The number of ticks stolen since the start: the eighth number of the first line of /proc/stat (proc(5)); 0 where
  /// there is none.
  static func ticks(in stat: String) -> Int {
    let numbers = stat.prefix { $0 != "\n" }.split(separator: " ").dropFirst()
    return numbers.dropFirst(7).first.flatMap { Int($0) } ?? 0
  }
}
