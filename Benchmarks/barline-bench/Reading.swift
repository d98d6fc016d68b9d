// Reading.swift
// Reads a whole recording as the window does: a reader's thread, all zoom levels, from the system's cache.

import Dispatch
import Glibc
import Recording
import SystemPackage

/// Time and CPU of reading the recording that `BARLINE_BENCH_FILE` names; nothing without it.
func benchmarkReading() {
  guard let name = getenv("BARLINE_BENCH_FILE").map({ String(cString: $0) }) else { return }
  var times: [(wall: Double, processor: Double)] = []
  let clock = ContinuousClock()
  for _ in 0..<9 {
    let before = processorSeconds()
    let duration = clock.measure {
      let done = DispatchSemaphore(value: 0)
      let reader = PeakReader(path: FilePath(name)) { event in
        switch event {
        case .finished, .failed: done.signal()
        default: break
        }
      }
      reader.start()
      done.wait()
    }.components
    let wall = Double(duration.seconds) + Double(duration.attoseconds) / 1e18
    times.append((wall, processorSeconds() - before))
  }
  printFigure("reading-best", times.map(\.wall).min()! * 1000, "ms")
  printFigure("reading-median", times.map(\.wall).sorted()[4] * 1000, "ms")
  printFigure("reading-cpu-best", times.map(\.processor).min()! * 1000, "ms")
}

/// Seconds of CPU that all threads of the process have used.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
