// PlaceFinder.swift
// What a user looks for in a diagram, and how far the search for it is. Main actor; searches run in the background, and one
// that is asked for ends the one before.

import AudioFormats
import HostIO
import Observation
import Synchronization
import WaveformCore

/// The search of a diagram.
@Observable @MainActor public final class PlaceFinder {
  /// What is looked for; kept while the window lives.
  public var query = PlaceQuery()
  /// True while a search goes on.
  public private(set) var isSearching = false
  /// True while the results can be read where somebody looks for something.
  @ObservationIgnored package var isShown: @MainActor () -> Bool = { false }
  /// What the last search has come to.
  public private(set) var result = FindingResult()

  public struct FindingResult: Equatable, Sendable {
    /// A sentence.
    public var text = ""
    /// True when the place that was found says the same.
    public var isSeen = false
    /// Counts the results.
    public var count = 0
  }

  /// The most places that are marked at once.
  public static let mostMarks = 100_000

  @ObservationIgnored private let queue = SearchQueue()
  @ObservationIgnored private var present: Search?
  /// The place that was found last, where it lies on the time axis: at another rate it lies between two frames there.
  @ObservationIgnored private var last: (plot: ObjectIdentifier, place: FrameRange, axis: FrameRange)?

  /// Why a search has come to nothing.
  package enum Stop: Error {
    case cancelled
    case failed(AudioFileError)
  }

  /// A search that may be ended.
  package final class Search: Sendable {
    private let isEnded = Atomic(false)
    package var goesOn: Bool { !isEnded.load(ordering: .relaxed) }
    func end() { isEnded.store(true, ordering: .relaxed) }
  }

  /// Ends the present search without a word.
  package func cancel() {
    present?.end()
    present = nil
    isSearching = false
  }

  /// Forgets what was found of recordings that are gone.
  func forget() {
    cancel()
    last = nil
    result = FindingResult()
  }

  /// Begins a search, which ends the one before.
  package func begin() -> Search {
    cancel()
    let search = Search()
    present = search
    isSearching = true
    return search
  }

  /// Searches in the background.
  ///
  /// - Parameter found: called unless another search has begun meanwhile.
  package func run<Found: Sendable>(
    _ search: Search, _ body: @escaping @Sendable () throws(Stop) -> Found,
    found: @escaping @MainActor (Found) -> Void
  ) {
    typealias Outcome = Result<Found, Stop>
    let end: @MainActor (Outcome) -> Void = { [weak self] outcome in
      guard let self, search.goesOn else { return }
      cancel()
      switch outcome {
      case .success(let value): found(value)
      case .failure(.failed(let error)): tell("\(error.message) \(error.advice)")
      case .failure(.cancelled): break
      }
    }
    queue.run { () -> (search: @Sendable () -> Outcome, found: @MainActor (Outcome) -> Void)? in
      guard search.goesOn else { return nil }
      return ({ Outcome { () throws(Stop) in try body() } }, end)
    }
  }

  /// Says what a search has come to.
  ///
  /// - Parameter isSeen: see `FindingResult.isSeen`.
  package func tell(_ text: String, isSeen: Bool = false) {
    isSearching = false
    result = FindingResult(text: text, isSeen: isSeen, count: result.count + 1)
  }

  // MARK: The last place

  func remember(_ place: FrameRange, on axis: FrameRange, of plot: PlotViewModel) {
    last = (ObjectIdentifier(plot), place, axis)
  }

  /// The place that was found last, if it is still the one where a search begins.
  package func place(on axis: FrameRange, of plot: PlotViewModel) -> FrameRange? {
    last.flatMap { $0.plot == ObjectIdentifier(plot) && $0.axis == axis ? $0.place : nil }
  }
}
