// RecordingMarks+Places.swift
// Marks and the time axis, and places that were found as marks.

import Marks
import WaveformCore

extension RecordingMarks {
  /// Frames of the recording for a stretch of the time axis; a point stays one.
  func frames(ofAxis range: FrameRange) -> FrameRange {
    let placement = placement
    func frame(_ axis: Int) -> Int {
      let place = placement.position(ofAxis: Double(axis)).rounded()
      return Int(min(max(place, -Double(Mark.furthest)), Double(Mark.furthest)))
    }
    let start = frame(range.lowerBound)
    return start..<(range.isEmpty ? start : max(start + 1, frame(range.upperBound)))
  }

  /// Where a mark lies on the time axis.
  public func axisRange(of mark: Mark) -> FrameRange { placement.axisFrames(nearest: mark.range) }

  /// What a mark stands for: its stretch of the time axis, and its frequencies.
  package func extent(of mark: Mark) -> Selection {
    var selection = Selection(axisRange(of: mark))
    selection.band = mark.band.flatMap { $0.isEmpty ? nil : $0 }
    return selection
  }

  /// What became of places that were to be marked.
  package enum Adding {
    case added
    /// A tier of the name holds the same places.
    case present
    /// Why not: a sentence.
    case refused(String)
  }

  /// Adds a tier of places that were found, as one step.
  ///
  /// - Parameter places: frames of the recording; empty for points.
  package func add(_ places: [FrameRange], toTier name: String) -> Adding {
    guard let document else { return .refused(reason(of: recording)) }
    let twin = document.tiers.first { $0.name == name && $0.marks.lazy.map(\.range).elementsEqual(places) }
    if twin != nil { return .present }
    return make(document.adding(places, toNewTier: name), .found)
      ? .added : .refused(reason(of: nil))
  }
}
