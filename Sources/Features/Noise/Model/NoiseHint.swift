// NoiseHint.swift
// The next step for somebody who reduces noise, or what went wrong: one sentence or two. A value.

import Localization
import Spectral
import WaveformModel

/// What is said about the noise of the shown recording.
struct NoiseHint: Equatable, Sendable {
  let text: String
  /// True when something went wrong.
  let isProblem: Bool

  @MainActor init(_ diagram: DiagramViewModel) {
    let noise = diagram.noise, isAdaptive = noise.settings.isAdaptive
    if let problem = noise.problem ?? noise.failure {
      (text, isProblem) = (problem, true)
      return
    }
    if let least = noise.leastMilliseconds {
      text = localized(
        """
        Without a profile the noise is known after \(least) ms. This recording is shorter, so its noise stays: select a \
        stretch of it, and take the profile.
        """)
      isProblem = true
      return
    }
    isProblem = false
    if noise.isWaiting {
      text = localized(
        "This recording was cleaned when it was last open. To clean it again may take a while.")
      return
    }
    if let remark = noise.remark, !noise.isBusy, !isAdaptive {
      text = remark
      return
    }
    let name = diagram.lanes.hasSeveralRecordings ? noise.target?.laneName : nil
    let canTake = noise.canTakeProfile(of: diagram.selection?.range)
    text =
      if noise.isBusy {
        localized("Reading the noise…")
      } else if isAdaptive {
        Self.textOfAdaptive(noise, in: name)
      } else if noise.profile == nil, canTake {
        Self.textOfTaking(in: name)
      } else if noise.plot != nil {
        Self.textOfHearing(in: name)
      } else {
        noise.profile == nil ? Self.textOfSelecting(in: name) : Self.textOfCleaning(in: name)
      }
  }

  /// No profile is needed: but something that begins the clean waveform where there is none.
  @MainActor private static func textOfAdaptive(_ noise: NoiseReduction, in name: String?) -> String {
    let all = localized("No profile is needed: the noise is estimated all along.")
    let next =
      noise.plot == nil
      ? name.map { localized("Move a slider to clean the recording in “\($0)”.") }
        ?? localized("Move a slider to clean the recording.")
      : textOfHearing(in: name)
    return "\(all) \(next)"
  }

  // Below with the name of a recording; nil: it is the only one.

  private static func textOfSelecting(in name: String?) -> String {
    name.map { localized("Select a stretch in which only the noise is heard in “\($0)”.") }
      ?? localized("Select a stretch in which only the noise is heard.")
  }

  private static func textOfTaking(in name: String?) -> String {
    name.map { localized("Take the profile if only the noise is heard in what is selected in “\($0)”.") }
      ?? localized("Take the profile if only the noise is heard in what is selected.")
  }

  private static func textOfCleaning(in name: String?) -> String {
    name.map {
      localized("The profile is kept. Take it again, or move a slider, to clean the recording in “\($0)”.")
    } ?? localized("The profile is kept. Take it again, or move a slider, to clean the recording.")
  }

  private static func textOfHearing(in name: String?) -> String {
    name.map {
      localized(
        "Press 1, 2 or 3 to hear the original, the clean recording, or what was taken away in “\($0)”.")
    } ?? localized("Press 1, 2 or 3 to hear the original, the clean recording, or what was taken away.")
  }
}
