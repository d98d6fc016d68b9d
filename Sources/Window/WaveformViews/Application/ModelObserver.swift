// ModelObserver.swift
// How views follow models: a value derived from a model, and a closure to call when it changes. Models never
// call views; this is the only link, and it ends with its owner.
//
// `Observations` would do the same, but in Swift 6.3.1 a generic function that makes one crashes when it
// begins to iterate (docs/adr/0002). `Observations` is built on `withObservationTracking`, which is used
// here.

import GtkBridge
import Observation

/// The observations of one view; they end when this object goes.
@MainActor package final class ModelObserver {
  package init() {}

  /// Told of every change of what views follow, with the place in the sources that follows it; nil: nobody wants to know.
  static var onChange: (@MainActor (_ place: String) -> Void)?

  /// Calls `apply` with the value of `value`, now and after it has changed: at most once per turn of the main
  /// actor, however many changes there were.
  ///
  /// - Parameters:
  ///   - interval: the least number of seconds between two calls, for what cannot be read faster, such as
  ///     numbers while the view moves. The last change is always told.
  ///   - value: reads the model; must not keep the view alive.
  ///   - apply: updates the view; must not keep it alive either.
  package func follow<Value: Equatable>(
    every interval: Double = 0, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor () -> Value, _ apply: @escaping @MainActor (Value) -> Void
  ) {
    let observation = Observation(
      interval: interval, place: (file, line), value: value, apply: apply)
    observations.append(observation)
    observation.begin()
  }

  private var observations: [AnyObject] = []
}

/// One observed value; the observation ends when this object goes.
@MainActor private final class Observation<Value: Equatable> {
  private let interval: Double
  private let place: (file: String, line: Int)
  private let value: @MainActor () -> Value
  private let apply: @MainActor (Value) -> Void
  private var last: Value?
  private var updated = 0.0
  private lazy var timer = Timer()

  init(
    interval: Double, place: (file: String, line: Int), value: @escaping @MainActor () -> Value,
    apply: @escaping @MainActor (Value) -> Void
  ) {
    self.interval = interval
    self.place = place
    self.value = value
    self.apply = apply
  }

  func begin() { update() }

  /// Updates at once, or when the interval is over. Until then the model is not observed, which costs more
  /// than to read it.
  private func changed() {
    let wait = interval > 0 ? updated + interval - MainLoop.now : 0
    guard wait > 0 else { return update() }
    timer.schedule(after: wait) { [weak self] in self?.intervalEnded() }
  }

  /// What changes many times a second, as what is heard does, is told with its next change: what else follows that is
  /// drawn in the same frame. What has come to rest is told soon.
  private func intervalEnded() {
    guard read() != last else { return }
    timer.schedule(after: Self.rest) { [weak self] in self?.update() }
  }

  /// Seconds without a change.
  private static var rest: Double { 0.04 }

  private func read() -> Value {
    withObservationTracking {
      value()
    } onChange: { [weak self] in
      // This is called before the change takes place: read the value in the next turn.
      Task { @MainActor in self?.changed() }
    }
  }

  private func update() {
    if interval > 0 {
      updated = MainLoop.now
      timer.cancel()
    }
    let next = read()
    guard next != last else { return }
    if last != nil { ModelObserver.onChange?("\(place.file):\(place.line)") }
    last = next
    apply(next)
  }
}
