// DiagramViewModel+Typing.swift
// Places that are typed: the playhead, and start, end and length of the selection. What is typed is understood in one
// place, `TypedTime`; here is what it may be, and what it does.

import WaveformCore

/// A number of the read-outs that can be typed.
public enum TypedField: CaseIterable, Sendable {
  case playhead, start, end, length

  public var title: String {
    switch self {
    case .playhead: "Go To"
    case .start: "Selection Start"
    case .end: "Selection End"
    case .length: "Selection Length"
    }
  }
}

extension DiagramViewModel {
  /// What a field says; nil while it says nothing that could be typed.
  public func text(of field: TypedField) -> String? {
    value(of: field).map { field == .length ? time(ofLength: $0) : time(ofFrame: $0) }
  }

  /// Makes a field say what was typed, and shows the place; a text that cannot be changes nothing.
  public func type(_ text: String, into field: TypedField) throws(TypedTimeError) {
    guard let value = value(of: field), let limits = limits(of: field) else { return }
    let typed = TypedTime(
      sampleRate: sampleRate, length: length, origin: value, limits: limits,
      start: field == .length ? 0 : timeOrigin, format: timeFormat)
    let frame = try typed.frame(text)
    guard field != .playhead else {
      transport.movePlayhead(to: Double(frame))
      return navigation.center(on: Double(frame))
    }
    guard let range = selection?.range else { return }
    let next =
      switch field {
      case .start: Selection(anchor: range.upperBound, head: frame)
      case .end: Selection(anchor: range.lowerBound, head: frame)
      default: Selection(anchor: range.lowerBound, head: range.lowerBound + frame)
      }
    select(next)
    settleSelection()
    navigation.center(on: Double(next.head))
  }

  /// In frames.
  private func value(of field: TypedField) -> Int? {
    guard sampleRate > 0, length > 0 else { return nil }
    guard field != .playhead else { return isPlaying ? Int(transport.player.position) : playheadFrame }
    guard let range = selection?.range, !range.isEmpty else { return nil }
    return field == .start ? range.lowerBound : field == .end ? range.upperBound : range.count
  }

  private func limits(of field: TypedField) -> ClosedRange<Int>? {
    guard field != .playhead else { return 0...length }
    guard let range = selection?.range, !range.isEmpty, range.upperBound <= length else { return nil }
    return switch field {
    case .start: 0...range.upperBound - 1
    case .end: range.lowerBound + 1...length
    default: 1...length - range.lowerBound
    }
  }
}
