// LookScheduleTests.swift
// When a watched file is looked at, with a clock that the test holds.

import Testing

@testable import HostIO

@Suite struct LookScheduleTests {
  /// After a first look that ended at 1000.
  private func looked(isTold: Bool) -> LookSchedule {
    var schedule = LookSchedule()
    schedule.begin()
    schedule.end(at: 1000, isTold: isTold)
    return schedule
  }

  @Test func `the first look is due at once`() { #expect(LookSchedule().due == 0) }

  @Test func `there is no look while one is at it`() {
    var schedule = LookSchedule()
    schedule.begin()
    schedule.ask()
    schedule.hear()
    #expect(schedule.due == nil)
  }

  @Test func `where the kernel tells of changes there is none without one`() {
    #expect(looked(isTold: true).due == nil)
  }

  @Test func `where it does not, the file is looked at every two seconds`() {
    #expect(looked(isTold: false).due == 3250)
  }

  @Test(arguments: [true, false])
  func `what is heard waits for the rest, what is asked does not`(isTold: Bool) {
    var schedule = looked(isTold: isTold)
    schedule.hear()
    #expect(schedule.due == 1250)
    schedule.ask()
    #expect(schedule.due == 0)
  }

  @Test func `what is heard or asked during a look is looked for after it, and once`() {
    var heard = LookSchedule(), asked = LookSchedule()
    heard.begin()
    heard.hear()
    heard.end(at: 1000, isTold: true)
    #expect(heard.due == 1250)
    asked.begin()
    asked.ask()
    asked.end(at: 1000, isTold: true)
    #expect(asked.due == 0)
    for var schedule in [heard, asked] {
      schedule.begin()
      schedule.end(at: 1300, isTold: true)
      #expect(schedule.due == nil)
    }
  }
}
