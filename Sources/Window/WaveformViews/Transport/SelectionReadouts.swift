// SelectionReadouts.swift
// Start, end and length of the selection, wherever there is room: beside the playhead's time, or on a second row, side
// by side or below each other. The same values stand in each of these places, and one of them is shown, so no value
// depends on the width of the window or the size of text. What is under the pointer stands in the same row.

import GtkBridge
import Localization

/// The readouts of a selection.
@MainActor final class SelectionReadouts {
  private let captions = [localized("Selection Start"), localized("End"), localized("Length")]
  /// The readouts of each place.
  private let places: [[ReadoutView]]
  private let row: Widget, place: Widget, pointerBox: Widget
  /// Called with the number of a value, and where it stands, when it is clicked.
  var onClick: ((Int, Widget) -> Void)?

  /// - Parameters:
  ///   - builder: has the boxes of the places.
  ///   - pointers: what is under the pointer, for each row; gives way first.
  init(_ builder: Builder, pointers: [ReadoutView]) {
    row = builder.get("selection_row")
    place = builder.get("selection_place")
    pointerBox = builder.get("pointer_box")
    let captions = captions
    func fill(_ name: String, isOneLine: Bool = false) -> [ReadoutView] {
      let box = builder.get(name, as: BoxWidget.self)
      return captions.map {
        let view = ReadoutView($0, isOneLine: isOneLine)
        box.append(view)
        return view
      }
    }
    places = [
      fill("selection_box"), fill("selection_second_wide"), fill("selection_second"),
      fill("selection_stack", isOneLine: true),
    ]
    for (name, pointer) in zip(["pointer_box", "pointer_second"], pointers) {
      builder.get(name, as: BoxWidget.self).append(pointer)
    }
    for place in places {
      for (index, view) in place.enumerated() {
        _ = ClickGesture(
          on: view,
          clicked: { [weak self, weak view] in
            if let view { self?.onClick?(index, view) }
          })
      }
    }
    for signal in ["map", "unmap"] {
      place.connect(signal) { [weak self] in
        // In the middle of a layout; the row belongs to the next one.
        Task { @MainActor in self?.showRow() }
      }
    }
  }

  /// The second row is there while the first has no room, selection or not: the waveform does not jump during a drag.
  private func showRow() {
    let fits = place.isMapped
    row.isVisible = !fits
    pointerBox.isVisible = fits
  }

  /// Where a value stands now, by its number; nil while the bar is hidden.
  func view(ofValue index: Int) -> Widget? { places.lazy.map { $0[index] }.first(where: \.isMapped) }

  /// Makes room for the widest values.
  ///
  /// - Parameter band: what may stand below the length; empty: nothing.
  func fit(time: String, detail: String, band: String) {
    for place in places {
      for (index, (view, caption)) in zip(place, captions).enumerated() {
        let isBand = index == captions.count - 1 && band.count > detail.count
        view.fit(Readout(caption: caption, time: time, detail: isBand ? band : detail))
      }
    }
  }

  /// Shows up to three values, and nothing in place of those that are missing.
  ///
  /// - Parameter isTyped: true when a click lets them be typed.
  func show(_ readouts: [Readout], isTyped: Bool) {
    for place in places {
      for (index, view) in place.enumerated() {
        view.isBlank = index >= readouts.count
        view.isTyped = isTyped && !view.isBlank
        // A blank one keeps its place; its name is for assistive technology.
        view.show(index < readouts.count ? readouts[index] : Readout(caption: localized("Nothing selected")))
        view.announce()
      }
    }
  }
}
