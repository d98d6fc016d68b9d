// NoiseReduction+Profile.swift
// Where the profile of a noise comes from: the selection, a stretch that the program suggests, or a file. Files and
// samples are read on the worker's thread.

import HostIO
import Spectral
import SystemPackage
import WaveformCore

extension NoiseReduction {
  /// Seconds of noise that are looked at, and samples of all channels: more says no more.
  private static let longest = 60, mostSamples = 16 << 20

  /// True when a stretch is selected that a profile may be taken of.
  public var canTakeProfile: Bool {
    diagram?.selection?.isEmpty == false && target?.sampleRate ?? 0 > 0
  }

  /// Takes the profile of what is selected. Where that says nothing of a noise, `problem` says why, and the profile
  /// before stays.
  public func takeProfile() {
    guard let diagram, let target, let description = target.description else { return }
    guard let selected = diagram.selection?.range, !selected.isEmpty else {
      problem = "Nothing is selected. Select a stretch in which only the noise is heard."
      return
    }
    let rate = description.sampleRate
    let read = diagram.placement(of: target).frames(ofAxis: selected).clamped(toLength: target.framesRead)
    let least = NoiseProfile.leastFrames(sampleRate: rate)
    guard read.count >= least else {
      let error = NoiseProfileError.tooShort(frames: read.count, least: least, sampleRate: rate)
      problem = error.message + " Select a longer stretch."
      return
    }
    let most = max(least, min(Self.longest * rate, Self.mostSamples / description.channels))
    let range = read.lowerBound..<min(read.upperBound, read.lowerBound + most)
    guard let source = target.source else { return }
    ask(for: target) { () throws(WishError) in
      let slice: SampleSlice
      do throws(AudioFileError) { slice = try source.read(range) } catch {
        throw WishError(text: "\(error.message) \(error.advice)")
      }
      do throws(NoiseProfileError) { return try NoiseProfile(slice, sampleRate: rate) } catch {
        throw WishError(text: error.message + " Select another stretch.")
      }
    }
  }

  /// Selects the quietest steady stretch that has been read, and shows it.
  public func suggest() {
    guard let diagram, let target, let peaks = target.peaks else { return }
    guard let range = QuietStretch.find(in: peaks, length: target.framesRead, sampleRate: target.sampleRate)
    else {
      problem =
        "There is no half second of steady noise in “\(target.path.displayName)”. "
        + "Select a stretch yourself in which only the noise is heard."
      return
    }
    problem = nil
    let found = diagram.placement(of: target).axisFrames(within: range)
    diagram.select(Selection(found))
    diagram.settleSelection()
    for end in [found.upperBound, found.lowerBound] { diagram.reveal(Double(end)) }
  }

  /// Writes the profile into a file.
  public func saveProfile(to path: FilePath) {
    guard let profile, let target else { return }
    let inputs = [target.path] + (diagram?.openPaths ?? [])
    ask(for: nil) { () throws(WishError) in
      do throws(AudioFileError) { try OutputFile(path, notOver: inputs).write(profile.bytes) } catch {
        throw WishError(text: "\(error.message) \(error.advice)")
      }
      return nil
    }
  }

  /// Reads a profile that was kept.
  public func loadProfile(from path: FilePath) {
    ask(for: nil) { () throws(WishError) in
      let bytes: [UInt8]
      do throws(AudioFileError) {
        bytes = try FileContents.read(path, limit: NoiseProfile.longestFile)
      } catch {
        throw WishError(text: "\(error.message) \(error.advice)")
      }
      guard let profile = NoiseProfile(bytes: bytes) else {
        throw WishError(
          text:
            "“\(path.displayName)” is no noise profile, or a damaged one. Choose a file that was kept here.")
      }
      return profile
    }
  }

  /// What went wrong with a wish, for people.
  private struct WishError: Error {
    let text: String
  }

  /// Has the worker do something; what it answers is the profile from then on, if it is one.
  ///
  /// - Parameter plot: what it is about: the answer counts only as long as that is to be cleaned.
  private func ask(
    for plot: PlotViewModel?, _ body: @escaping @Sendable () throws(WishError) -> NoiseProfile?
  ) {
    wishes += 1
    let wish = wishes
    problem = nil
    isBusy = true
    worker.run { [weak self, weak plot] in
      let result = Result { () throws(WishError) in try body() }
      Task { @MainActor in
        guard let self, self.wishes == wish else { return }
        self.isBusy = false
        if let plot, plot !== self.target { return }
        switch result {
        case .success(let profile?): self.adopt(profile)
        case .success(nil): break
        case .failure(let error): self.problem = error.text
        }
      }
    }
  }

  /// A profile that says nothing of this recording leaves the one before.
  private func adopt(_ profile: NoiseProfile) {
    if let target, target.sampleRate > 0, profile.sampleRate != target.sampleRate {
      return problem = Self.otherRate(profile, target)
    }
    self.profile = profile
    let isFirst = plot == nil || plot?.original !== target
    compute()
    // Who has asked for it wants to hear it; the original is a key away.
    if isFirst, let plot, plot.original === target { listening = .clean }
  }
}
