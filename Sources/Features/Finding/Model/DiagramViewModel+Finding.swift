// DiagramViewModel+Finding.swift
// From the selection, or the playhead, to the next place of a kind: it is selected, played from and shown. And all places of
// a kind, as marks.

import AudioFormats
import Localization
import Measures
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// Selects the next place of a kind that is listed, or the one before: at once.
  ///
  /// - Parameters:
  ///   - kind: clipping or digital silence.
  ///   - plot: the waveform; nil: the first one.
  /// - Returns: false when there is none further on in what has been read; why is told.
  @discardableResult func select(
    next kind: PlaceQuery.Kind, of plot: PlotViewModel? = nil, isForward: Bool
  ) -> Bool {
    finder.cancel()
    let query = PlaceQuery(kind)
    guard let plot = searched(plot), let search = search(in: plot, goesOn: { true }),
      let found = try? search.place(query, beside: here(in: plot, isForward: isForward), isForward: isForward)
    else {
      finder.tell(missing(query, isForward: isForward))
      return false
    }
    select(found, of: plot)
    finder.tell(sentence(query, found), isSeen: true)
    return true
  }

  /// Looks for what `finder.query` says, and selects the next place, or the one before, as soon as it is found.
  ///
  /// - Parameter plot: the waveform; nil: the first one.
  func find(in plot: PlotViewModel? = nil, isForward: Bool) {
    let query = finder.query
    if query.kind.isListed {
      select(next: query.kind, of: plot, isForward: isForward)
      return
    }
    look(query, in: plot) { (here, search) throws(PlaceSearch.Stop) -> FoundPlace? in
      try search.place(query, beside: here, isForward: isForward)
    } from: { [weak self] in
      self?.here(in: $0, isForward: isForward) ?? 0..<0
    } found: { [weak self] plot, found in
      guard let self else { return }
      guard let found else { return finder.tell(missing(query, isForward: isForward)) }
      select(found, of: plot)
      finder.tell(sentence(query, found), isSeen: !query.kind.isSingle)
    }
  }

  /// Makes marks of all places that `finder.query` says, in a tier of their own.
  func markAll(in plot: PlotViewModel? = nil) {
    let query = finder.query, most = PlaceFinder.mostMarks
    guard let plot = searched(plot), marks.isOf(plot) else {
      return finder.tell(localized("Marks are kept of the first recording only: look for something there."))
    }
    look(query, in: plot) { (_, search) throws(PlaceSearch.Stop) -> [FrameRange] in
      try search.places(query, limit: most + 1)
    } from: { _ in
      0..<0
    } found: { [weak self] _, places in
      guard let self else { return }
      guard !places.isEmpty else {
        // Translators: begins with “There is no digital silence”, “Nothing is clipped” and the like
        return finder.tell(localized("\(query.absence): there is nothing to mark."))
      }
      let isAll = places.count <= most
      switch marks.add(Array(places.prefix(most)), toTier: query.title) {
      case .added:
        let count = min(places.count, most)
        finder.tell(
          isAll
            // Translators: a number of marks, and what the tier with them is called
            ? localized(
              "\(grouped(count)) mark was made: “\(query.title)”.",
              plural: "\(grouped(count)) marks were made: “\(query.title)”.", count: count)
            : localized(
              "There are more than \(grouped(most)) places: the first \(grouped(most)) are marked."))
      case .present: finder.tell(localized("“\(query.title)” is marked already."))
      case .refused(let reason): finder.tell(reason)
      }
    }
  }

  // MARK: How it is looked for

  private func searched(_ plot: PlotViewModel?) -> PlotViewModel? {
    plot ?? plots.first(where: { !$0.isComputed })
  }

  private func search(
    in plot: PlotViewModel, blocks: MeasuredBlocks? = nil, goesOn: @escaping @Sendable () -> Bool
  ) -> PlaceSearch? {
    guard let peaks = plot.peaks, plot.sampleRate > 0 else { return nil }
    return PlaceSearch(
      peaks: peaks, isRounded: plot.description?.precision != .bits16, length: plot.framesRead,
      sampleRate: plot.sampleRate, source: plot.source, blocks: blocks, goesOn: goesOn)
  }

  /// Runs a search in the background, when the recording has been measured if it has to be.
  private func look<Found: Sendable>(
    _ query: PlaceQuery, in plot: PlotViewModel?,
    _ body: @escaping @Sendable (FrameRange, PlaceSearch) throws(PlaceSearch.Stop) -> Found,
    from here: @escaping @MainActor (PlotViewModel) -> FrameRange,
    found: @escaping @MainActor (PlotViewModel, Found) -> Void
  ) {
    guard let plot = searched(plot) else { return }
    let running = finder.begin()
    let start = { [weak self, weak plot] (blocks: MeasuredBlocks?) in
      guard let self, running.goesOn else { return }
      guard let plot, let search = search(in: plot, blocks: blocks, goesOn: { running.goesOn }) else {
        return finder.tell(localized("The recording cannot be searched before it has been opened."))
      }
      let from = here(plot)
      finder.run(running) { () throws(PlaceSearch.Stop) in
        try body(from, search)
      } found: {
        [weak plot] in
        if let plot { found(plot, $0) }
      }
    }
    guard query.kind.needsMeasures else { return start(nil) }
    measures.ask(for: plot) { [weak self] answer in
      guard running.goesOn else { return }
      switch answer {
      case .success(let blocks): start(blocks)
      case .failure(let problem): self?.finder.tell(problem.text)
      }
    }
  }

  /// Where a search in a recording begins, in its own frames: the selection, or the playhead.
  private func here(in plot: PlotViewModel, isForward: Bool) -> FrameRange {
    let axis = selection?.range ?? presentFrame..<presentFrame
    if let place = finder.place(on: axis, of: plot) { return place }
    let placement = placement(of: plot)
    // On an axis of another rate a frame lies between two of the recording.
    let rule = isForward ? FloatingPointRoundingRule.down : .up
    let start = Int(placement.position(ofAxis: Double(axis.lowerBound)).rounded(rule))
    return start..<max(start, Int(placement.position(ofAxis: Double(axis.upperBound)).rounded(rule)))
  }

  // MARK: What is said

  private func missing(_ query: PlaceQuery, isForward: Bool) -> String {
    // Translators: begins with “There is no loudest moment” and the like
    let single = Sentence(
      "\(query.absence): the recording is too short, or silent, or of too low a rate to be measured.")
    // Translators: begins with “There is no digital silence”, “Nothing is clipped” and the like
    let behind = Sentence("\(query.absence) behind this place.")
    // Translators: begins with “There is no digital silence”, “Nothing is clipped” and the like
    let before = Sentence("\(query.absence) before this place.")
    return (query.kind.isSingle ? single : isForward ? behind : before).localized
  }

  private func sentence(_ query: PlaceQuery, _ found: FoundPlace) -> String {
    guard query.kind.isSingle else {
      let place = time(ofFrame: playheadFrame)
      // Translators: a time, and a length
      return selection.map { localized("At \(place), \(time(ofLength: $0.range.count)) long.") }
        ?? localized("At \(place).")
    }
    let loudness = found.loudness.map { Numerals.shown(MeasureItem.text($0, decimals: 1)) + " LUFS" }
    // Translators: “Loudest moment: −12.3 LUFS.”
    return localized("\(query.title): \(loudness ?? localized("silence")).")
  }
}
