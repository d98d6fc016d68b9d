// AudioFileError+Texts.swift
// The sentences for people, for each code; in English they go into JSON and manifests.

import HostIO
import Localization

extension AudioFileError {
  /// A sentence that names the file and says what happened. Plain text of one line, not markup.
  public var message: String { whatHappened.localized }

  /// What can be done about it: a sentence.
  public var advice: String { whatHelps.localized }

  /// The cause in one line that does not name the file, for the command line.
  public var reason: String { why.localized }
}

extension AudioFileError {
  /// See `message`.
  public var whatHappened: Sentence {
    let name = path.displayName
    return switch code {
    case .notFound: Sentence("“\(name)” does not exist.")
    case .isFolder: Sentence("“\(name)” is a folder, not a sound file.")
    // Translators: %2$s is “a pipe”, “a socket”, “a device” or “an address”.
    case .notARegularFile: Sentence("“\(name)” is \(clause ?? Self.device), not a file.")
    case .noPermission: Sentence("You are not allowed to read “\(name)”.")
    case .emptyFile: Sentence("“\(name)” is empty: it is 0 bytes long.")
    case .unknownFormat: Sentence("“\(name)” is not a sound file, or of a format that is not known.")
    case .unsupportedFormat:
      // Translators: %2$s is a kind of file, as “a tracker module”.
      clause.map { Sentence("“\(name)” is \($0) that this version cannot read.") }
        ?? Sentence("“\(name)” is in a format that this version cannot read.")
    case .needsFFmpeg:
      // Translators: %2$s is a kind of file, as “an MP4 file (M4A, AAC or ALAC)”.
      clause.map { Sentence("“\(name)” is \($0) that is read with FFmpeg, which is not installed.") }
        ?? Sentence("“\(name)” is in a format that is read with FFmpeg, which is not installed.")
    case .incompleteInstallation:
      Sentence("“\(name)” could not be opened: Barline’s decoder is not installed completely.")
    case .noLock:
      Sentence("“\(name)” could not be opened: this system cannot lock the program that decodes it.")
    // Translators: What follows a colon in this and the next sentences is one, as “it has only one”.
    case .noSuchTrack: Sentence("“\(name)” has no such audio track: \(clause ?? Self.onlyTrack).")
    case .noAudio: Sentence("“\(name)” holds no sound: \(clause ?? Self.noSamples).")
    case .noNoise: Sentence("“\(name)” does not say what the noise is: \(clause ?? Self.none).")
    case .damaged: Sentence("“\(name)” is damaged: \(clause ?? Self.undecodable).")
    case .readFailed: Sentence("“\(name)” could not be read: \(clause ?? Self.failedDevice).")
    case .writeFailed: Sentence("“\(name)” could not be written: \(clause ?? Self.failedDevice).")
    case .noSpace:
      Sentence("There is no room to decode “\(name)” for a close view: \(clause ?? Self.fullDisk).")
    case .outOfMemory: Sentence("There is not enough memory to open “\(name)”.")
    case .tooManyOpenFiles: Sentence("“\(name)” could not be opened: too many files are open already.")
    case .linksInACircle: Sentence("“\(name)” cannot be found: its links lead in a circle.")
    }
  }

  /// See `advice`.
  public var whatHelps: Sentence {
    switch code {
    case .notFound: Sentence("It may have been moved, renamed or deleted. Look for it with “Open”.")
    case .isFolder: Sentence("Open one of the recordings in it.")
    case .notARegularFile:
      path.isAddress
        ? Sentence("Download it first, then open the file.")
        : Sentence("Record from it into a file first, then open that file.")
    case .noPermission: Sentence("Change its permissions, or ask its owner for a copy.")
    case .emptyFile:
      Sentence("A download or a recording may not have begun, or failed. Fetch the file again.")
    case .unknownFormat:
      Sentence(
        """
        Open a WAV, FLAC, Ogg, Opus, MP3, AIFF, CAF, AU or W64 file, or with FFmpeg installed AAC, M4A, WMA or a \
        video.
        """)
    case .unsupportedFormat: Sentence("Convert it to FLAC, Opus or WAV, and open the result.")
    case .needsFFmpeg: Sentence("Install the package “ffmpeg”, then try again.")
    case .incompleteInstallation: Sentence("Install Barline again.")
    case .noLock:
      Sentence(
        """
        It needs a Linux kernel of version 4.14 or later with seccomp. If you trust your files, start Barline with \
        “--unlocked”.
        """)
    case .noSuchTrack: Sentence("Choose another track.")
    case .noAudio: Sentence("Check the program that made it, or fetch the file again.")
    case .noNoise: Sentence("Name another stretch, in which only the noise is heard.")
    case .damaged: Sentence("Fetch the file again, or look for another copy of it.")
    case .readFailed: Sentence("Check that its disk or network share is connected, then try again.")
    case .writeFailed: Sentence("Check the permissions of the folder and the free space, then try again.")
    case .noSpace: Sentence("Make room there, or convert the recording to FLAC, which needs none.")
    case .outOfMemory: Sentence("Close other programs, then try again.")
    case .tooManyOpenFiles: Sentence("Close other windows, then try again.")
    case .linksInACircle: Sentence("Open the file itself rather than a link to it.")
    }
  }

  /// See `reason`.
  public var why: Sentence {
    switch code {
    // Translators: This and the next texts follow the name of a file and a colon, as “take.wav: no such file”.
    case .notFound: Sentence("no such file")
    case .isFolder: Sentence("is a folder")
    // Translators: %1$s is “a pipe”, “a socket”, “a device” or “an address”. Follows the name of a file and a colon.
    case .notARegularFile: Sentence("is \(clause ?? Self.device), not a file")
    case .noPermission: Sentence("permission denied")
    case .emptyFile: Sentence("is empty")
    case .unknownFormat: Sentence("not a sound file, or unknown format")
    case .unsupportedFormat:
      // Translators: %1$s is a kind of file, as “a tracker module”.
      clause.map { Sentence("\($0) that this version cannot read") }
        ?? Sentence("a format that this version cannot read")
    case .needsFFmpeg:
      // Translators: %1$s is a kind of file, as “an MP4 file (M4A, AAC or ALAC)”.
      clause.map {
        Sentence("\($0) that needs ffmpeg, which is not installed: install the package “ffmpeg”")
      } ?? Sentence("a format that needs ffmpeg, which is not installed: install the package “ffmpeg”")
    case .incompleteInstallation: Sentence("Barline’s decoder is not installed completely: install it again")
    case .noLock:
      Sentence(
        """
        this system cannot lock the program that decodes it: a kernel with seccomp is needed, or “--unlocked” for \
        files that you trust
        """)
    case .noSuchTrack: Sentence("no such audio track: \(clause ?? Self.onlyTrack)")
    case .noAudio: Sentence("holds no sound: \(clause ?? Self.noSamples)")
    case .noNoise: Sentence("does not say what the noise is: \(clause ?? Self.none)")
    case .damaged: Sentence("damaged: \(clause ?? Self.undecodable)")
    case .readFailed: Sentence("cannot be read: \(clause ?? Self.failedDevice)")
    case .writeFailed: Sentence("cannot be written: \(clause ?? Self.failedDevice)")
    case .noSpace: Sentence("no room to decode it: \(clause ?? Self.fullDisk)")
    case .outOfMemory: Sentence("not enough memory")
    case .tooManyOpenFiles: Sentence("too many files are open already")
    case .linksInACircle: Sentence("its links lead in a circle")
    }
  }

  // What stands where there is no clause.
  private static let device = Sentence("a device"), onlyTrack = Sentence("it has only one")
  private static let noSamples = Sentence("it has no samples"), none = Sentence("there is none")
  private static let undecodable = Sentence("its beginning cannot be decoded")
  private static let fullDisk = Sentence("the disk is full")
  static let failedDevice = Sentence("the device failed")
}
