// FeatureModels.swift
// The models that features add to a diagram: each is made when it is first asked for, and lives as long as the diagram.

/// The models of features, one of a kind.
@MainActor struct FeatureModels {
  private var models: [ObjectIdentifier: AnyObject] = [:]

  fileprivate mutating func add(_ model: AnyObject, _ kind: ObjectIdentifier) { models[kind] = model }

  fileprivate subscript(kind: ObjectIdentifier) -> AnyObject? { models[kind] }
}

extension DiagramViewModel {
  /// The model of a feature for this diagram.
  ///
  /// A feature wraps this into a property of the diagram, so that nobody else calls it. A model that is a `LaneCompanion`
  /// follows the lanes from then on.
  ///
  /// - Parameter make: called when there is none yet. A model may hold parts of the diagram, but not the diagram.
  package func model<Model: AnyObject>(_ make: (DiagramViewModel) -> Model) -> Model {
    let kind = ObjectIdentifier(Model.self)
    if let known = models[kind] as? Model { return known }
    let model = make(self)
    models.add(model, kind)
    if let companion = model as? any LaneCompanion { lanes.companions.attach(companion) }
    return model
  }
}
