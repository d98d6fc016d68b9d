// DiagramViewModel+Comparison.swift
// What commands do with a comparison: the places at which two recordings differ.

import Localization
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// The comparison of two waveforms.
  var comparison: Comparison { model { Comparison($0.lanes, $0.voices, $0.navigation, $0.measures) } }

  /// Selects and shows a place of the comparison.
  func show(_ place: DifferencePlace) {
    guard let pair = comparison.pair else { return }
    select(FoundPlace(frames: place.frames), of: pair.first)
  }

  /// Puts the playhead to the beginning of a step of `DifferenceFinder.depths`, and shows it.
  func showDifference(inStep step: Int) {
    guard let pair = comparison.pair, let depths = comparison.differences.depths else { return }
    let frame = depths.frame(ofStep: step)
    select(FoundPlace(frames: frame..<frame), of: pair.first)
  }

  /// The time, as it is written, at which a step of `DifferenceFinder.depths` begins.
  func time(ofStep step: Int) -> String {
    guard let pair = comparison.pair, let depths = comparison.differences.depths else { return "" }
    let frame = depths.frame(ofStep: step)
    return time(ofFrame: placement(of: pair.first).axisFrames(nearest: frame..<frame).lowerBound)
  }

  /// Makes marks of the places at which the two differ, in a tier of their own; what became of that is told.
  func markDifferences() {
    guard let pair = comparison.pair else { return }
    let (from, to) = (placement(of: pair.first), marks.placement)
    let places = comparison.differences.places.map { place in
      let axis = from.axisFrames(nearest: place.frames)
      let start = Int(to.position(ofAxis: Double(axis.lowerBound)).rounded())
      return start..<max(start, Int(to.position(ofAxis: Double(axis.upperBound)).rounded()))
    }
    .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    guard !places.isEmpty else { return }
    let tier = localized("Differences")
    switch marks.add(places, toTier: tier) {
    case .added:
      finder.tell(
        // Translators: a number of marks, and what the tier with them is called
        localized(
          "\(grouped(places.count)) mark was made: “\(tier)”.",
          plural: "\(grouped(places.count)) marks were made: “\(tier)”.", count: places.count))
    case .present: finder.tell(localized("“\(tier)” is marked already."))
    case .refused(let reason): finder.tell(reason)
    }
  }
}
