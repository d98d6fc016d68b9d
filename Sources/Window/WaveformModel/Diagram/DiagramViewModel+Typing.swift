// DiagramViewModel+Typing.swift
// Places that are typed: the playhead, and start, end and length of the selection. What is typed is understood in one
// place, `TypedTime`; here is what it may be, and what it does. Without a selection start and end are the playhead.

import Localization
import WaveformCore

/// A number of the read-outs that can be typed.
public enum TypedField: CaseIterable, Sendable {
  case playhead, start, end, length

  public var title: String {
    switch self {
    case .playhead: localized("Go To")
    case .start: localized("Selection Start")
    case .end: localized("Selection End")
    case .length: localized("Selection Length")
    }
  }

  /// The one that is typed after it, or before it; nil: there is none.
  public func next(isForward: Bool) -> TypedField? {
    let fields: [TypedField] = [.start, .end, .length]
    guard let index = fields.firstIndex(of: self) else { return nil }
    return fields[(index + (isForward ? 1 : fields.count - 1)) % fields.count]
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
    var next = presentSelection.grabbed(at: field == .start ? .start : .end)
    guard field != .start || !next.isEmpty else {
      transport.movePlayhead(to: Double(frame))
      return navigation.center(on: Double(frame))
    }
    next.head = field == .length ? next.anchor + frame : frame
    select(next)
    settleSelection()
    navigation.center(on: Double(next.head))
  }

  /// In frames.
  private func value(of field: TypedField) -> Int? {
    guard sampleRate > 0, length > 0 else { return nil }
    guard field != .playhead else { return presentFrame }
    let range = presentSelection.range
    return field == .start ? range.lowerBound : field == .end ? range.upperBound : range.count
  }

  private func limits(of field: TypedField) -> ClosedRange<Int>? {
    guard field != .playhead else { return 0...length }
    let range = presentSelection.range
    guard range.upperBound <= length else { return nil }
    return switch field {
    case .start: 0...(range.isEmpty ? length : range.upperBound - 1)
    // Behind the end nothing can begin.
    case .end: min(range.lowerBound + 1, length)...length
    default: min(1, length - range.lowerBound)...length - range.lowerBound
    }
  }
}
