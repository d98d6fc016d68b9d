// MarkDocument+Label.swift
// The label of a whole recording: a digit, as the name of a mark over all of it, in a tier of its own. So every program
// that reads our marks sees it, and the waveform's window shows and changes it as any other mark.

import WaveformCore

extension MarkDocument {
  /// The name of the tier, the same in every language: it stands in files.
  public static let labelTier = "Label"

  public static let labels = 0...9

  /// The label of the recording; nil: none.
  public var label: Int? {
    for mark in labelMarks { if let label = Int(mark.name), Self.labels.contains(label) { return label } }
    return nil
  }

  /// Those over all that is marked in the tier: segments of a tier that somebody else called so are no labels.
  private var labelMarks: [Mark] {
    let marks = tiers.first { $0.name == Self.labelTier }?.marks ?? []
    let end = marks.lazy.map(\.range.upperBound).max() ?? 0
    return marks.filter { $0.range.lowerBound <= 0 && !$0.isPoint && $0.range.upperBound == end }
  }

  /// The document with another label.
  ///
  /// - Parameters:
  ///   - label: within `labels`; nil: none.
  ///   - length: frames of the recording.
  public func labelled(_ label: Int?, length: Int) -> MarkDocument {
    var document = self
    func apply(_ change: MarkChange?) { if let change { document.apply(change) } }
    let old = labelMarks.first { Int($0.name).map(Self.labels.contains) == true }
    guard let label else {
      apply(old.flatMap { document.removing([$0.id]) })
      let tier = document.tiers.first { $0.name == Self.labelTier }
      apply(tier.flatMap { $0.marks.isEmpty ? document.removingTier($0.id) : nil })
      return document
    }
    if let old {
      apply(document.renaming(old.id, to: String(label)))
    } else {
      if !document.tiers.contains(where: { $0.name == Self.labelTier }) { document.addTier(Self.labelTier) }
      let tier = document.tiers.first { $0.name == Self.labelTier }?.id
      apply(document.adding(0..<max(length, 1), name: String(label), to: tier)?.change)
    }
    return document
  }
}
