// ModelObserver.swift
// How views follow models: a value that is derived from a model, and what to do when it changes. Models never
// call views; this is the only link, and it ends with its owner.

import Observation

/// The observations of one view. Ends them when it goes.
@MainActor final class ModelObserver {
  private var tasks: [Task<Void, Never>] = []

  isolated deinit { tasks.forEach { $0.cancel() } }

  /// Calls `apply` with the value of `value`, now and whenever it has changed: once per turn of the main actor,
  /// however many changes there were.
  ///
  /// - Parameters:
  ///   - value: reads the model; must not keep the view alive.
  ///   - apply: updates the view; must not keep it alive either.
  func follow<Value: Equatable & Sendable>(
    _ value: @escaping @MainActor @Sendable () -> Value, _ apply: @escaping @MainActor (Value) -> Void
  ) {
    let initial = value()
    apply(initial)
    tasks.append(
      Task { @MainActor in
        var last = initial
        for await next in Observations(value) where next != last {
          if Task.isCancelled { return }
          last = next
          apply(next)
        }
      })
  }
}
