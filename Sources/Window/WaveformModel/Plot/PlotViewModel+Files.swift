// PlotViewModel+Files.swift
// Where files that are made of a waveform go at first, and what they are called.

import SystemPackage

extension PlotViewModel {
  /// How the names of files begin that are made of it. What is heard has a name, and its file has none; a formula is no
  /// good name of a file.
  package var stem: String? {
    if function == nil, !isHeard { return path.stem }
    if isComputed { return original?.stem ?? "function" }
    let own = settings.name.map(SafeName.of).flatMap { $0.isEmpty ? nil : $0 }
    return isHeard ? own : own ?? "function"
  }

  /// The folder of its file; nil for what has none of its own.
  package var folder: FilePath? { isHeard || function != nil ? nil : path.removingLastComponent() }
}
