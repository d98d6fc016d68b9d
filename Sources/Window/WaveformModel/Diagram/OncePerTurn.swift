// OncePerTurn.swift
// What many objects ask for in one turn of the main loop is done at most twice: at once, and when they have all asked. Main
// actor.

/// Does things that may be asked for many times in a turn.
@MainActor final class OncePerTurn<Kind: Hashable> {
  /// What was done in this turn, and whether it was asked for again since.
  private var done: [Kind: Bool] = [:]

  /// Does it now, or, where it was already done in this turn, once more when the turn ends.
  func run(_ kind: Kind, _ work: @escaping @MainActor () -> Void) {
    guard done[kind] == nil else { return done[kind] = true }
    done[kind] = false
    work()
    // Behind whatever waits for the main actor now.
    Task { if done.removeValue(forKey: kind) == true { work() } }
  }
}
