// ProcessFault.swift
// What it means for a recording that no process could be started for it.

import HostIO
import Localization
import SystemPackage

enum ProcessFault {
  static let otherBuild = Sentence(
    "another version of Barline was installed while this one was running; start it again")

  static func error(_ failure: ChildProcess.Failure, path: FilePath) -> AudioFileError {
    switch failure {
    case .noLock: AudioFileError(.noLock, path: path, cause: failure)
    case .system(let errno) where [.tooManyOpenFiles, .tooManyOpenFilesInSystem].contains(errno):
      AudioFileError(.tooManyOpenFiles, path: path, cause: failure)
    case .system(let errno): AudioFileError(.outOfMemory, path: path, errno: errno)
    case .otherBuild: AudioFileError(.readFailed, path: path, detail: otherBuild, cause: failure)
    case .cannotLoad:
      AudioFileError(
        .readFailed, path: path,
        detail: Sentence(
          "the libraries of what decodes it could not be loaded; there may be too little memory"),
        cause: failure)
    case .noProc:
      AudioFileError(
        .readFailed, path: path,
        detail: Sentence("ffmpeg, which decodes it, needs /proc, which is not mounted here"), cause: failure)
    case .notInstalled, .incomplete, .notLocked, .cannotStart, .forbidden:
      AudioFileError(.incompleteInstallation, path: path, cause: failure)
    }
  }
}
