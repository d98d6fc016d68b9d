// Snapshot+Rounded.swift
// Rectangles with round corners.

import CGtk

extension Snapshot {
  /// Fills `rect`, its corners rounded by `radius`.
  public func fill(_ rect: Rect, radius: Double, _ color: RGBA) {
    guard !rect.isEmpty else { return }
    var rounded = rect.rounded(by: radius)
    gtk_snapshot_push_rounded_clip(raw, &rounded)
    fill(rect, color)
    gtk_snapshot_pop(raw)
  }

  /// Draws a border of `width` inside `rect`, its outer corners rounded by `radius`.
  public func border(_ rect: Rect, radius: Double, width: Double, _ color: RGBA) {
    guard !rect.isEmpty else { return }
    var rounded = rect.rounded(by: radius)
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color.native, count: 4)
    gtk_snapshot_append_border(raw, &rounded, widths, colors)
  }
}

extension Rect {
  fileprivate func rounded(by radius: Double) -> GskRoundedRect {
    var outline = GskRoundedRect()
    var bounds = native
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
    return outline
  }
}
