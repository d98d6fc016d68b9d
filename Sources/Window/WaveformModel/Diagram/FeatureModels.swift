// FeatureModels.swift
// The models that features add to a diagram: each is made when it is first asked for, and lives as long as the diagram.

/// The models of features, one of a kind.
@MainActor struct FeatureModels {
  private var models: [ObjectIdentifier: AnyObject] = [:]

  subscript<Model: AnyObject>(kind: Model.Type) -> Model? {
    get { models[ObjectIdentifier(kind)] as? Model }
    set { models[ObjectIdentifier(kind)] = newValue }
  }
}
