// ComparedCopy.swift
// Two recordings of which the difference is exported, as it was when that was chosen. A value; its sources are read on any
// thread.

import AudioExport
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore
import WaveformModel

/// What is needed to compute a difference once more, from the files.
struct ComparedCopy: Sendable {
  /// One of the recordings.
  private struct End: Sendable {
    let path: FilePath
    let options: OpenOptions
    let description: AudioDescription
    let length: Int
    /// Samples that are in no file; nil: those of the file.
    let computed: (any SampleSource)?

    @MainActor init?(_ plot: PlotViewModel) {
      guard let description = plot.description else { return nil }
      (path, options, length) = (plot.path, plot.options, plot.framesRead)
      self.description = description
      computed = plot.isComputed || plot.isHeard ? plot.source : nil
    }

    var source: any SampleSource {
      computed ?? WholeSource(path, options, description, length: length)
    }
  }

  private let first: End, second: End
  private let laid: LaidPair
  /// That of the first recording.
  var description: AudioDescription { first.description }
  var length: Int { first.length }
  /// Sums of integers have a bit more than these.
  var precision: AudioDescription.Precision {
    [first, second].contains { $0.description.precision == .float } ? .float : .bits24
  }

  @MainActor init?(_ pair: ComparedPair, _ laid: LaidPair) {
    guard let first = End(pair.first), let second = End(pair.second) else { return nil }
    (self.first, self.second, self.laid) = (first, second, laid)
  }

  /// The difference, read anew. Whoever takes it cancels it, and what it reads of files with it.
  func source() -> any SampleSource {
    let order = first.description.layout
    let sources = (
      first: first.source, second: second.source.inOrder(of: order, from: second.description.layout)
    )
    let own = [(first, sources.first), (second, sources.second)].filter { $0.0.computed == nil }.map(\.1)
    return ComparedReading.difference(sources.first, sources.second, laid, owning: own)
  }
}

extension ExportSource {
  /// - Parameter name: in a list.
  init(difference copy: ComparedCopy, name: String) {
    let length = copy.length
    self.init(
      name: name, layout: copy.description.layout, sampleRate: copy.description.sampleRate,
      length: length, precision: copy.precision
    ) { (start, goesOn, take) throws(AudioFileError) in
      let source = copy.source()
      defer { source.cancel() }
      var end = start, isWanted = true
      let isWhole = try source.forEachBlock(
        of: start..<max(start, length), goesOn: { isWanted && goesOn() }
      ) { (slice) throws(AudioFileError) in
        end = slice.range.upperBound
        isWanted = try slice.withSamples { (samples) throws(AudioFileError) in try take(samples) }
      }
      guard isWhole || !isWanted else { return nil }
      return ReadReport(
        frames: end - start, framesPromised: nil, nonFiniteSamples: 0, isComplete: true, warnings: [],
        seeking: .exact)
    }
  }
}
