// ThumbnailCommand.swift
// barline-cli thumbnail FILE OUT: the icon of a recording, as file managers ask for it (data/barline.thumbnailer). It may
// run in a sandbox in which nothing but the picture can be written, and the home is not seen.

import ArgumentParser
import HostIO
import Localization
import Recording
import SystemPackage
import WaveformDrawing

struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: localized("Draw a recording as an icon: a square PNG, for file managers."),
    discussion: localized(
      """
      It shows how loud the recording is from its beginning to its end. Of a long recording a few places are read, unless \
      the peak cache knows it; nothing is added to the cache.
      """))

  @Argument(help: Sentence("The sound file to read.").help())
  var file: FilePath

  @Argument(help: Sentence("The PNG picture to write.").help(valueName: "out"))
  var output: FilePath

  @Option(
    name: .shortAndLong,
    help: Sentence("Width and height of the picture.").help(valueName: "pixels"))
  var size = 256

  @Flag(help: Sentence("Do not look into the peak cache.").help())
  var noCache = false

  func validate() throws {
    guard ThumbnailPainter.sizes.contains(size) else {
      let sizes = ThumbnailPainter.sizes
      throw ValidationError(localized("--size must be between \(sizes.lowerBound) and \(sizes.upperBound)."))
    }
  }

  func run() throws {
    let painter = ThumbnailPainter(size: size)
    let outline = try StandardStreams.reporting { () throws(AudioFileError) in
      try RecordingOutline.read(file, parts: painter.count, cache: noCache ? nil : PeakCache.ofUser())
    }
    do throws(AudioFileError) {
      try write { () throws(DrawingError) in try painter.picture(of: outline.levels).pngBytes() }
    } catch {
      StandardStreams.report(error)
      // The recording is fine: whoever called may try again elsewhere.
      throw ExitCode(4)
    }
  }

  private func write(_ draw: () throws(DrawingError) -> [UInt8]) throws(AudioFileError) {
    let target: OutputTarget
    do throws(AudioFileError) { target = try OutputTarget(output, notOver: [file]) } catch {
      // A sandbox may give the file alone, in a folder that cannot be written: then it cannot take the place of another.
      guard error.cause is Errno, let bytes = try? draw(),
        let place = try? FileDescriptor.open(output, .writeOnly, options: .truncate),
        (try? place.closeAfter({ try place.writeAll(bytes) })) != nil
      else { throw error }
      return
    }
    try target.write(draw)
  }
}
