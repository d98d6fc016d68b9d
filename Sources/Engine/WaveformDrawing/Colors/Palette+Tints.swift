// Palette+Tints.swift
// The inks of tinted bars, from dark sounds to bright ones: indigo by rose to orange or pale yellow, rising evenly in
// lightness. So they are told apart by lightness alone, in print too; by blue against yellow where red and green are
// confused; and by red against green where blue and yellow are. What has not been played is a quiet shade of the same hue.
// `PaletteTests` computes all of it.

import WaveformCore

extension Palette {
  /// An ink for each class of `SpectralBalance`, from the lowest sounds to the highest ones.
  public func tints(_ state: PlayState) -> [Color] {
    let inks = Self.tints(name, state).map { Color($0) }
    return isFaded ? inks.map(fade) : inks
  }

  private static func tints(_ name: Name, _ state: PlayState) -> [UInt32] {
    switch (name, state) {
    case (.light, .played): [0x03336d, 0x4f2f88, 0x88277d, 0xaf266a, 0xc73a52, 0xd1593a, 0xcd7a26]
    case (.light, .unplayed): [0x5f6786, 0x776989, 0x8d6b87, 0x9f6f81, 0xac7578, 0xb27f70, 0xb18a6b]
    case (.dark, .played): [0x6377cd, 0xae77c8, 0xe27bb7, 0xfd8ca1, 0xffaa98, 0xfec599, 0xffe08c]
    case (.dark, .unplayed): [0x67698b, 0x836d8c, 0x9a7187, 0xaa7880, 0xb38379, 0xb49076, 0xaf9f79]
    case (.highContrastLight, .played):
      [0x002267, 0x53027c, 0x7a0160, 0x96024d, 0xb20134, 0xb83614, 0xac5e01]
    case (.highContrastLight, .unplayed):
      [0x49486b, 0x61496b, 0x754c67, 0x865060, 0x905658, 0x95604f, 0x956c4a]
    case (.highContrastDark, .played):
      [0x7b8dea, 0xc88be2, 0xfd8ccb, 0xfeaab5, 0xfec3b3, 0xfedabc, 0xfff0c3]
    case (.highContrastDark, .unplayed):
      [0x8486a9, 0x9f89a9, 0xb68da3, 0xc5949b, 0xcd9e94, 0xcdaa90, 0xc7b794]
    }
  }
}
