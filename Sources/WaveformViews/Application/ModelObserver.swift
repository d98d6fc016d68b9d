// ModelObserver.swift
// How views follow models: a value that is derived from a model, and what to do when it changes. Models never
// call views; this is the only link, and it ends with its owner.
//
// `Observations` would do the same, but in Swift 6.3.1 a generic function that makes one crashes when it begins
// to iterate (docs/adr/0002); `withObservationTracking` is what it is built on.

import Observation

/// The observations of one view. Ends them when it goes.
@MainActor final class ModelObserver {
  /// Calls `apply` with the value of `value`, now and whenever it has changed: once per turn of the main actor,
  /// however many changes there were.
  ///
  /// - Parameters:
  ///   - value: reads the model; must not keep the view alive.
  ///   - apply: updates the view; must not keep it alive either.
  func follow<Value: Equatable>(
    _ value: @escaping @MainActor () -> Value, _ apply: @escaping @MainActor (Value) -> Void
  ) {
    let observation = Observation(value: value, apply: apply)
    observations.append(observation)
    observation.begin()
  }

  private var observations: [AnyObject] = []
}

/// One value that is watched, for as long as this object lives.
@MainActor private final class Observation<Value: Equatable> {
  private let value: @MainActor () -> Value
  private let apply: @MainActor (Value) -> Void
  private var last: Value?

  init(value: @escaping @MainActor () -> Value, apply: @escaping @MainActor (Value) -> Void) {
    self.value = value
    self.apply = apply
  }

  func begin() { update() }

  private func update() {
    let next = withObservationTracking {
      value()
    } onChange: { [weak self] in
      // Called before the change takes place: look again in the next turn.
      Task { @MainActor in self?.update() }
    }
    guard next != last else { return }
    last = next
    apply(next)
  }
}
