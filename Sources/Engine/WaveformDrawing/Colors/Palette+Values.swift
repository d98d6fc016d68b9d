// Palette+Values.swift
// The four palettes. Hues are libadwaita's (orange, light and dark greys, blue, red), so that the waveform matches the
// desktop's widgets; view backgrounds are libadwaita's view_bg_color. What has a meaning stands out from its ground by at
// least 3 to 1, and by 4.5 to 1 in high contrast (WCAG 2.1, 1.4.11); text by 4.5 to 1. A preview is paler than any
// waveform, within these limits. Marks are purple for clipping and teal for silence, which differ from the red of overs
// and the blue of the selection. `PaletteTests` computes all of this.

extension Palette {
  public static let light = Palette(
    name: .light,
    background: Color(0xffffff),
    playedBar: [Color(0xf26b00), Color(0xdf5401), Color(0xc64600)],
    unplayedBar: Color(0x7e7673),
    playedPeak: Color(0xef6700), playedLoudness: Color(0xa83a00),
    unplayedPeak: Color(0x8a817c), unplayedLoudness: Color(0x524b47),
    zeroLine: Color(0xdeddda),
    unreadGround: Color(0xf7f7f7), unreadDot: Color(0xc0bfbc),
    preview: Color(0x908e8c),
    over: Color(0xe01b24), clipping: Color(0x9141ac), silence: Color(0x00756f),
    selection: Color(0x3584e4, alpha: 0.2), selectionEdge: Color(0x1c71d8),
    playhead: Color(0x3d3846),
    rulerText: Color(0x5e5c64), rulerMajorTick: Color(0x8b8a88), rulerMinorTick: Color(0xdeddda),
    badge: Color(0x3d3846, alpha: 0.85), badgeText: Color(0xffffff),
    pointerLine: Color(0x5e5c64, alpha: 0.45), snapLine: Color(0x1b8553),
    overviewGround: Color(0xe6e5e4),
    overviewWindow: Color(0x77767b),
    laneSeparator: Color(0xebebeb))

  public static let dark = Palette(
    name: .dark,
    background: Color(0x1e1e1e),
    playedBar: [Color(0xff9c57), Color(0xff7800), Color(0xe66100)],
    unplayedBar: Color(0x948d8a),
    playedPeak: Color(0xc45800), playedLoudness: Color(0xff9c57),
    unplayedPeak: Color(0x7a7572), unplayedLoudness: Color(0xcfc7c2),
    zeroLine: Color(0x3d3d3d),
    unreadGround: Color(0x262626), unreadDot: Color(0x5e5d5a),
    preview: Color(0x747270),
    over: Color(0xff5a5f), clipping: Color(0xdc8add), silence: Color(0x2ec9b6),
    selection: Color(0x3584e4, alpha: 0.2), selectionEdge: Color(0x78aeed),
    playhead: Color(0xf6f5f4),
    rulerText: Color(0xc0bfbc), rulerMajorTick: Color(0x7d7c81), rulerMinorTick: Color(0x454545),
    badge: Color(0xdeddda, alpha: 0.9), badgeText: Color(0x1e1e1e),
    pointerLine: Color(0xc0bfbc, alpha: 0.45), snapLine: Color(0x57e389),
    overviewGround: Color(0x383838),
    overviewWindow: Color(0x9a9996),
    laneSeparator: Color(0x303030))

  public static let highContrastLight = Palette(
    name: .highContrastLight,
    background: Color(0xffffff),
    playedBar: [Color(0xc64600), Color(0xc04000), Color(0xa83a00)],
    unplayedBar: Color(0x605a57),
    playedPeak: Color(0xc64600), playedLoudness: Color(0x7a2800),
    unplayedPeak: Color(0x66605d), unplayedLoudness: Color(0x362c28),
    zeroLine: Color(0x75747a),
    unreadGround: Color(0xf0f0f0), unreadDot: Color(0x6a6866),
    preview: Color(0x6c6a68),
    over: Color(0xa51d2d), clipping: Color(0x7a1fa2), silence: Color(0x00544f),
    selection: Color(0x1a5fb4, alpha: 0.25), selectionEdge: Color(0x1a5fb4),
    playhead: Color(0x000000),
    rulerText: Color(0x000000), rulerMajorTick: Color(0x000000), rulerMinorTick: Color(0x5e5c64),
    badge: Color(0x000000), badgeText: Color(0xffffff),
    pointerLine: Color(0x000000), snapLine: Color(0x0b5a34),
    overviewGround: Color(0xe0e0e0), overviewWindow: Color(0x000000),
    laneSeparator: Color(0x75747a))

  public static let highContrastDark = Palette(
    name: .highContrastDark,
    background: Color(0x1e1e1e),
    playedBar: [Color(0xffb888), Color(0xfea058), Color(0xfea058)],
    unplayedBar: Color(0xd2c3b9),
    playedPeak: Color(0xd97a28), playedLoudness: Color(0xffd3b8),
    unplayedPeak: Color(0xb5aaa3), unplayedLoudness: Color(0xffffff),
    zeroLine: Color(0x9a9996),
    unreadGround: Color(0x2e2e2e), unreadDot: Color(0x9a9996),
    preview: Color(0x9c9a97),
    over: Color(0xff7b80), clipping: Color(0xe5a5f0), silence: Color(0x62e6d2),
    selection: Color(0x62a0ea, alpha: 0.35), selectionEdge: Color(0x99c1f1),
    playhead: Color(0xffffff),
    rulerText: Color(0xffffff), rulerMajorTick: Color(0xffffff), rulerMinorTick: Color(0x9a9996),
    badge: Color(0xffffff), badgeText: Color(0x000000),
    pointerLine: Color(0xffffff), snapLine: Color(0x8ff0a4),
    overviewGround: Color(0x404040), overviewWindow: Color(0xffffff),
    laneSeparator: Color(0x9a9996))
}
