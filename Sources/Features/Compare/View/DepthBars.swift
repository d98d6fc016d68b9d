// DepthBars.swift
// Levels of a difference as bars that grow from the floor: few with numbers and labels, or as many as there are pixels.
// Painted by GTK as rectangles; drawn again only when something has changed.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformViews

/// Draws levels in dB, from −100 to 0; those that are nil have no bar.
final class DepthBars: SnapshotArea {
  struct Bar: Equatable {
    let level: Double?
    /// Below it; nil: none, and no number above it.
    var label: String?
  }

  var bars: [Bar] = [] {
    didSet {
      guard bars != oldValue else { return }
      if let place = pointed, !bars.indices.contains(place) { pointed = nil }
      queueDraw()
    }
  }
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }
  /// Called with the bar under the pointer, or that which keys have gone to; nil when it leaves.
  var onPoint: ((Int?) -> Void)?
  /// Called when the width has changed, in logical pixels.
  var onWidth: (() -> Void)?
  private var pointed: Int? { didSet { if pointed != oldValue { queueDraw() } } }

  private static let floor = -100.0
  /// Logical pixels of a line of text.
  private static let line = 13.0

  /// - Parameters:
  ///   - height: logical pixels.
  ///   - onPick: called with the bar that was clicked, or picked by a key; nil: none can be.
  init(height: Int, onPick: ((Int) -> Void)? = nil) {
    super.init(role: .image)
    set("hexpand", true)
    setContentSize(height: height)
    _ = MotionController(on: self) { [weak self] point in
      guard let self else { return }
      pointed = point.flatMap { self.index(atX: $0.x) }
      onPoint?(pointed)
    }
    guard let onPick else { return }
    _ = ClickGesture(on: self) { [weak self] _, point in
      if let index = self?.index(atX: point.x) { onPick(index) }
    }
    connectKeys(onPick)
  }

  /// What the pointer does, by keys: arrows go from bar to bar, Page Up and Page Down farther, Enter and Space pick.
  private func connectKeys(_ onPick: @escaping (Int) -> Void) {
    set("focusable", true)
    addStyleClass("stop")
    func take(_ keys: [String], to next: @escaping @MainActor (_ pointed: Int?, _ last: Int) -> Int) {
      for key in keys {
        takeKey(key) { [weak self] in
          guard let self, !bars.isEmpty else { return false }
          let last = bars.count - 1
          pointed = min(max(next(pointed, last), 0), last)
          onPoint?(pointed)
          return true
        }
      }
    }
    for (keys, direction) in [(["Left", "KP_Left"], -1), (["Right", "KP_Right"], 1)] {
      take(keys) { pointed, _ in pointed.map { $0 + direction } ?? 0 }
    }
    for (keys, direction) in [(["Page_Up", "KP_Page_Up"], -1), (["Page_Down", "KP_Page_Down"], 1)] {
      take(keys) { pointed, last in pointed.map { $0 + direction * max(1, last / 10) } ?? 0 }
    }
    take(["Home", "KP_Home"]) { _, _ in 0 }
    take(["End", "KP_End"]) { $1 }
    for key in ["Return", "KP_Enter", "space"] {
      takeKey(key) { [weak self] in
        guard let self, let pointed, bars.indices.contains(pointed) else { return false }
        onPick(pointed)
        return true
      }
    }
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(height:onPick:) only") }

  private func index(atX x: Double) -> Int? {
    guard !bars.isEmpty, width > 0 else { return nil }
    return min(bars.count - 1, max(0, Int(x / Double(width) * Double(bars.count))))
  }

  override func resized() {
    queueDraw()
    onWidth?()
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard !bars.isEmpty, width > 0 else { return }
    let hasLabels = bars.contains { $0.label != nil }
    let top = hasLabels ? Self.line : 0, bottom = Double(height) - (hasLabels ? Self.line : 0)
    let gap = hasLabels ? 2.0 : 0
    snapshot.fill(
      Rect(x: 0, y: bottom - 1, width: Double(width), height: 1), palette.rulerMinorTick.rgba)
    for (index, bar) in bars.enumerated() {
      let from = edge(index), to = edge(index + 1)
      if index == pointed {
        snapshot.fill(Rect(x: from, y: top, width: to - from, height: bottom - top), palette.selection.rgba)
      }
      if let label = bar.label { append(label, to: snapshot, from, to, y: bottom + 1) }
      guard let level = bar.level else { continue }
      // Whatever differs has a pixel.
      let share = max(0, min(1, 1 - level / Self.floor)), length = max(1, ((bottom - top) * share).rounded())
      snapshot.fill(
        Rect(x: from + gap / 2, y: bottom - length, width: max(to - from - gap, 0.5), height: length),
        palette.playedPeak.rgba)
      guard bar.label != nil else { continue }
      append(Self.number(level), to: snapshot, from, to, y: bottom - length - Self.line)
    }
  }

  /// A bar's left edge, on whole device pixels.
  private func edge(_ index: Int) -> Double {
    let pixels = pixels
    let column = Double(pixels.columns(in: width)) * Double(index) / Double(bars.count)
    return column.rounded() / pixels.factor
  }

  /// Puts a text in the middle of a bar.
  private func append(_ text: String, to snapshot: Snapshot, _ from: Double, _ to: Double, y: Double) {
    let layout = TextLayout(text, for: self, scale: 0.7)
    snapshot.text(layout, x: ((from + to - layout.size.x) / 2).rounded(), y: y, palette.rulerText.rgba)
  }

  private static func number(_ level: Double) -> String {
    let whole = Int(max(-999, min(999, level)).rounded())
    return whole < 0 ? "\u{2212}\(-whole)" : "\(whole)"
  }
}
