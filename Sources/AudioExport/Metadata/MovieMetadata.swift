// MovieMetadata.swift
// What a video says about itself, before and after it was written by ffmpeg: so that what a container did not take is
// said, whatever its rules are. Two short runs of ffprobe; one thread.

import AudioDecoding
import HostIO

/// The texts of a video, of its tracks and chapters; how often each one comes.
struct MovieMetadata {
  /// "TITLE=words" for the file, "TITLE of a track=words" for what is seen, heard or read, "=words" for chapters.
  private(set) var texts: [String: Int] = [:]
  private(set) var chapterCount = 0
  /// True when names of QuickTime's own long kind are among them.
  private(set) var hasQuickTimeNames = false

  /// - Returns: nil when ffprobe cannot make sense of it.
  init?(_ descriptor: Int32) throws(ChildProcess.Failure) {
    guard let bytes = try FFmpeg.texts(of: descriptor) else { return nil }
    var isData = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      guard let mark = parts[0].firstRange(of: ".tags.") else {
        if parts[0].hasSuffix(".start_time") { chapterCount += 1 }
        // What MP4 shows of chapters again as a track, for one.
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

  /// What of this is not in another one, in one line; nil when all is there.
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
