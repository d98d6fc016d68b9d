// AlignmentPart.swift
// The part of the panel of comparison about how B is laid over A: by hand, or as the program finds it.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel
import WaveformViews

/// The widgets for place, gain and polarity.
@MainActor final class AlignmentPart {
  private let diagram: DiagramViewModel
  private let offset: SpinButton, gain: Adjuster, invert: Widget, keep: Widget, verdict: Widget
  private let channels: Widget, channelList: Widget, resetChannels: Widget
  private let observer = ModelObserver()
  /// True while the program moves what is shown.
  private var isFollowing = false

  private struct Adjuster {
    let range: Adjustment, scale: Widget, label: Widget
  }

  init(_ builder: Builder, _ diagram: DiagramViewModel) {
    self.diagram = diagram
    offset = builder.get("offset", as: SpinButton.self)
    gain = Adjuster(
      range: builder.get("gain_range", as: Adjustment.self), scale: builder.get("gain"),
      label: builder.get("gain_value"))
    invert = builder.get("invert")
    keep = builder.get("keep")
    verdict = builder.get("verdict")
    channels = builder.get("channels")
    channelList = builder.get("channel_list")
    resetChannels = builder.get("reset_channels")
    gain.label.runLeftToRight()
    connect()
    let comparison = diagram.comparison
    observer.follow({ Shown(comparison) }) { [weak self] in self?.show($0) }
    observer.follow({ Verdict(diagram) }) { [weak self] in self?.show($0) }
  }

  private func connect() {
    let comparison = diagram.comparison
    offset.connect("value-changed") { [weak self] in self?.place() }
    gain.range.connect("value-changed") { [weak self, weak comparison] in
      guard let self, !isFollowing else { return }
      comparison?.raise(to: (gain.range.value * 10).rounded() / 10)
    }
    invert.connectNotify("active") { [weak self, weak comparison] in
      if let self, !isFollowing { comparison?.invert(invert.bool("active")) }
    }
    keep.connectNotify("active") { [weak self, weak comparison] in
      if let self, !isFollowing { comparison?.keepsAligned = keep.bool("active") }
    }
    resetChannels.connect("clicked") { [weak comparison] in comparison?.resetChannels() }
  }

  private func place() {
    guard !isFollowing, let pair = diagram.comparison.pair else { return }
    let frames = Int(offset.value.rounded())
    diagram.lanes.change(pair.second, .shifted(lane: pair.second.number)) {
      $0.offset = pair.first.settings.offset + frames
    }
  }

  private struct Shown: Equatable {
    /// Of B against A, in frames of the time axis.
    let offset: Int
    let gain: Double, isInverted: Bool, keepsAligned: Bool
    /// A line for each channel where they stand apart.
    let channels: [String]

    @MainActor init(_ comparison: Comparison) {
      offset = comparison.pair.map { $0.second.settings.offset - $0.first.settings.offset } ?? 0
      gain = comparison.adjustment.gain
      isInverted = comparison.adjustment.isInverted
      keepsAligned = comparison.keepsAligned
      let adjustment = comparison.adjustment
      channels = adjustment.channels.enumerated().map { number, channel in
        // Translators: numbers of two channels that are compared, the first of recording A, the second of B.
        let pair = localized("Channel \(number + 1) with \(channel.source + 1)")
        let turned = adjustment.isInverted != channel.isInverted ? localized("upside down") : nil
        return [pair, decibelText(adjustment.gain + channel.gain), turned].compactMap(\.self)
          .joined(separator: ", ")
      }
    }
  }

  private func show(_ shown: Shown) {
    isFollowing = true
    defer { isFollowing = false }
    if offset.value != Double(shown.offset) { offset.value = Double(shown.offset) }
    // A scale that is being dragged stays at the pointer; only its value is rounded.
    if abs(gain.range.value - shown.gain) >= 0.05 { gain.range.value = shown.gain }
    let text = decibelText(shown.gain)
    gain.label.set("label", text)
    gain.scale.setAccessibleValue(text)
    invert.set("active", shown.isInverted)
    keep.set("active", shown.keepsAligned)
    channels.isVisible = !shown.channels.isEmpty
    channelList.set("label", shown.channels.joined(separator: "\n"))
  }

  /// What the program found, and how sure it is.
  private struct Verdict: Equatable {
    let text: String
    let isProblem: Bool

    @MainActor init(_ diagram: DiagramViewModel) {
      let comparison = diagram.comparison, search = comparison.search
      isProblem = search.problem != nil || search.found?.isSure == false
      text = search.problem ?? search.found.map { Self.text($0, diagram) } ?? ""
    }

    /// Pieces that are listed.
    private static let most = 8

    @MainActor private static func text(_ found: FoundAlignment, _ diagram: DiagramViewModel) -> String {
      // Translators: how sure the program is, in percent.
      let sure = localized("\(Int((found.certainty * 100).rounded()))\u{202F}% sure.")
      guard found.isSure else {
        return [localized("Nothing was moved."), found.doubt, sure].compactMap(\.self).joined(separator: " ")
      }
      let parts = [sure, found.doubt, drift(diagram.comparison.adjustment.driftPpm)]
      let first = parts.compactMap(\.self).joined(separator: " ")
      return ([first] + found.pieces.prefix(most).map { text($0, diagram) }).joined(separator: "\n")
    }

    @MainActor private static func text(_ piece: FoundAlignment.Piece, _ diagram: DiagramViewModel) -> String
    {
      let placement = diagram.comparison.pair.map { diagram.placement(of: $0.first) } ?? LanePlacement()
      let axis = placement.axisFrames(nearest: piece.start..<piece.start)
      let time = diagram.time(ofFrame: axis.lowerBound), offset = grouped(piece.offset)
      guard let depth = piece.nullDepth else {
        // Translators: a time, and a number of samples, which may be negative.
        return localized("From \(time) on B begins at sample \(offset), and is identical.")
      }
      // Translators: a time, a number of samples, which may be negative, and decibels.
      return localized("From \(time) on B begins at sample \(offset), null depth \(decibelText(depth)).")
    }

    private static func drift(_ ppm: Double) -> String? {
      let tenths = Int((ppm * 10).rounded())
      guard tenths != 0 else { return nil }
      let text = Numerals.shown("\(tenths < 0 ? "\u{2212}" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)")
      // Translators: a number of parts per million.
      return localized("The clock of B runs \(text) ppm beside that of A.")
    }
  }

  private func show(_ verdict: Verdict) {
    self.verdict.isVisible = !verdict.text.isEmpty
    self.verdict.set("label", verdict.text)
    self.verdict.setAlarming(verdict.isProblem)
  }
}
