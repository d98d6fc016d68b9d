// PlaceSearch.swift
// Finds places of a kind in one recording: from what is known of it, and from samples at the rims of what that leaves open.
// A value that is handed to a thread: reading may block.

import AudioFormats
import Glibc
import HostIO
import Measures
import WaveformCore
import WaveformModel

/// What is known of a recording in which something is looked for.
struct PlaceSearch: Sendable {
  let peaks: WaveformPeaks
  /// True for samples of more bits than the peaks have.
  let isRounded: Bool
  /// Frames that have been read.
  let length: Int
  let sampleRate: Int
  /// Nil where samples cannot be read: then only what is listed or measured is found.
  let source: (any SampleSource)?
  /// What it was measured to be; nil before that.
  let blocks: MeasuredBlocks?
  /// Returns false to end the search.
  let goesOn: @Sendable () -> Bool

  typealias Stop = PlaceFinder.Stop

  // MARK: One

  /// The first place behind a stretch, or the last one before it; of what exists once only, that.
  ///
  /// - Parameter here: empty for a point, at which nothing is looked for.
  func place(_ query: PlaceQuery, beside here: FrameRange, isForward: Bool) throws(Stop) -> FoundPlace? {
    switch query.kind {
    case .loudest, .quietest: measuredPlace(query)
    case .clipping, .digitalSilence:
      listed(query.kind, beside: isForward ? here.upperBound : here.lowerBound, isForward: isForward)
        .map { FoundPlace(frames: $0) }
    case .silence:
      try silence(query, beside: isForward ? here.upperBound : here.lowerBound, isForward: isForward)
        .map { FoundPlace(frames: $0) }
    case .crossing, .onset:
      // The place itself counts only at the end of something selected.
      try point(
        query, beside: isForward ? here.upperBound - (here.isEmpty ? 0 : 1) : here.lowerBound,
        isForward: isForward
      ).map { FoundPlace(frames: $0..<$0) }
    }
  }

  private func point(_ query: PlaceQuery, beside frame: Int, isForward: Bool) throws(Stop) -> Int? {
    guard query.kind == .onset else { return try crossing(query, beside: frame, isForward: isForward) }
    return try sounds { (source) throws(AudioFileError) in
      try source.onset(beside: frame, isForward: isForward, length: length, goesOn: goesOn)
    }
  }

  /// Asks the samples for the beginnings of sounds.
  private func sounds<Found>(
    _ body: (any SampleSource) throws(AudioFileError) -> Found?
  ) throws(Stop) -> Found? {
    guard let source else { return nil }
    let found: Found?
    do throws(AudioFileError) { found = try body(source) } catch { throw .failed(error) }
    guard goesOn() else { throw .cancelled }
    return found
  }

  private func measuredPlace(_ query: PlaceQuery) -> FoundPlace? {
    let place = query.kind == .loudest ? blocks?.loudestMoment : blocks?.quietest(seconds: query.stretch)
    return place.map { FoundPlace(frames: $0.frames, loudness: $0.loudness) }
  }

  private func listed(_ kind: PlaceQuery.Kind, beside frame: Int, isForward: Bool) -> FrameRange? {
    let kinds: [MarkKind] = kind == .clipping ? [.clippedHigh, .clippedLow] : [.silent]
    return peaks.marks.place(of: kinds, beside: frame, isForward: isForward)
  }

  private func silence(_ query: PlaceQuery, beside frame: Int, isForward: Bool) throws(Stop) -> FrameRange? {
    let quiet = quietRuns(query)
    var found: FrameRange?
    if isForward {
      try quiet.forEach(from: frame - 1, reading: read) {
        if $0.lowerBound >= frame { found = $0 }
        return found == nil
      }
    } else {
      try quiet.forEachBackwards(from: frame + 1, reading: read) {
        if $0.upperBound <= frame { found = $0 }
        return found == nil
      }
    }
    return found
  }

  private func crossing(_ query: PlaceQuery, beside frame: Int, isForward: Bool) throws(Stop) -> Int? {
    let quiet = quietRuns(query)
    var found: Int?
    // A run that began earlier counts as well: as much of it as shows that it is long enough.
    if isForward {
      try quiet.forEach(from: frame - quiet.least - 1, reading: read) {
        found = crossings(of: $0, query.direction).first { $0 > frame }
        return found == nil
      }
    } else {
      try quiet.forEachBackwards(from: frame + quiet.least + 1, reading: read) {
        found = crossings(of: $0, query.direction).last { $0 < frame }
        return found == nil
      }
    }
    return found
  }

  /// Where something quiet begins and ends, but for the ends of the recording.
  private func crossings(of run: FrameRange, _ direction: PlaceQuery.Direction) -> [Int] {
    (direction != .up && run.lowerBound > 0 ? [run.lowerBound] : [])
      + (direction != .down && run.upperBound < length ? [run.upperBound] : [])
  }

  private func quietRuns(_ query: PlaceQuery) -> QuietRuns {
    let (seconds, decibels) =
      query.kind == .silence ? (query.silence, query.silenceLevel) : (query.hold, query.level)
    return QuietRuns(
      below: Float(pow(10, decibels / 20)), atLeast: Int((seconds * Double(sampleRate)).rounded()),
      in: peaks, length: length, isRounded: isRounded)
  }

  private func read(_ range: FrameRange) throws(Stop) -> SampleSlice {
    guard goesOn() else { throw .cancelled }
    guard let source else {
      return SampleSlice(range: range.lowerBound..<range.lowerBound, channels: 1, samples: [])
    }
    do throws(AudioFileError) { return try source.read(range) } catch { throw .failed(error) }
  }

  // MARK: All

  /// All places, in order.
  ///
  /// - Parameter limit: no more than so many.
  func places(_ query: PlaceQuery, limit: Int) throws(Stop) -> [FrameRange] {
    var found: [FrameRange] = []
    switch query.kind {
    case .loudest, .quietest: if let place = measuredPlace(query) { found = [place.frames] }
    case .clipping, .digitalSilence:
      var frame = 0
      while found.count < limit, let place = listed(query.kind, beside: frame, isForward: true) {
        guard goesOn() else { throw .cancelled }
        found.append(place)
        frame = place.upperBound
      }
    case .silence:
      try quietRuns(query).forEach(from: 0, reading: read) {
        found.append($0)
        return found.count < limit
      }
    case .crossing:
      try quietRuns(query).forEach(from: 0, reading: read) {
        found += crossings(of: $0, query.direction).map { $0..<$0 }
        return found.count < limit
      }
    case .onset:
      let onsets = try sounds { (source) throws(AudioFileError) in
        try source.onsets(in: 0..<length, length: length, goesOn: goesOn)
      }
      found = (onsets ?? []).map { $0..<$0 }
    }
    return Array(found.prefix(limit))
  }
}
