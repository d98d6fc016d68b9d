// GainBadges.swift
// The gains in dB, shown over lanes that are raised or lowered. Owned by its plot's view. The drawn badges
// are kept, so that they cost nothing while the playhead moves.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The gains of the lanes of one plot.
@MainActor final class GainBadges {
  private struct Key: Equatable {
    struct Badge: Equatable {
      let text: String
      /// Logical pixels from the top of the view.
      let y: Double
    }
    let badges: [Badge]
    let palette: Palette
    let factor: Double
  }

  private var kept: (key: Key, node: RenderNode?)?

  func append(to snapshot: Snapshot, of view: PlotView, _ diagram: DiagramViewModel) {
    let layout = view.layout
    let pixels = view.pixels
    let badges = layout.visibleLanes(offset: view.laneOffset).compactMap { lane -> Key.Badge? in
      guard let text = Self.text(diagram.look(ofLane: lane, in: view.plot).amplitude) else { return nil }
      let top = pixels.logical(layout.top(ofLane: lane, offset: view.laneOffset))
      return Key.Badge(text: text, y: top + Double(PlotView.margin) + 4)
    }
    let key = Key(badges: badges, palette: view.palette, factor: pixels.factor)
    if kept?.key != key { kept = (key, draw(key, view)) }
    if let node = kept?.node { snapshot.append(node) }
  }

  /// Text such as "+12 dB"; nil for a lane that is drawn as recorded.
  static func text(_ amplitude: AmplitudeScale) -> String? {
    let tenths = Int((amplitude.gainInDecibels * 10).rounded())
    guard tenths != 0 else { return nil }
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "\u{2212}" : "+") + (rest == 0 ? "\(whole)" : Numerals.shown("\(whole).\(rest)"))
      + " dB"
  }

  private func draw(_ key: Key, _ view: PlotView) -> RenderNode? {
    RenderNode.recording(on: view.pixels) { snapshot in
      for badge in key.badges {
        let text = TextLayout(badge.text, for: view, scale: 0.8, isBold: true)
        let pill = Rect(x: 6, y: badge.y, width: text.size.x + 14, height: text.size.y + 4)
        snapshot.fill(pill, radius: pill.height / 2, key.palette.badge.rgba)
        snapshot.text(text, x: pill.x + 7, y: pill.y + 2, key.palette.badgeText.rgba)
      }
    }
  }
}
