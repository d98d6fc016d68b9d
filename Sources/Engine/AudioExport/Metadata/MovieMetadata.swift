// MovieMetadata.swift
// Compares the metadata of a video before and after ffmpeg wrote it, so that losses are reported for any container. Two
// short runs of ffprobe; one thread.

import AudioDecoding
import HostIO
import Localization

/// The texts of a video, of its tracks and chapters; how often each one comes.
struct MovieMetadata {
  /// "TITLE=words" for the file, "TITLE of a track=words" for video, audio and subtitles, "=words" for chapters.
  private(set) var texts: [String: Int] = [:]
  /// The time of the first packet, in seconds.
  private var start = 0.0
  /// When the chapters begin, in seconds.
  private(set) var chapters: [Double] = []
  private var chapterCount: Int { chapters.count }
  /// Tracks of pictures, covers among them.
  private(set) var pictures = 0
  /// True when tags with QuickTime's long names are among them.
  private(set) var hasQuickTimeNames = false

  /// - Returns: nil when ffprobe cannot read it.
  init?(_ descriptor: Int32) throws(ChildProcess.Failure) {
    guard let answer = try FFmpeg.texts(of: descriptor) else { return nil }
    self.init(answer: answer)
  }

  /// - Parameter answer: what ffprobe says.
  init(answer: [UInt8]) {
    var isData = false
    for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      guard let mark = parts[0].firstRange(of: ".tags.") else {
        if parts[0].hasSuffix(".start_time"), let time = Double(parts[1].filter { $0 != "\"" }) {
          if parts[0].hasPrefix("format.") { start = time } else { chapters.append(time) }
        }
        // For example the track in which MP4 repeats the chapters.
        if parts[0].hasSuffix(".codec_type") {
          isData = parts[1] == "\"data\""
          if parts[1] == "\"video\"" { pictures += 1 }
        }
        continue
      }
      let name = parts[0][mark.upperBound...]
      if name.hasPrefix("com_apple_quicktime") { hasQuickTimeNames = true }
      let isTrack = parts[0].hasPrefix("streams."), isChapter = parts[0].hasPrefix("chapters.")
      if RecordingMetadata.isAboutCoding(String(name)) || parts[1] == "\"und\"" || isTrack && isData {
        continue
      }
      let label = isChapter ? "" : name.uppercased() + (isTrack ? Self.ofTrack : "")
      texts[label + "=" + parts[1], default: 0] += 1
    }
  }

  /// What the names of texts of tracks end in.
  private static let ofTrack = " of a track"

  /// The texts that are missing in `written`, in one line; nil when none is missing.
  func loss(comparedWith written: MovieMetadata, _ format: String) -> Sentence? {
    var remark = MetadataRemark(RecordingMetadata())
    let missing = texts.filter { written.texts[$0.key, default: 0] < $0.value }
    let lost = max(0, chapterCount - written.chapterCount)
    remark.cannotHold(lost, Sentence("\(lost) chapter", plural: "\(lost) chapters", count: lost))
    // Without its pictures there is no video: what is missing are covers.
    let covers = max(0, pictures - written.pictures)
    remark.cannotHold(covers, Sentence("a cover", plural: "\(covers) covers", count: covers))
    if lost == 0 {
      // MP4 lets the first one begin at 0. All times of a file may move; an encoder's delay is less than a picture lasts.
      let moved = zip(chapters.sorted(), written.chapters.sorted()).count {
        abs($0 - start - $1 + written.start) > 0.05
      }
      if moved > 0 {
        remark.say(
          Sentence(
            "\(moved) chapter begins elsewhere than before.",
            plural: "\(moved) chapters begin elsewhere than before.",
            count: moved))
      }
    }
    let names = Set(missing.keys.compactMap { $0.split(separator: "=").first }.filter { !$0.hasPrefix("\"") })
    if chapterCount <= written.chapterCount {
      let count = missing.filter { $0.key.hasPrefix("=") }.values.reduce(0, +)
      remark.cannotHold(
        count, Sentence("\(count) name of a chapter", plural: "\(count) names of chapters", count: count))
    }
    if !names.isEmpty {
      let first = names.sorted().prefix(5).map { name in
        let isOfTrack = name.hasSuffix(Self.ofTrack)
        // The names are the file's, and may be orders to a terminal.
        let label = FFprobeAnswer.line(name.dropLast(isOfTrack ? Self.ofTrack.count : 0).utf8)
        // Translators: %1$s is the name of a tag, as “TITLE”.
        return isOfTrack ? Sentence("\(label) of a track") : Sentence(verbatim: label)
      }
      let rest = names.count - 5
      // Translators: The end of a list of names.
      let more = rest > 0 ? [Sentence("\(rest) more", plural: "\(rest) more", count: rest)] : []
      if let list = MetadataRemark.list(first + more) {
        remark.cannotHold(
          // Translators: %1$s is a name, as “TITLE”, or a list of them.
          Sentence("the tag \(list)", plural: "the tags \(list)", count: names.count),
          isPlural: names.count > 1)
      }
    }
    return remark.sentence(format)
  }
}
