// FFmpeg.swift
// How ffmpeg and ffprobe are called: as child processes, so that a crash in a parser stays there, with the open
// file instead of its name. No name can be mistaken for an option, a protocol or a pattern, and what is decoded is
// the file that was opened, whatever has taken its name since.

import AudioFormats
import HostIO
import SystemPackage

package enum FFmpeg {
  /// The child's descriptor 3, opened anew: with a position of its own, and seekable, which MP4 needs.
  package static let input = "file:/proc/self/fd/3"

  /// No network, and no lists of other files: only these containers are looked into.
  package static let limits = ["-v", "error"] + inputLimits
  private static let inputLimits = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist", containers.joined(separator: ","),
  ]

  /// ffmpeg's demuxers for files that hold sound themselves and are known by their bytes.
  private static let containers = [
    "aa", "aac", "aax", "ac3", "act", "adp", "aea", "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "asf_o",
    "ast", "au", "avi", "bonk", "caf", "codec2", "daud", "dsf", "dss", "dts", "dtshd", "dv", "eac3", "ea",
    "flac", "flv", "g729", "gxf", "hca", "hcom", "iff", "ircam", "kux", "laf", "live_flv", "loas", "lvf",
    "matroska", "webm", "mlp", "mm", "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "mp3", "mpc", "mpc8", "mpeg",
    "mpegts", "msf", "mtaf", "mxf", "nistsphere", "nsv", "nut", "nuv", "ogg", "oma", "osq", "paf", "pva",
    "pvf", "qcp", "rka", "rm", "rso", "sds", "shn", "smjpeg", "sol", "sox", "spdif", "swf", "tak", "truehd",
    "tta", "voc", "vqf", "w64", "wav", "wsd", "wtv", "wv", "wve", "xa", "xwma",
  ]

  /// What is asked of ffprobe: little, so that pictures and lyrics stay where they are.
  private static let entries =
    "format=format_name,duration,start_time,probe_score:format_tags=major_brand,iTunSMPB"
    + ":stream=codec_name,profile,sample_fmt,sample_rate,channels,channel_layout,bits_per_raw_sample"
    + ",bits_per_sample,time_base,duration_ts,duration,start_time"
    + ":stream_tags=language,title,DURATION:stream_disposition=default"

  /// Seconds after which a file that cannot be made sense of is given up.
  package static let patience = 20

  /// What became of a question to ffprobe.
  package enum Probing {
    case answer(FFprobeAnswer)
    /// It cannot make sense of the file.
    case unknown
    /// The device failed.
    case failed(Errno)
    /// It did not come to an end.
    case takesForever

    package var answer: FFprobeAnswer? { if case .answer(let answer) = self { answer } else { nil } }
  }

  /// Asks ffprobe about a file.
  package static func probe(_ file: FileBytes) throws(ChildProcess.Failure) -> Probing {
    let child = try ChildProcess(
      "ffprobe", limits + ["-select_streams", "a", "-show_entries", entries, "-of", "flat", "-i", input],
      file: file.descriptor)
    let start = MonotonicTime.milliseconds
    guard let bytes = child.answer(limit: 1 << 20, seconds: patience) else {
      return MonotonicTime.milliseconds - start < patience * 1000 ? .unknown : .takesForever
    }
    guard child.wait() == .exit(0) else {
      // What it says of a device that fails is the same as of damage.
      let words = String(decoding: child.complaints(), as: UTF8.self)
      return (words.isEmpty ? nil : file.readErrorAnywhere()).map { .failed($0) } ?? .unknown
    }
    return .answer(FFprobeAnswer(bytes))
  }

  /// Packets whose checksum is wrong are left out where they have one: what is decoded from them is noise.
  private static func checks(_ stream: FFmpegStream) -> [String] {
    stream.hasChecksums ? ["-err_detect:a", "crccheck+explode"] : []
  }

  /// Begins to decode one audio track once more, on one thread, and answers with lines: one for each decoded block
  /// (filter ashowinfo), and all complaints between them, each where it was uttered.
  package static func trace(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure)
    -> ChildProcess
  {
    try ChildProcess(
      "ffmpeg",
      ["-nostdin", "-v", "repeat+level+info", "-nostats"] + inputLimits + checks(stream)
        + ["-threads", "1", "-i", input, "-map", "0:a:\(stream.track)", "-vn", "-sn", "-dn"]
        + ["-af", "aresample=\(stream.sampleRate),ashowinfo", "-f", "null", "-"],
      file: file.descriptor, answersByErrors: true)
  }

  /// Begins to decode one audio track from its first frame on; it answers with a NUT stream.
  package static func decode(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure)
    -> ChildProcess
  {
    let (format, samples) =
      switch stream.encoding {
      case .s16le: ("s16le", "s16")
      case .s32le: ("s32le", "s32")
      default: ("f32le", "flt")
      }
    // Samples stay as the decoder gives them; should a broken file change its rate or channels on the way, they are
    // made what they were.
    var filter = "aformat=sample_fmts=\(samples):sample_rates=\(stream.sampleRate)"
    if let layout = stream.layout { filter += ":channel_layouts=\(layout)" }
    return try ChildProcess(
      "ffmpeg",
      ["-nostdin"] + limits + checks(stream)
        + ["-i", input, "-map", "0:a:\(stream.track)", "-vn", "-sn", "-dn", "-map_metadata", "-1"]
        + ["-map_chapters", "-1", "-af", filter, "-c:a", "pcm_\(format)", "-f", "nut", "-write_index", "0"]
        + ["pipe:1"],
      file: file.descriptor)
  }
}

extension FFmpeg {
  /// How many tracks of moving pictures a file has; a cover is none.
  ///
  /// - Parameter areCovers: true to count the covers instead.
  package static func pictures(in file: FileBytes, areCovers: Bool = false) throws(ChildProcess.Failure)
    -> Int
  {
    let text = try words(
      ["-select_streams", "v", "-show_entries", "stream=codec_name:stream_disposition=attached_pic"], of: file
    )
    return text.split(separator: "\n").count {
      $0.hasSuffix(areCovers ? ".attached_pic=1" : ".attached_pic=0")
    }
  }

  /// The time of the first sample that is decoded from an audio track, in seconds of the file's clock: not that of its
  /// first packet, which an encoder's delay may lie before. Nil when nobody knows.
  package static func firstSample(in file: FileBytes, track: Int) throws(ChildProcess.Failure) -> Double? {
    let text = try words(
      [
        "-select_streams", "a:\(track)", "-read_intervals", "%+#64", "-show_entries",
        "frame=best_effort_timestamp_time",
      ], of: file)
    let first = text.split(separator: "\n").first { $0.contains("best_effort_timestamp_time=") }
    return first.flatMap { Double($0.split(separator: "\"").last ?? "") }
  }

  /// Texts and chapters of a file, in ffmpeg's own format of lines.
  ///
  /// - Parameters:
  ///   - track: the audio track whose texts are meant; nil for none.
  ///   - withFile: true for those of the file as a whole, too.
  /// - Returns: nil when it cannot make sense of the file, or there is too much.
  package static func metadata(
    of file: FileBytes, track: Int?, withFile: Bool = true
  ) throws(ChildProcess.Failure) -> [UInt8]? {
    let wishes = (withFile ? ["0:g"] : []) + (track.map { ["0:s:a:\($0)"] } ?? [])
    let child = try ChildProcess(
      "ffmpeg",
      ["-nostdin"] + limits + ["-i", input] + wishes.flatMap { ["-map_metadata", $0] }
        + ["-f", "ffmetadata", "pipe:1"],
      file: file.descriptor)
    guard let bytes = child.answer(limit: 4 << 20, seconds: patience), child.wait() == .exit(0) else {
      return nil
    }
    return bytes
  }

  /// The texts of an open file, of its tracks that are seen, heard or read, and of its chapters, a line each.
  package static func texts(of descriptor: Int32) throws(ChildProcess.Failure) -> [UInt8]? {
    let child = try ChildProcess(
      "ffprobe",
      limits + [
        "-show_entries", "format_tags:stream=codec_type:stream_tags:chapter=start_time:chapter_tags=title",
      ]
        + ["-of", "flat", "-i", input], file: descriptor)
    guard let bytes = child.answer(limit: 4 << 20, seconds: patience), child.wait() == .exit(0) else {
      return nil
    }
    return bytes
  }

  private static func words(_ wishes: [String], of file: FileBytes) throws(ChildProcess.Failure) -> String {
    let child = try ChildProcess(
      "ffprobe", limits + wishes + ["-of", "flat", "-i", input], file: file.descriptor)
    let bytes = child.answer(limit: 1 << 20, seconds: patience) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Which samples ffmpeg is asked for, and how they come. A value: enough to begin anew.
package struct FFmpegStream: Hashable, Sendable {
  /// Which of the audio tracks, from 0.
  package var track: Int
  /// ffmpeg's names of the demuxer and the codec.
  var demuxer: String
  var codec: String
  var channels: Int
  var sampleRate: Int
  /// ffmpeg's name of the loudspeakers; nil when it has none.
  var layout: String?
  /// `s16le`, `s32le` or `f32le`: none loses anything of what the decoder gives.
  var encoding: SampleEncoding
  /// The frame at which the recording ends, where the container knows it to the frame; its last packet may hold a
  /// little more than that.
  var end: Int?
  /// What the container's times are worth.
  var clock: Clock
  /// True when each packet has a checksum that the decoder can be told to believe.
  var hasChecksums: Bool
  /// The frames that the container promises, exactly or not; nil when it does not.
  var promised: Int?

  /// How exactly a container says when a packet is heard.
  enum Clock: Hashable, Sendable {
    /// In samples; the first packet begins with the frame `first`, where that is known.
    case samples(first: Int?)
    /// In milliseconds or so, from any beginning.
    case milliseconds
    /// Not to be relied on: samples follow each other, whatever it says.
    case none
  }
}
