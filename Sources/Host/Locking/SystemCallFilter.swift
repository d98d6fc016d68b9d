// SystemCallFilter.swift
// The list of system calls that a process may make from now on (seccomp(2)), by libseccomp. Fails closed: a call that
// is on no list ends the process. Only this file calls the library.

import CSeccomp
import Glibc
import SystemPackage

/// A list that is written down, then loaded once; it cannot be taken back.
struct SystemCallFilter: ~Copyable {
  /// What an argument must be. The kernel takes most arguments as 32 bits and ignores the others: so those are left out
  /// of the comparison, or a number with a high bit would be another one here than there.
  struct Condition {
    fileprivate let comparison: scmp_arg_cmp

    private init(_ argument: UInt32, _ operation: scmp_compare, _ first: UInt64, _ second: UInt64 = 0) {
      comparison = scmp_arg_cmp(arg: argument, op: operation, datum_a: first, datum_b: second)
    }

    /// The lower 32 bits of an argument, from 0 on, are `value`.
    static func number(_ argument: UInt32, _ value: Int32) -> Condition {
      Condition(argument, SCMP_CMP_MASKED_EQ, 0xFFFF_FFFF, UInt64(UInt32(bitPattern: value)))
    }

    /// Of the bits of `mask`, those of `value` are set and no other.
    static func bits(_ argument: UInt32, _ mask: UInt64, _ value: UInt64 = 0) -> Condition {
      Condition(argument, SCMP_CMP_MASKED_EQ, mask, value)
    }

    /// All 64 bits.
    static func address(_ argument: UInt32, _ value: UInt64) -> Condition {
      Condition(argument, SCMP_CMP_EQ, value)
    }

    static func address(_ argument: UInt32, atLeast value: UInt64) -> Condition {
      Condition(argument, SCMP_CMP_GE, value)
    }
  }

  /// The first number (Linux 6.5) of calls that came after this list was written. They are answered as by an older
  /// kernel, since a newer C library asks for them and knows what to do without.
  private static let unwritten: Range<Int32> = 451..<512

  private let context: scmp_filter_ctx
  /// The first step that failed; `load` tells it.
  private var failure: CageError?

  init() throws(CageError) {
    guard let context = seccomp_init(SCMP_ACT_KILL_PROCESS) else {
      throw .failed("system calls", .noMemory)
    }
    self.context = context
    // A tree instead of a list of comparisons, and no other table of calls (x32).
    note("tree", seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
    note("table", seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, UInt32(SCMP_ACT_KILL_PROCESS)))
    // Older kernels slow a filtered process down against a leak within it (speculative store bypass), where it has no
    // secrets from itself. A library or kernel that does not know the wish is none the worse.
    _ = seccomp_attr_set(context, SCMP_FLTATR_CTL_SSB, 1)
    for number in Self.unwritten { add(number, "\(number)", Self.refusal(ENOSYS), []) }
  }

  deinit { seccomp_release(context) }

  /// Allows calls with any arguments.
  mutating func allow(_ names: String...) {
    for name in names { add(name, UInt32(SCMP_ACT_ALLOW), []) }
  }

  /// Allows a call where all conditions hold. Of several rules for a call, one is enough.
  mutating func allow(_ name: String, where conditions: Condition...) {
    add(name, UInt32(SCMP_ACT_ALLOW), conditions)
  }

  /// Refuses calls with an error, for libraries that ask and can do without.
  mutating func refuse(_ names: String..., with error: Int32) {
    for name in names { add(name, Self.refusal(error), []) }
  }

  /// Refuses a call where the condition holds.
  mutating func refuse(_ name: String, with error: Int32, where condition: Condition) {
    add(name, Self.refusal(error), [condition])
  }

  /// From now on, for all threads.
  consuming func load() throws(CageError) {
    if let failure { throw failure }
    let status = seccomp_load(context)
    guard status == 0 else { throw .failed("system calls", Errno(rawValue: -status)) }
  }

  /// SCMP_ACT_ERRNO, a macro.
  private static func refusal(_ error: Int32) -> UInt32 { 0x0005_0000 | UInt32(error) }

  private mutating func add(_ name: String, _ action: UInt32, _ conditions: [Condition]) {
    let number = seccomp_syscall_resolve_name(name)
    // -1: this processor or this library has no such call, so none can be made either.
    if number != -1 { add(number, name, action, conditions) }
  }

  private mutating func add(_ number: Int32, _ name: String, _ action: UInt32, _ conditions: [Condition]) {
    let comparisons = conditions.map(\.comparison)
    note(name, seccomp_rule_add_array(context, action, number, UInt32(comparisons.count), comparisons))
  }

  private mutating func note(_ step: String, _ status: Int32) {
    guard status != 0, failure == nil else { return }
    failure = .failed("system call \(step)", Errno(rawValue: -status))
  }
}
