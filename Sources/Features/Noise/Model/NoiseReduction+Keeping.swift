// NoiseReduction+Keeping.swift
// What projects and remembered views keep of noise reduction, and how it comes back.

import Projects
import Spectral
import WaveformModel

extension NoiseReduction {
  /// What is kept of the shown recording.
  var kept: KeptNoise { kept(of: target) }

  /// What is kept of a recording.
  func kept(of plot: PlotViewModel?) -> KeptNoise {
    // The standard is a matter of the program, not of the recording.
    let treatment = plot.flatMap { treatments[$0] }
    return KeptNoise(
      profile: treatment?.recipe.profile, settings: treatment?.recipe.settings ?? NoiseReductionSettings(),
      isClean: treatment?.isClean == true || treatment?.isWaiting == true, listening: listening.rawValue)
  }

  /// Takes over what was kept of a recording, and shows it. It is no step that could be undone.
  func restore(_ kept: KeptNoise, for plot: PlotViewModel) {
    guard !kept.isUnchanged else { return }
    show(lane: plot.laneNumber)
    let recipe = NoiseRecipe(profile: kept.profile, settings: kept.settings)
    let isClean = kept.isClean && recipe.isEffective
    treatments.made(for: plot, recipe).recall(recipe, isClean: isClean)
    if kept.isClean { listening = ListeningChoice(rawValue: kept.listening) ?? .clean }
    settle()
  }
}
