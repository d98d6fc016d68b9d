// ModelEvents.swift
// How a model tells other models what they must follow in the same turn, before anything is drawn. Views
// observe properties instead, and learn of changes one turn later. Main actor.

/// The listeners of a model, called in the order in which they were added.
///
/// Listeners are held weakly, so they need not be removed.
@MainActor package final class ModelEvents<Event> {
  private final class Listener {
    weak var owner: AnyObject?
    let body: (Event) -> Void

    init(_ owner: AnyObject, _ body: @escaping (Event) -> Void) {
      self.owner = owner
      self.body = body
    }
  }

  private var listeners: [Listener] = []

  /// Calls `body` with each event from now on. A second call for the same owner replaces the first.
  ///
  /// - Parameter body: gets its owner as an argument, so that it need not capture it.
  package func listen<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, Event) -> Void) {
    stop(owner)
    listeners.append(Listener(owner) { [weak owner] event in if let owner { body(owner, event) } })
  }

  /// Stops telling `owner`.
  package func stop(_ owner: AnyObject) { listeners.removeAll { $0.owner == nil || $0.owner === owner } }

  /// Calls all listeners. One that is added meanwhile hears only later events; one that is stopped meanwhile
  /// hears none.
  ///
  /// - Complexity: O(n²) in the listeners, of which there are a few.
  package func send(_ event: Event) {
    for listener in listeners where listeners.contains(where: { $0 === listener }) { listener.body(event) }
  }
}
