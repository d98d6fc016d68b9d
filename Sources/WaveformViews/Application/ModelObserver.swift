// ModelObserver.swift
// How views follow models: a value derived from a model, and a closure to call when it changes. Models never
// call views; this is the only link, and it ends with its owner.
//
// `Observations` would do the same, but in Swift 6.3.1 a generic function that makes one crashes when it
// begins to iterate (docs/adr/0002). `Observations` is built on `withObservationTracking`, which is used
// here.

import Observation

/// The observations of one view; they end when this object goes.
@MainActor final class ModelObserver {
  /// Calls `apply` with the value of `value`, now and after it has changed: at most once per turn of the main
  /// actor, however many changes there were.
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

/// One observed value; the observation ends when this object goes.
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
      // This is called before the change takes place: read the value in the next turn.
      Task { @MainActor in self?.update() }
    }
    guard next != last else { return }
    last = next
    apply(next)
  }
}
