// ProcessFault.swift
// What it means for a recording that no process could be started for it.

import HostIO
import SystemPackage

enum ProcessFault {
  static func error(_ failure: ChildProcess.Failure, path: FilePath) -> AudioFileError {
    switch failure {
    case .noLock: AudioFileError(.noLock, path: path, cause: failure)
    case .system(let errno) where [.tooManyOpenFiles, .tooManyOpenFilesInSystem].contains(errno):
      AudioFileError(.tooManyOpenFiles, path: path, cause: failure)
    case .system(let errno): AudioFileError(.outOfMemory, path: path, errno: errno)
    case .notInstalled, .incomplete, .notLocked, .cannotStart, .forbidden:
      AudioFileError(.incompleteInstallation, path: path, cause: failure)
    }
  }
}
