// StolenTimeTests.swift

import Testing

struct StolenTimeTests {
  private func share(_ ticks: Int, _ seconds: Double) -> StolenTime {
    StolenTime(ticks: ticks, seconds: seconds, ticksPerSecond: 100)
  }

  @Test func `a tenth of a processor over the whole try excuses a failure, and less does not`() {
    for seconds in [0.5, 1, 2.5, 20] {
      let bound = Int(10 * seconds) + 1
      #expect(share(bound, seconds).isAnExcuse, "\(bound) ticks in \(seconds) s")
      #expect(!share(bound - 1, seconds).isAnExcuse, "\(bound - 1) ticks in \(seconds) s")
    }
    #expect(share(201, 1).share == 2, "two processors")
  }

  @Test func `20 ms do not excuse a test of 0.3 s`() {
    #expect(!share(2, 0.3).isAnExcuse)
    #expect(share(2, 0.3).share < 0.04)
  }

  @Test func `one tick is what two readings may differ by, and excuses not even the shortest test`() {
    #expect(share(1, 0.001).share == 0)
    #expect(share(0, 0.001).share == 0)
    #expect(!share(1000, 0).isAnExcuse, "no time, no share")
    #expect(share(-3, 1).share == 0, "a counter that went back")
  }

  @Test func `the ticks are the eighth number of all processors together`() {
    let stat = """
      cpu  10 20 30 40 50 60 70 80 90 100
      cpu0 1 2 3 4 5 6 7 8 9 10
      """
    #expect(StolenTime.ticks(in: stat) == 80)
    #expect(StolenTime.ticks(in: "cpu  1 2 3\ncpu0 1 2 3 4 5 6 7 8") == 0)
    #expect(StolenTime.ticks(in: "") == 0)
  }
}
