// TierPopover.swift
// Name and colour of a tier of marks, of a new one or of one that there is.

import GtkBridge
import Localization
import Marks
import Resources
import WaveformDrawing
import WaveformModel
import WaveformViews

/// What is typed about a tier.
@MainActor final class TierPopover {
  private let diagram: DiagramViewModel
  private let popover: Popover
  private let title: Widget, name: Widget, color: Widget, done: Widget
  /// Nil: a new one.
  private var tier: MarkTier?
  private var release: (() -> Void)?

  /// - Parameter host: a container with a layout of its own.
  init(_ diagram: DiagramViewModel, in host: Widget) {
    self.diagram = diagram
    let builder = Builder(Resources.tier)
    popover = builder.get("tier", as: Popover.self)
    title = builder.get("title")
    name = builder.get("name")
    color = builder.get("color")
    done = builder.get("done")
    builder.get("colors", as: StringList.self).replace(with: Self.colors.map(\.name))
    popover.attach(to: host)
    done.connect("clicked") { [weak self] in self?.take() }
    popover.onRelease { [weak self] in self?.release?() }
  }

  /// From that of the first tier on.
  private static let colors = LaneColor.allCases.indices.map { LaneColor.ofTier($0) }

  /// Asks about a tier.
  ///
  /// - Parameters:
  ///   - tier: nil: a new one, to which the selected marks go.
  ///   - release: gives the focus back.
  func open(_ tier: MarkTier?, at anchor: MarkAnchor, release: @escaping () -> Void) {
    self.tier = tier
    self.release = release
    let count = diagram.marks.tiers.count
    title.set("label", tier == nil ? localized("New Tier") : localized("Change Tier"))
    done.set("label", tier == nil ? localized("Add") : localized("Change"))
    name.set("text", tier?.name ?? localized("Tier \(count + 1)"))
    color.selected = (tier?.color ?? count) % Self.colors.count
    popover.open(at: anchor.area, of: anchor.widget)
    name.grabFocus()
  }

  private func take() {
    let name = name.string("text") ?? "", color = color.selected ?? 0
    if let tier {
      // The color of a tier may lie beyond the palette: an equal one changes nothing.
      let isSame = tier.color % Self.colors.count == color
      diagram.marks.change(tier.id, name: name, color: isSame ? tier.color : color)
    } else {
      diagram.marks.addTier(name, color: color)
    }
    popover.close()
  }
}
