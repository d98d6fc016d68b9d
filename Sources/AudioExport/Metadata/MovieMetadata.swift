// MovieMetadata.swift
// Compares the metadata of a video before and after ffmpeg wrote it, so that losses are reported for any container. Two
// short runs of ffprobe; one thread.

import AudioDecoding
import HostIO

/// The texts of a video, of its tracks and chapters; how often each one comes.
struct MovieMetadata {
  /// "TITLE=words" for the file, "TITLE of a track=words" for video, audio and subtitles, "=words" for chapters.
  private(set) var texts: [String: Int] = [:]
  private(set) var chapterCount = 0
  /// True when tags with QuickTime's long names are among them.
  private(set) var hasQuickTimeNames = false

  /// - Returns: nil when ffprobe cannot read it.
  init?(_ descriptor: Int32) throws(ChildProcess.Failure) {
    guard let bytes = try FFmpeg.texts(of: descriptor) else { return nil }
    var isData = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      guard let mark = parts[0].firstRange(of: ".tags.") else {
        if parts[0].hasSuffix(".start_time") { chapterCount += 1 }
        // For example the track in which MP4 repeats the chapters.
        if parts[0].hasSuffix(".codec_type") { isData = parts[1] == "\"data\"" }
        continue
      }
      let name = parts[0][mark.upperBound...]
      if name.hasPrefix("com_apple_quicktime") { hasQuickTimeNames = true }
      let isTrack = parts[0].hasPrefix("streams."), isChapter = parts[0].hasPrefix("chapters.")
      if RecordingMetadata.isAboutCoding(String(name)) || parts[1] == "\"und\"" || isTrack && isData {
        continue
      }
      let label = isChapter ? "" : name.uppercased() + (isTrack ? " of a track" : "")
      texts[label + "=" + parts[1], default: 0] += 1
    }
  }

  /// The texts that are missing in `written`, in one line; nil when none is missing.
  func remark(comparedWith written: MovieMetadata, _ format: String) -> String? {
    var remark = MetadataRemark(RecordingMetadata())
    let missing = texts.filter { written.texts[$0.key, default: 0] < $0.value }
    remark.cannotHold(max(0, chapterCount - written.chapterCount), "chapter", "chapters")
    let names = Set(missing.keys.compactMap { $0.split(separator: "=").first }.filter { !$0.hasPrefix("\"") })
    if chapterCount <= written.chapterCount {
      let count = missing.filter { $0.key.hasPrefix("=") }.values.reduce(0, +)
      remark.cannotHold(count, "name of a chapter", "names of chapters")
    }
    if !names.isEmpty {
      let first = names.sorted().prefix(5).map { String($0) }
      let more = names.count > 5 ? ["\(names.count - 5) more"] : []
      let list = MetadataRemark.list(first + more)
      remark.cannotHold("the tag\(names.count == 1 ? "" : "s") \(list)", isPlural: names.count > 1)
    }
    return remark.text(format)
  }
}
