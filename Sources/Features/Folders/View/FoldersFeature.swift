// FoldersFeature.swift
// Folders, and several files, as lists of recordings that are looked through, heard and labelled, each in a window of its own.

import GtkBridge
import SystemPackage
import WaveformViews

/// The feature as the program lists it.
package final class FoldersFeature: Feature {
  /// A folder whose listing began before there were windows.
  private var early: FolderModel?

  package init() {}

  package func readEarly(_ path: FilePath, _ settings: Settings) -> Bool {
    guard FolderProbe.isFolder(path) else { return false }
    early = FolderModel(.folder(path), cache: settings.peakCache)
    return true
  }

  package func part(of program: ProgramParts) -> ProgramPart? {
    let windows = FolderWindows(program, early: early)
    early = nil
    program.actions.add(.openFolder) { [weak windows] in
      if let windows, let parent = program.front() { windows.choose(over: parent) }
    }
    var part = ProgramPart()
    part.open = { path in
      guard FolderProbe.isFolder(path) else { return false }
      windows.open(.folder(path))
      return true
    }
    part.list = { windows.open(.files($0)) }
    part.pause = { windows.pause() }
    part.front = { windows.front(isActive: $0) }
    part.closeAll = { windows.closeAll() }
    return part
  }
}
