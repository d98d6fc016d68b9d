// LevelMeter.swift
// How loud a source is: a bar for each channel, in decibels, and a line where its peak was. Drawn again only when that
// moves by a pixel.

import GtkBridge
import HostIO
import Localization
import WaveformCore
import WaveformDrawing

/// Draws levels.
final class LevelMeter: SnapshotArea {
  /// The colours of the desktop's style.
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }

  private var scale = LevelScale()
  private var drawn: [LevelScale.Bar] = []
  private var told = "", toldAt = -1.0
  /// Lets the level fall when nothing comes any more.
  private let timer = Timer()

  /// Logical pixels.
  private static let thickness = 6, gap = 2, mostBars = 2
  /// Seconds: a source that gives nothing for so long is silent, and falls in such steps.
  private static let patience = 0.25, step = 0.05

  init() {
    super.init(role: .meter)
    set("hexpand", true)
    setContentSize(width: 24, height: Self.mostBars * Self.thickness + Self.gap)
    setAccessibleLabel(localized("Level"))
    setTooltip(localized("Peak level, from −60 dB to full scale"))
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  /// Takes the largest |x| of each channel since the last call.
  ///
  /// - Parameter time: seconds of the monotonic clock.
  func show(_ levels: [Float], at time: Double) {
    take(levels, at: time)
    if !scale.isStill { timer.schedule(after: Self.patience) { [weak self] in self?.fall() } }
  }

  private func fall() {
    take(Array(repeating: 0, count: scale.channelCount), at: MonotonicTime.now)
    if !scale.isStill { timer.schedule(after: Self.step) { [weak self] in self?.fall() } }
  }

  private func take(_ levels: [Float], at time: Double) {
    scale.take(levels, at: time)
    setAccessibleText()
    let bars = scale.bars(width: deviceWidth)
    guard bars != drawn else { return }
    drawn = bars
    queueDraw()
  }

  /// Tells assistive technology the level in words, at most once a second.
  private func setAccessibleText() {
    guard MonotonicTime.now - toldAt >= 1 || scale.isStill else { return }
    let text = scale.loudest.map { "\(Int($0.rounded()))\u{202F}dB" } ?? localized("Silence")
    guard text != told else { return }
    (told, toldAt) = (text, MonotonicTime.now)
    setAccessibleValue(text)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let scale = pixels.factor, width = bounds.width
    // More channels than there is room for share the two bars: the louder ones are seen.
    let bars = drawn.count > Self.mostBars ? [LevelScale.Bar.loudest(drawn)] : drawn
    let count = max(1, bars.count)
    let height = Double(count == 1 ? Self.thickness : 2 * Self.thickness + Self.gap)
    var top = (Double(self.height) - height) / 2
    top = (top * scale).rounded(.down) / scale
    for index in 0..<count {
      let bounds = Rect(x: 0, y: top, width: width, height: Double(Self.thickness))
      snapshot.fill(bounds, radius: 2, palette.unplayedBar.rgba.withAlpha(0.25))
      if bars.indices.contains(index) {
        let bar = bars[index]
        let color = bar.isClipped ? palette.clipping.rgba : palette.playedPeak.rgba
        if bar.length > 0 {
          snapshot.fill(
            Rect(x: 0, y: top, width: Double(bar.length) / scale, height: Double(Self.thickness)), radius: 2,
            color)
        }
        if bar.peak > bar.length {
          snapshot.fill(
            Rect(x: Double(bar.peak) / scale - 2, y: top, width: 2, height: Double(Self.thickness)), color)
        }
      }
      top += Double(Self.thickness + Self.gap)
    }
  }
}

/// What a meter shows: levels that fall slowly, and peaks that stay for a while. A pure value.
struct LevelScale: Equatable {
  /// One channel in device pixels.
  struct Bar: Equatable {
    let length: Int, peak: Int
    /// True for seconds after full scale was reached.
    let isClipped: Bool

    static func loudest(_ bars: [Bar]) -> Bar {
      Bar(
        length: bars.map(\.length).max() ?? 0, peak: bars.map(\.peak).max() ?? 0,
        isClipped: bars.contains(where: \.isClipped))
    }
  }

  private struct Channel: Equatable {
    var level = LevelScale.floor, peak = LevelScale.floor
    var peakAt = 0.0, clippedAt: Double?
  }
  private var channels: [Channel] = []
  private var time = 0.0

  /// In decibels, decibels a second, and seconds.
  static let floor = -60.0
  private static let fall = 40.0, hold = 1.5, clipping = 3.0

  /// - Parameters:
  ///   - levels: the largest |x| of each channel since the last call.
  ///   - now: seconds of any steady clock.
  mutating func take(_ levels: [Float], at now: Double) {
    if channels.count != levels.count { channels = levels.map { _ in Channel() } }
    let fallen = Self.fall * max(0, min(1, now - time))
    time = now
    for (index, level) in levels.enumerated() {
      let loudness = max(Self.floor, Double(decibels(ofRatio: level)))
      var channel = channels[index]
      channel.level = max(loudness, channel.level - fallen)
      if loudness >= channel.peak || now - channel.peakAt > Self.hold {
        channel.peak = channel.level
        channel.peakAt = now
      }
      if level >= 1 { channel.clippedAt = now }
      channels[index] = channel
    }
  }

  var channelCount: Int { channels.count }
  /// True when nothing moves until something is heard.
  var isStill: Bool {
    channels.allSatisfy { channel in
      max(channel.level, channel.peak) <= Self.floor
        && channel.clippedAt.map { time - $0 >= Self.clipping } ?? true
    }
  }

  /// The loudest channel in decibels; nil while all are at the lower end.
  var loudest: Double? {
    channels.map(\.level).max().flatMap { $0 > Self.floor ? $0 : nil }
  }

  /// - Parameter width: of the meter, in device pixels.
  func bars(width: Int) -> [Bar] {
    channels.map { channel in
      func pixels(_ decibels: Double) -> Int {
        Int((min(0, decibels) / Self.floor * -Double(width) + Double(width)).rounded())
      }
      return Bar(
        length: pixels(channel.level), peak: pixels(channel.peak),
        isClipped: channel.clippedAt.map { time - $0 < Self.clipping } ?? false)
    }
  }
}
