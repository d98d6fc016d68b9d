// ChannelPlacement.swift
// Where the channels of a recording go in a file: every format has an order of loudspeakers of its own, and some of them
// know few layouts only. A value.

import AudioFormats
import Localization

/// The way of channels into a file of one format.
struct ChannelPlacement: Equatable {
  /// For each channel of the file its place in a frame of the recording; nil: it is silent.
  let order: [Int?]
  /// WAVEFORMATEXTENSIBLE's mask of the file's channels; 0 where none can be said. Nil where the format's own order says
  /// all, or the format knows no mask.
  let mask: Int?
  /// What becomes of the layout, where it is not kept.
  let remark: Sentence?

  /// Channels of the file.
  var channels: Int { order.count }
  /// True when the channels stay where they are.
  var isPlain: Bool { order == Array(0..<order.count) }

  private init(_ order: [Int?], mask: Int? = nil, remark: Sentence? = nil) {
    self.order = order
    self.mask = mask
    self.remark = remark
  }

  /// - Returns: nil where the format has no place for one of the loudspeakers.
  init?(_ layout: ChannelLayout, in format: ExportFormat) {
    let asTheyAre = Array(0..<layout.channels)
    switch format {
    case .wav16, .wav24, .wav32, .wavFloat: self.init(wave: layout, format)
    case .flac16, .flac24:
      let fixed = SpeakerLayouts.flac(layout.channels)
      guard layout != fixed, layout.channels > 2 || layout.speakers != nil else {
        self.init(asTheyAre)
        return
      }
      self.init(wave: layout, format)
    case .mp3: self.init(asTheyAre, remark: Self.remark(aboutPair: layout, format))
    case .vorbis, .opus:
      guard layout.channels > 2 else {
        self.init(asTheyAre, remark: Self.remark(aboutPair: layout, format))
        return
      }
      guard let speakers = layout.speakers else {
        self.init(asTheyAre, remark: Self.remark(aboutUnknown: layout, format))
        return
      }
      guard let found = Self.vorbis(speakers, format) else { return nil }
      self = found
    }
  }

  /// In the order of the mask's bits, if it has bits for all.
  private init(wave layout: ChannelLayout, _ format: ExportFormat) {
    let asTheyAre = Array(0..<layout.channels)
    guard let speakers = layout.speakers else {
      self.init(asTheyAre, mask: layout.channels > 2 ? 0 : 3)
      return
    }
    let order = asTheyAre.sorted { speakers[$0].maskBit ?? .max < speakers[$1].maskBit ?? .max }
    guard let mask = layout.channels == 1 ? 4 : layout.picking(order).mask else {
      self.init(
        asTheyAre, mask: 0,
        // Translators: %1$s is the name of a format, %2$s a layout of loudspeakers, as “22.2”, or a list of them.
        remark: Sentence(
          "\(format.name) cannot say the loudspeakers \(layout.name): its channels have numbers only."))
      return
    }
    self.init(order, mask: mask)
  }

  /// In Vorbis' order of the same loudspeakers, or of some more that are silent.
  ///
  /// - Returns: nil where no order has all of them.
  private static func vorbis(_ speakers: [Speaker], _ format: ExportFormat) -> ChannelPlacement? {
    let orders = (speakers.count...max(8, speakers.count)).map { SpeakerLayouts.vorbis($0) }
    let forms = [speakers, ChannelLayout.withOtherSurround(speakers)]
    for order in orders {
      guard let places = order.speakers else { continue }
      for form in forms where Set(form).isSubset(of: places) {
        return ChannelPlacement(
          places.map { form.firstIndex(of: $0) },
          remark: remark(about: ChannelLayout.of(speakers), as: order, form == speakers, format))
      }
    }
    return nil
  }

  private static func remark(
    about layout: ChannelLayout, as order: ChannelLayout, _ isSame: Bool, _ format: ExportFormat
  ) -> Sentence? {
    guard order.channels > layout.channels else {
      return isSame
        ? nil
        // Translators: %1$s is the name of a format, %2$s and %3$s are layouts of loudspeakers, as “5.1(side)”.
        : Sentence("\(format.name) knows no \(layout.name): it was written as \(order.name).")
    }
    return Sentence(
      "\(format.name) knows no \(layout.name): it was written as \(order.name), in which the other channels are silent."
    )
  }

  /// Of two channels that are others than left and right.
  private static func remark(aboutPair layout: ChannelLayout, _ format: ExportFormat) -> Sentence? {
    guard layout.channels == 2, let speakers = layout.speakers, layout != .usual(2) else { return nil }
    let names = ChannelLayout.of(speakers).name
    // Translators: %1$s is the name of a format, %2$s a list of loudspeakers.
    return Sentence("\(format.name) knows left and right only: the channels \(names) were written as these.")
  }

  private static func remark(aboutUnknown layout: ChannelLayout, _ format: ExportFormat) -> Sentence? {
    let taken = SpeakerLayouts.vorbis(layout.channels)
    // More than eight channels are none of loudspeakers in these formats either.
    guard taken.speakers != nil else { return nil }
    // Translators: %1$s is the name of a format, %2$s a list of loudspeakers.
    return Sentence(
      "Its channels are for no known loudspeakers, but players of \(format.name) take them for \(taken.list)."
    )
  }
}
