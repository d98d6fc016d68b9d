// NoiseReduction+Profile.swift
// Where the profile of a noise comes from: the selection, a stretch that the program suggests, or a file. Files and
// samples are read on the reader's thread.

import HostIO
import Localization
import Spectral
import SystemPackage
import WaveformCore

extension NoiseReduction {
  private typealias Failure = NoiseProfileReader.Failure

  /// Seconds of noise that are looked at, and samples of all channels: more says no more.
  private static let longest = 60, mostSamples = 16 << 20

  /// The milliseconds that the shown recording would need for its noise to be found out without a profile, where that is
  /// asked for and it is shorter: then its noise stays. Nil otherwise.
  var leastMilliseconds: Int? {
    guard settings.isAdaptive, let target, target.isComplete, !target.isFailed, target.sampleRate > 0 else {
      return nil
    }
    let least = NoiseReductionSettings.leastAdaptiveFrames(sampleRate: target.sampleRate)
    return target.length < least ? least * 1000 / target.sampleRate : nil
  }

  /// True when a stretch is selected that a profile may be taken of.
  ///
  /// - Parameter selected: what is selected, in frames of the time axis.
  func canTakeProfile(of selected: FrameRange?) -> Bool {
    selected?.isEmpty == false && target?.sampleRate ?? 0 > 0
  }

  /// Takes the profile of what is selected. Where that says nothing of a noise, `problem` says why, and the profile
  /// before stays.
  ///
  /// - Parameter selected: what is selected, in frames of the time axis.
  func takeProfile(of selected: FrameRange?) {
    guard let target, let description = target.description else { return }
    guard let selected, !selected.isEmpty else {
      return report(localized("Nothing is selected. Select a stretch in which only the noise is heard."))
    }
    let rate = description.sampleRate
    let stretch = lanes.placement(of: target).frames(ofAxis: selected).clamped(toLength: target.framesRead)
    let least = NoiseProfile.leastFrames(sampleRate: rate)
    guard stretch.count >= least else {
      let error = NoiseProfileError.tooShort(frames: stretch.count, least: least, sampleRate: rate)
      return report("\(error.message) \(localized("Select a longer stretch."))")
    }
    let most = max(least, min(Self.longest * rate, Self.mostSamples / description.channels))
    let range = stretch.lowerBound..<min(stretch.upperBound, stretch.lowerBound + most)
    guard let source = target.source else { return }
    let clicks = settings.clicks
    read(for: target) { () throws(Failure) in
      let slice: SampleSlice
      do throws(AudioFileError) { slice = try source.read(range) } catch {
        throw Failure(error)
      }
      do throws(NoiseProfileError) {
        // Clicks are gone before the noise is reduced, so they are no part of it.
        return NoiseFinding(
          profile: try NoiseProfile(slice.repaired(clicks: clicks, sampleRate: rate), sampleRate: rate))
      } catch {
        throw Failure("\(error.message) \(localized("Select another stretch."))")
      }
    }
  }

  /// Looks for the noise in what has been read: for a stretch that is noise alone, or else the profile is guessed from
  /// the whole, which `remark` says.
  ///
  /// - Parameter found: gets the stretch, in frames of the time axis. It is not called for a guess.
  func suggest(found: @escaping @MainActor (FrameRange) -> Void) {
    guard let target, let peaks = target.peaks, let source = target.source else { return }
    let length = target.framesRead, rate = target.sampleRate, name = target.path.displayName
    let clicks = settings.clicks
    read(for: target) { () throws(Failure) in
      let suggestion: NoiseSuggestion?
      do throws(AudioFileError) {
        suggestion = try NoiseSearch.find(in: peaks, length: length, sampleRate: rate) {
          (range) throws(AudioFileError) in
          try source.read(range).repaired(clicks: clicks, sampleRate: rate)
        }
      } catch {
        throw Failure(error)
      }
      guard let suggestion else {
        throw Failure(
          localized(
            """
            There is too little sound in “\(name)” to find a noise. Select a stretch yourself in which only the noise is \
            heard.
            """))
      }
      if let range = suggestion.range { return NoiseFinding(range: range) }
      let remark = localized(
        """
        No stretch of “\(name)” is noise alone: the noise was guessed from the whole of it.
        """)
      return NoiseFinding(profile: suggestion.profile, remark: remark)
    } then: { [weak self, weak target] finding in
      guard let self, let target, let range = finding.range else { return }
      found(lanes.placement(of: target).axisFrames(within: range))
    }
  }

  /// Writes the profile into a file. Where that fails, `problem` says why as long as the waveform is shown, and `notice`
  /// whatever is.
  func saveProfile(to path: FilePath) {
    guard let profile, let target else { return }
    let inputs = [target.path] + lanes.openPaths
    write(of: target) { () throws(Failure) in
      do throws(AudioFileError) { try OutputFile(path, notOver: inputs).write(profile.bytes) } catch {
        throw Failure(error)
      }
    }
  }

  /// Reads a profile that was kept.
  func loadProfile(from path: FilePath) {
    read(for: nil) { () throws(Failure) in
      let bytes: [UInt8]
      do throws(AudioFileError) {
        bytes = try FileContents.read(path, limit: NoiseProfile.longestFile)
      } catch {
        throw Failure(error)
      }
      guard let profile = NoiseProfile(bytes: bytes) else {
        throw Failure(
          localized(
            "“\(path.displayName)” is no noise profile, or a damaged one. Choose a file that was kept here."))
      }
      return NoiseFinding(profile: profile)
    }
  }
}
