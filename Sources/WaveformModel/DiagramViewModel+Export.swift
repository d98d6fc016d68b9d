// DiagramViewModel+Export.swift
// What of a diagram can be exported beside its first recording.

import AudioFile

extension DiagramViewModel {
  /// What noise reduction leaves and takes away, and the other waveforms.
  public var furtherExportSources: [ExportSource] {
    var sources: [ExportSource] = []
    if let clean = noise.plot {
      let length = clean.isComplete ? clean.framesRead : plots.first?.framesRead
      for (name, source) in [("Clean", noise.cleanSource), ("Residue", noise.residueSource)] {
        if let source {
          sources.append(ExportSource(name: name, source: source, length: length, isFloat: true))
        }
      }
    }
    for plot in plots.dropFirst() where plot !== noise.plot {
      guard let description = plot.description else { continue }
      sources.append(
        ExportSource(
          name: plot.settings.name ?? plot.path.displayName, path: plot.path, options: plot.options,
          description: description, length: plot.isComplete ? plot.length : nil))
    }
    return sources
  }
}
