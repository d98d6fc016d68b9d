// ChapterFile.swift
// Chapters of a recording, by ffmpeg: read, or written into a copy in which every packet of sound, pictures and
// subtitles stays as it is. The disk and another process are waited for.

import AudioDecoding
import HostIO
import Localization
import Marks
import SystemPackage

enum ChapterFile {
  /// What the tier of chapters is called.
  private static let tier = "Chapters"

  /// - Parameter rate: frames per second; nil: those of the sound.
  static func read(
    _ path: FilePath, _ container: ChapterContainer, rate: Int?
  ) throws(MarkError) -> MarkReading {
    let file: FileBytes
    do throws(AudioFileError) { file = try FileBytes(path: path) } catch { throw .file(error) }
    let bytes: [UInt8]?, sound: FFprobeAnswer?
    do throws(ChildProcess.Failure) {
      sound = try FFmpeg.probe(file).answer
      bytes = try FFmpeg.metadata(of: file, track: nil)
    } catch {
      throw .file(FFmpegOpening.failure(error, path: path, guess: .unknown))
    }
    guard let bytes else {
      throw .content(.unknownToFFmpeg, path)
    }
    do throws(MarkFileError) {
      let own = rate ?? sound?.tracks.first?.sampleRate
      var (reading, _) = try MarkFileKind.read(bytes, named: .ffmetadata, rate: own)
      // What else it says about chapters is of no use here.
      reading.sentences = []
      reading.document = container.marks(of: reading.document, named: tier)
      if container == .flac, let own = sound?.tracks.first?.sampleRate {
        reading.document.skipPauses(file, sampleRate: own)
      }
      // The first packet of an MP3 lies behind its beginning by the delay of the encoder, which chapters do not know.
      if container != .mp3, let sound, sound.origin > 0 {
        let document = reading.document
        let frames = Int((min(sound.origin, 1e6) * Double(document.sampleRate)).rounded())
        let all = Set(document.tiers.flatMap { $0.marks.map(\.id) })
        let change = document.changing(all) {
          $0.range = max(0, $0.range.lowerBound - frames)..<max(0, $0.range.upperBound - frames)
        }
        if let change { reading.document.apply(change) }
      }
      return reading
    } catch {
      throw .content(error, path)
    }
  }

  /// - Returns: what cannot be held: sentences.
  static func write(
    _ document: MarkDocument, intoCopyOf recording: FilePath, at output: OutputFile,
    _ container: ChapterContainer
  ) throws(MarkError) -> [String] {
    let plan = ChapterPlan(document, container)
    do throws(AudioFileError) {
      try write(plan, of: FileBytes(path: recording), recording, at: output, container)
    } catch {
      throw .file(error)
    }
    // What ffmpeg made of them shows when they are read again.
    guard let written = try? read(output.path, container, rate: document.sampleRate).document.count else {
      return plan.losses + [localized("The file could not be read again to count its chapters.")]
    }
    let missing = plan.count - written
    guard missing > 0 else { return plan.losses }
    return plan.losses + [
      // Translators: %1$s is a number, %2$s the number of all of them.
      localized(
        "\(missing) of \(plan.count) chapters are missing in the file.",
        plural: "\(missing) of \(plan.count) chapters are missing in the file.", count: missing)
    ]
  }

  private static func write(
    _ plan: ChapterPlan, of file: FileBytes, _ recording: FilePath, at output: OutputFile,
    _ container: ChapterContainer
  ) throws(AudioFileError) {
    func failure(_ detail: Sentence) -> AudioFileError {
      AudioFileError(.writeFailed, path: output.path, detail: detail)
    }
    guard let muxer = container.muxer else {
      // Translators: %1$s is the name of a format, as “FLAC”.
      throw failure(Sentence("no chapters are written into \(container.name)"))
    }
    guard WritingProcess.isConfined else {
      throw failure(
        Sentence(
          """
          ffmpeg, which writes chapters, could write over other files here: keeping it from that needs Linux 5.13 or \
          later with Landlock; choose a list of marks
          """))
    }
    let target: TemporaryFile
    do throws(Errno) { target = try output.temporary() } catch { throw failure(error.sentence) }
    let process: WritingProcess
    do throws(ChildProcess.Failure) {
      let delay = try FFmpeg.probe(file).answer.map { $0.shift } ?? 0
      process = try FFmpeg.copy(file, muxer: muxer, delay: delay, into: target.number)
    } catch {
      throw FFmpegOpening.failure(error, path: recording, guess: .unknown)
    }
    let isSent = plan.bytes.withUnsafeBytes { process.send($0) }
    let end = process.end()
    let words = String(decoding: process.child.complaints(), as: UTF8.self)
    guard isSent, end == .exit(0), !words.contains("rror writing"), !words.contains("rror closing") else {
      throw failure(
        process.trouble(end, words)
          ?? Sentence(
            "ffmpeg could not copy “\(recording.displayName)” into a file of this kind; keep its suffix"))
    }
    do throws(Errno) { try target.take(name: output.path) } catch {
      throw failure(error.sentence)
    }
  }
}

extension FFprobeAnswer {
  /// Seconds by which a copy of the sound lies later: ffmpeg gives the first packet of a file the time 0, but for Opus, whose
  /// delay before 0 it takes away and puts back.
  fileprivate var shift: Double {
    let sound = tracks.first { $0.isUsable && $0.isDefault } ?? tracks.first { $0.isUsable }
    guard let start, start < 0, sound?.codec != "opus" else { return 0 }
    return -start
  }
}

extension MarkDocument {
  /// Lets tracks of a disc begin where they are heard: ffmpeg lets them begin with the pause before.
  ///
  /// - Parameter sampleRate: that of the sound.
  fileprivate mutating func skipPauses(_ file: FileBytes, sampleRate rate: Int) {
    var metadata = RecordingMetadata()
    FLACMetadata.read(file, sampleRate: rate, into: &metadata)
    guard rate > 0, let sheet = metadata.blocks.first(where: { $0.name == FLACMetadata.cueSheet }) else {
      return
    }
    /// Nil for what is too far away.
    func frame(_ place: Int) -> Int? {
      let frame = (Double(place) / Double(rate) * Double(sampleRate)).rounded()
      return frame.magnitude < 0x1p53 ? Int(frame) : nil
    }
    let tracks = FLACCueSheet(sheet.bytes).tracks.compactMap { track in
      frame(track.pause).flatMap { pause in frame(track.start).map { (pause, $0) } }
    }
    let moved = Dictionary(tracks) { first, _ in first }
    let change = changing(Set(tiers.flatMap { $0.marks.map(\.id) })) { mark in
      let (start, end) = (mark.range.lowerBound, mark.range.upperBound)
      let first = moved[start] ?? start
      mark.range = first..<max(first, moved[end] ?? end)
    }
    if let change { apply(change) }
  }
}

extension ChapterContainer {
  /// ffmpeg's name of it; nil where chapters are only read.
  fileprivate var muxer: String? {
    switch self {
    case .mp3: "mp3"
    case .m4a: "ipod"
    case .mp4: "mp4"
    case .quickTime: "mov"
    case .matroska: "matroska"
    case .webM: "webm"
    case .flac, .ogg: nil
    }
  }
}

extension FFmpeg {
  /// Starts ffmpeg, which copies the packets of a file and takes chapters, as its metadata, from its input.
  ///
  /// - Parameters:
  ///   - delay: seconds by which the chapters are moved.
  ///   - target: open for writing; opened again by ffmpeg, because MP4 needs to seek.
  fileprivate static func copy(
    _ file: FileBytes, muxer: String, delay: Double, into target: Int32
  ) throws(ChildProcess.Failure) -> WritingProcess {
    // Not the tracks of data: the old chapters are one of them.
    let tracks = ["-map", "0:v?", "-map", "0:a", "-map", "0:s?", "-map", "0:t?", "-c", "copy"]
    let chapters = [
      "-itsoffset", "\(delay)", "-f", "ffmetadata", "-format_whitelist", "ffmetadata", "-protocol_whitelist",
      "file,pipe",
    ]
    return try WritingProcess(
      file,
      ["-nostdin", "-y", "-xerror"] + limits + ["-i", input] + chapters + ["-i", "pipe:0"] + tracks
        + ["-map_metadata", "0", "-map_chapters", "1"] + keepingTimes(muxer) + [
          "-f", muxer, "file:/proc/self/fd/4",
        ],
      into: target)
  }
}
