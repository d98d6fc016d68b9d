// Palette+Values.swift
// The four palettes. Hues are libadwaita's (orange, light and dark greys, blue, red), so that the waveform
// matches the desktop's widgets; view backgrounds are libadwaita's view_bg_color. The inks of what has not
// been played, and all but the palest ink of what has, stand out from the background by at least 3 to 1 (WCAG
// 2.1, 1.4.11). So do marks: purple for clipping and teal for silence, which differ from the red of overs and
// the blue of the selection.

extension Palette {
  public static let light = Palette(
    name: .light,
    background: Color(0xffffff),
    playedBar: [Color(0xff8f26), Color(0xf06a00), Color(0xc64600)],
    unplayedBar: Color(0x8e8d8a),
    playedPeak: Color(0xfb8a2e), playedLoudness: Color(0xc64600),
    unplayedPeak: Color(0x949390), unplayedLoudness: Color(0x5e5c64),
    zeroLine: Color(0xdeddda),
    unreadGround: Color(0xf7f7f7), unreadDot: Color(0xc0bfbc),
    preview: Color(0xcfceca),
    over: Color(0xe01b24), clipping: Color(0x9141ac), silence: Color(0x00756f),
    selection: Color(0x3584e4, alpha: 0.2), selectionEdge: Color(0x3584e4),
    playhead: Color(0x3d3846),
    rulerText: Color(0x5e5c64), rulerMajorTick: Color(0x9a9996), rulerMinorTick: Color(0xdeddda),
    badge: Color(0x3d3846, alpha: 0.85), badgeText: Color(0xffffff),
    pointerLine: Color(0x5e5c64, alpha: 0.45), overviewVeil: Color(0xf6f5f4, alpha: 0.72),
    overviewWindow: Color(0x77767b),
    laneSeparator: Color(0xebebeb))

  public static let dark = Palette(
    name: .dark,
    background: Color(0x1e1e1e),
    playedBar: [Color(0xffbe6f), Color(0xff7800), Color(0xc64600)],
    unplayedBar: Color(0x9a9996),
    playedPeak: Color(0xb85400), playedLoudness: Color(0xffa348),
    unplayedPeak: Color(0x6c6b68), unplayedLoudness: Color(0xc0bfbc),
    zeroLine: Color(0x3d3d3d),
    unreadGround: Color(0x262626), unreadDot: Color(0x5e5d5a),
    preview: Color(0x4e4d4b),
    over: Color(0xff5a5f), clipping: Color(0xdc8add), silence: Color(0x2ec9b6),
    selection: Color(0x3584e4, alpha: 0.28), selectionEdge: Color(0x78aeed),
    playhead: Color(0xf6f5f4),
    rulerText: Color(0xc0bfbc), rulerMajorTick: Color(0x77767b), rulerMinorTick: Color(0x454545),
    badge: Color(0xdeddda, alpha: 0.9), badgeText: Color(0x1e1e1e),
    pointerLine: Color(0xc0bfbc, alpha: 0.45), overviewVeil: Color(0x242424, alpha: 0.72),
    overviewWindow: Color(0x9a9996),
    laneSeparator: Color(0x303030))

  public static let highContrastLight = Palette(
    name: .highContrastLight,
    background: Color(0xffffff),
    playedBar: [Color(0xc64600), Color(0xa83a00)],
    unplayedBar: Color(0x5e5c64),
    playedPeak: Color(0xe66100), playedLoudness: Color(0x8a2f00),
    unplayedPeak: Color(0x77767b), unplayedLoudness: Color(0x241f31),
    zeroLine: Color(0x77767b),
    unreadGround: Color(0xf0f0f0), unreadDot: Color(0x77767b),
    preview: Color(0x8c8b90),
    over: Color(0xa51d2d), clipping: Color(0x7a1fa2), silence: Color(0x00544f),
    selection: Color(0x1a5fb4, alpha: 0.25), selectionEdge: Color(0x1a5fb4),
    playhead: Color(0x000000),
    rulerText: Color(0x000000), rulerMajorTick: Color(0x000000), rulerMinorTick: Color(0x5e5c64),
    badge: Color(0x000000), badgeText: Color(0xffffff),
    pointerLine: Color(0x000000), overviewVeil: Color(0xf0f0f0, alpha: 0.7), overviewWindow: Color(0x000000),
    laneSeparator: Color(0x77767b))

  public static let highContrastDark = Palette(
    name: .highContrastDark,
    background: Color(0x1e1e1e),
    playedBar: [Color(0xffbe6f), Color(0xffa348)],
    unplayedBar: Color(0xdeddda),
    playedPeak: Color(0xc66a1a), playedLoudness: Color(0xffd9a8),
    unplayedPeak: Color(0x9a9996), unplayedLoudness: Color(0xffffff),
    zeroLine: Color(0x9a9996),
    unreadGround: Color(0x2e2e2e), unreadDot: Color(0x9a9996),
    preview: Color(0x7c7b78),
    over: Color(0xff7b80), clipping: Color(0xe5a5f0), silence: Color(0x62e6d2),
    selection: Color(0x62a0ea, alpha: 0.35), selectionEdge: Color(0x99c1f1),
    playhead: Color(0xffffff),
    rulerText: Color(0xffffff), rulerMajorTick: Color(0xffffff), rulerMinorTick: Color(0x9a9996),
    badge: Color(0xffffff), badgeText: Color(0x000000),
    pointerLine: Color(0xffffff), overviewVeil: Color(0x2e2e2e, alpha: 0.7), overviewWindow: Color(0xffffff),
    laneSeparator: Color(0x9a9996))
}
