// ProcessFault.swift
// What it means for a recording that no process could be started for it.

import HostIO
import Localization
import SystemPackage

enum ProcessFault {
  static let cannotLoad = Sentence(
    "the libraries of what decodes it could not be loaded; there may be too little memory")
  static let tooLittle = Sentence("there is too little memory, or there are too many threads, for ffmpeg")

  static func error(_ failure: ChildProcess.Failure, path: FilePath) -> AudioFileError {
    func unreadable(_ detail: Sentence) -> AudioFileError {
      AudioFileError(.readFailed, path: path, detail: detail, cause: failure)
    }
    return switch failure {
    case .noLock: AudioFileError(.noLock, path: path, cause: failure)
    case .system(let errno) where [.tooManyOpenFiles, .tooManyOpenFilesInSystem].contains(errno):
      AudioFileError(.tooManyOpenFiles, path: path, cause: failure)
    case .system(let errno): AudioFileError(.outOfMemory, path: path, errno: errno)
    case .otherBuild:
      unreadable(
        Sentence("another version of Barline was installed while this one was running; start it again"))
    case .cannotLoad: unreadable(cannotLoad)
    case .noProc:
      unreadable(Sentence("ffmpeg, which decodes it, needs /proc, which is not mounted here"))
    case .notInstalled, .incomplete, .notLocked, .cannotStart, .forbidden:
      AudioFileError(.incompleteInstallation, path: path, cause: failure)
    }
  }
}
