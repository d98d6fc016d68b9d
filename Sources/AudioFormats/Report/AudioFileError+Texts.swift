// AudioFileError+Texts.swift
// The sentences for people, for each code.

import HostIO

extension AudioFileError {
  /// A sentence that names the file and says what happened. Plain text of one line, not markup.
  public var message: String {
    let name = "“\(path.displayName)”"
    return switch code {
    case .notFound: "\(name) does not exist."
    case .isFolder: "\(name) is a folder, not a sound file."
    case .notARegularFile: "\(name) is \(detail ?? "a device"), not a file."
    case .noPermission: "You are not allowed to read \(name)."
    case .emptyFile: "\(name) is empty: it is 0 bytes long."
    case .unknownFormat: "\(name) is not a sound file, or of a format that is not known."
    case .unsupportedFormat: "\(name) is \(detail ?? "in a format") that this version cannot read."
    case .needsFFmpeg:
      "\(name) is \(detail ?? "in a format") that is read with FFmpeg, which is not installed."
    case .noSuchTrack: "\(name) has no such audio track: \(detail ?? "it has only one")."
    case .noAudio: "\(name) holds no sound: \(detail ?? "it has no samples")."
    case .noNoise: "\(name) does not say what the noise is: \(detail ?? "there is none")."
    case .damaged: "\(name) is damaged: \(detail ?? "its beginning cannot be decoded")."
    case .readFailed: "\(name) could not be read: \(detail ?? "the device failed")."
    case .writeFailed: "\(name) could not be written: \(detail ?? "the device failed")."
    case .noSpace: "There is no room to decode \(name) for a close view: \(detail ?? "the disk is full")."
    case .outOfMemory: "There is not enough memory to open \(name)."
    case .tooManyOpenFiles: "\(name) could not be opened: too many files are open already."
    case .linksInACircle: "\(name) cannot be found: its links lead in a circle."
    }
  }

  /// What can be done about it: a sentence.
  public var advice: String {
    switch code {
    case .notFound: "It may have been moved, renamed or deleted. Look for it with “Open”."
    case .isFolder: "Open one of the recordings in it."
    case .notARegularFile:
      path.isAddress
        ? "Download it first, then open the file." : "Record from it into a file first, then open that file."
    case .noPermission: "Change its permissions, or ask its owner for a copy."
    case .emptyFile: "A download or a recording may not have begun, or failed. Fetch the file again."
    case .unknownFormat:
      "Open a WAV, FLAC, Ogg, Opus, MP3, AIFF, CAF, AU or W64 file, or with FFmpeg installed AAC, M4A, WMA or a video."
    case .unsupportedFormat: "Convert it to FLAC, Opus or WAV, and open the result."
    case .needsFFmpeg: "Install the package “ffmpeg”, then try again."
    case .noSuchTrack: "Choose another track."
    case .noAudio: "Check the program that made it, or fetch the file again."
    case .noNoise: "Name another stretch, in which only the noise is heard."
    case .damaged: "Fetch the file again, or look for another copy of it."
    case .readFailed: "Check that its disk or network share is connected, then try again."
    case .writeFailed: "Check the permissions of the folder and the free space, then try again."
    case .noSpace: "Make room there, or convert the recording to FLAC, which needs none."
    case .outOfMemory: "Close other programs, then try again."
    case .tooManyOpenFiles: "Close other windows, then try again."
    case .linksInACircle: "Open the file itself rather than a link to it."
    }
  }

  /// The cause in one line that does not name the file, for the command line.
  public var reason: String {
    switch code {
    case .notFound: "no such file"
    case .isFolder: "is a folder"
    case .notARegularFile: "is \(detail ?? "a device"), not a file"
    case .noPermission: "permission denied"
    case .emptyFile: "is empty"
    case .unknownFormat: "not a sound file, or unknown format"
    case .unsupportedFormat: "\(detail ?? "a format") that this version cannot read"
    case .needsFFmpeg:
      "\(detail ?? "a format") that needs ffmpeg, which is not installed: install the package “ffmpeg”"
    case .noSuchTrack: "no such audio track: \(detail ?? "it has only one")"
    case .noAudio: "holds no sound: \(detail ?? "it has no samples")"
    case .noNoise: "does not say what the noise is: \(detail ?? "there is none")"
    case .damaged: "damaged: \(detail ?? "its beginning cannot be decoded")"
    case .readFailed: "cannot be read: \(detail ?? "the device failed")"
    case .writeFailed: "cannot be written: \(detail ?? "the device failed")"
    case .noSpace: "no room to decode it: \(detail ?? "the disk is full")"
    case .outOfMemory: "not enough memory"
    case .tooManyOpenFiles: "too many files are open already"
    case .linksInACircle: "its links lead in a circle"
    }
  }
}
