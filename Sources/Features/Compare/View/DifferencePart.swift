// DifferencePart.swift
// The part of the panel of comparison about where two recordings differ: a sentence, and places that can be gone to.

import GtkBridge
import Localization
import Resources
import WaveformCore
import WaveformModel
import WaveformViews

/// The widgets for one `DifferenceFinder`.
@MainActor final class DifferencePart {
  private let diagram: DiagramViewModel
  private let summary: Widget, mark: Widget
  private let list: BoxWidget
  private var rows: [Widget] = []
  private let observer = ModelObserver()

  init(_ builder: Builder, _ diagram: DiagramViewModel) {
    self.diagram = diagram
    summary = builder.get("summary")
    mark = builder.get("mark")
    list = builder.get("places", as: BoxWidget.self)
    mark.connect("clicked") { [weak diagram] in diagram?.markDifferences() }
    observer.follow({ Shown(diagram) }) { [weak self] in self?.show($0) }
  }

  private struct Row: Equatable {
    let title: String, time: String
    let place: DifferencePlace
  }

  private struct Shown: Equatable {
    let text: String
    let isProblem: Bool
    let rows: [Row]

    @MainActor init(_ diagram: DiagramViewModel) {
      let finder = diagram.comparison.differences
      isProblem = finder.problem != nil
      // A Float holds no more.
      let part =
        diagram.comparison.pair?.isComparedInPart == true && finder.agreement != nil
        ? localized("Of samples with more than 24 bits the upper 24 were compared.") : nil
      text = finder.problem ?? [Self.text(finder), part].compactMap(\.self).joined(separator: " ")
      let placement = diagram.comparison.pair.map { diagram.placement(of: $0.first) }
      rows = finder.places.map { place in
        let axis = placement?.axisFrames(nearest: place.frames) ?? place.frames
        return Row(
          title: Self.title(place, diagram), time: diagram.time(ofFrame: axis.lowerBound), place: place)
      }
    }

    @MainActor private static func text(_ finder: DifferenceFinder) -> String {
      switch finder.agreement {
      case nil: return localized("Not known yet.")
      case .identical: return localized("Identical, bit for bit.")
      case .identicalInCommon: return localized("Identical, bit for bit, where both have sound.")
      case .apart: return localized("There is no time at which both have sound.")
      case .different: break
      }
      let depth = finder.nullDepth.map {
        // Translators: how far below the recording its difference lies, in dB.
        localized("The difference lies at \(decibelText($0)) against the louder of the two.")
      }
      let more = finder.unlisted
      // Translators: a number of places that are not listed.
      let rest =
        more > 0
        ? localized(
          "\(grouped(more)) more stretch is identical.",
          plural: "\(grouped(more)) more stretches are identical.", count: more) : nil
      return [depth, rest].compactMap(\.self).joined(separator: " ")
    }

    @MainActor private static func title(_ place: DifferencePlace, _ diagram: DiagramViewModel) -> String {
      switch place.kind {
      case .first: return localized("First difference")
      case .last: return localized("Last difference")
      case .worst: return localized("Greatest difference")
      case .identical:
        let placement = diagram.comparison.pair.map { diagram.placement(of: $0.first) } ?? LanePlacement()
        let length = diagram.time(ofLength: placement.axisFrames(nearest: place.frames).count)
        // Translators: a length of time.
        return localized("Identical for \(length)")
      }
    }
  }

  private func show(_ shown: Shown) {
    summary.set("label", shown.text)
    summary.setAlarming(shown.isProblem)
    for row in rows { list.remove(row) }
    rows = shown.rows.map(made)
    rows.forEach(list.append)
    list.isVisible = !rows.isEmpty
    mark.set("sensitive", !rows.isEmpty)
  }

  private func made(_ row: Row) -> Widget {
    let builder = Builder(Resources.comparePlace)
    let button = builder.get("row"), place = builder.get("place")
    builder.get("title").set("label", row.title)
    place.set("label", row.time)
    place.runLeftToRight()
    button.setAccessibleLabel("\(row.title), \(row.time)")
    button.connect("clicked") { [weak diagram, place = row.place] in diagram?.show(place) }
    return button
  }
}
