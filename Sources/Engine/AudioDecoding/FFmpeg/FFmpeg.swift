// FFmpeg.swift
// Calls ffmpeg and ffprobe: as child processes, so that a crash in a parser stays there, and with the open file instead
// of its name. So no name can be mistaken for an option, a protocol or a pattern, and the file that was opened is
// decoded, even if another one has taken its name since.

import AudioFormats
import Decoding
import HostIO
import SystemPackage

package enum FFmpeg {
  /// The child's descriptor 3, opened again: it then has its own position and is seekable, which MP4 needs.
  package static let input = "file:/proc/self/fd/3"

  /// Options that forbid the network and lists of other files: only these containers are read.
  package static let limits = ["-v", "error"] + inputLimits
  private static let inputLimits = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist", containers.joined(separator: ","),
  ]

  /// ffmpeg's demuxers for files that contain the sound themselves and are recognized by their bytes.
  private static let containers = [
    "aa", "aac", "aax", "ac3", "act", "adp", "aea", "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "asf_o",
    "ast", "au", "avi", "bonk", "caf", "codec2", "daud", "dsf", "dss", "dts", "dtshd", "dv", "eac3", "ea",
    "flac", "flv", "g729", "gxf", "hca", "hcom", "iff", "ircam", "kux", "laf", "live_flv", "loas", "lvf",
    "matroska", "webm", "mlp", "mm", "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "mp3", "mpc", "mpc8", "mpeg",
    "mpegts", "msf", "mtaf", "mxf", "nistsphere", "nsv", "nut", "nuv", "ogg", "oma", "osq", "paf", "pva",
    "pvf", "qcp", "rka", "rm", "rso", "sds", "shn", "smjpeg", "sol", "sox", "spdif", "swf", "tak", "truehd",
    "tta", "voc", "vqf", "w64", "wav", "wsd", "wtv", "wv", "wve", "xa", "xwma",
  ]

  /// The entries that ffprobe writes: few, so that it does not write pictures and lyrics.
  private static let entries =
    "format=format_name,duration,start_time,probe_score:format_tags=major_brand,iTunSMPB"
    + ":stream=codec_name,profile,sample_fmt,sample_rate,channels,channel_layout,bits_per_raw_sample"
    + ",bits_per_sample,time_base,duration_ts,duration,start_time"
    + ":stream_tags=language,title,DURATION:stream_disposition=default"

  /// Seconds after which a question about a file is given up.
  package static let patience = 20

  /// The outcome of a question to ffprobe.
  package enum Probing {
    case answer(FFprobeAnswer)
    /// It does not know the format of the file.
    case unknown
    /// The device failed.
    case failed(Errno)
    /// It did not end in time.
    case takesForever
    /// It did not end in time, and here is why.
    case ended(SearchEnded)

    package var answer: FFprobeAnswer? { if case .answer(let answer) = self { answer } else { nil } }
  }

  /// Asks ffprobe about a file.
  package static func probe(_ file: FileBytes) throws(ChildProcess.Failure) -> Probing {
    let child = try ChildProcess(
      locked: "ffprobe",
      limits + ["-select_streams", "a", "-show_entries", entries, "-of", "flat", "-i", input],
      file: file.descriptor)
    let start = MonotonicTime.milliseconds
    var stop = SearchStop(file)
    guard let bytes = child.answer(limit: 1 << 20, seconds: patience, goesOn: { stop.goesOn() }) else {
      if let reason = stop.reason { return .ended(reason) }
      return MonotonicTime.milliseconds - start < patience * 1000 ? .unknown : .takesForever
    }
    let end = child.wait(atMost: 5)
    if let failure = DecoderProgram.failure(end) { throw failure == .noLock ? .notLocked : failure }
    guard end == .exit(0) else {
      // Its message for a failing device is the same as for damage.
      let words = String(decoding: child.complaints(), as: UTF8.self)
      return (words.isEmpty ? nil : file.readErrorAnywhere()).map { .failed($0) } ?? .unknown
    }
    return .answer(FFprobeAnswer(bytes))
  }

  /// Options that drop packets with a wrong checksum, if packets have one: they would decode to noise.
  private static func checks(_ stream: FFmpegStream) -> [String] {
    stream.hasChecksums ? ["-err_detect:a", "crccheck+explode"] : []
  }

  /// Begins to decode one audio track once more, on one thread, and answers with lines: one for each decoded block
  /// (filter ashowinfo), and all complaints between them, each where it was uttered.
  package static func trace(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure)
    -> ChildProcess
  {
    try ChildProcess(
      locked: "ffmpeg",
      ["-nostdin", "-v", "repeat+level+info", "-nostats"] + inputLimits + checks(stream)
        + ["-threads", "1", "-i", input, "-map", "0:a:\(stream.track)", "-vn", "-sn", "-dn"]
        + ["-af", "aresample=\(stream.sampleRate),ashowinfo", "-f", "null", "-"],
      file: file.descriptor, answersByErrors: true)
  }

  /// Decodes some places of one audio track in a single process, which opens the file for each of them and goes there by the
  /// container's index. The first samples of a place may be slightly wrong.
  ///
  /// - Parameters:
  ///   - starts: the frames with which the places begin.
  ///   - count: frames of each place.
  /// - Returns: the places one after the other, interleaved, in full scale ±1, with silence behind the recording's end; nil
  ///   when that did not work.
  package static func places(
    _ file: FileBytes, _ stream: FFmpegStream, at starts: [Int], count: Int
  ) -> [Float]? {
    var form = "aformat=sample_fmts=flt:sample_rates=\(stream.sampleRate)"
    if let layout = stream.layout { form += ":channel_layouts=\(layout)" }
    let rate = Double(stream.sampleRate)
    // Frames of silence at the beginning of each place: before the sound there is nothing to go to.
    let leads = starts.map { min(count, max(0, stream.delay - $0)) }
    let inputs = starts.indices.flatMap { index in
      inputLimits + [
        "-ss", "\(Double(starts[index] + leads[index]) / rate)", "-t", "\(Double(count) / rate)", "-vn",
        "-sn", "-dn",
      ]
        + ["-i", input]
    }
    let parts = starts.indices.map {
      "[\($0):a:\(stream.track)]\(form),adelay=\(leads[$0])S:all=1,apad=whole_len=\(count),atrim=end_sample=\(count)[p\($0)]"
    }
    let names = starts.indices.map { "[p\($0)]" }.joined()
    let graph = parts.joined(separator: ";") + ";\(names)concat=n=\(starts.count):v=0:a=1[all]"
    let child = try? ChildProcess(
      locked: "ffmpeg",
      ["-nostdin", "-v", "error"] + inputs
        + ["-filter_complex", graph, "-map", "[all]", "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"],
      file: file.descriptor)
    let samples = starts.count * count * stream.channels
    guard let bytes = child?.answer(limit: samples * 4, seconds: patience), bytes.count == samples * 4,
      child?.wait(atMost: 5) == .exit(0)
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (0..<samples).map { Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
    }
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
      locked: "ffmpeg",
      ["-nostdin"] + limits + checks(stream)
        + ["-i", input, "-map", "0:a:\(stream.track)", "-vn", "-sn", "-dn", "-map_metadata", "-1"]
        + ["-map_chapters", "-1", "-af", filter, "-c:a", "pcm_\(format)", "-f", "nut", "-write_index", "0"]
        + ["pipe:1"],
      file: file.descriptor)
  }
}

extension FFmpeg {
  /// The number of video tracks in a file, without covers.
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

  /// The time of the first decoded sample of an audio track, in seconds of the file's clock. The time of the first
  /// packet may be earlier, by the encoder's delay. Nil when it is unknown.
  package static func firstSample(in file: FileBytes, track: Int) throws(ChildProcess.Failure) -> Double? {
    let text = try words(
      [
        "-select_streams", "a:\(track)", "-read_intervals", "%+#64", "-show_entries",
        "frame=best_effort_timestamp_time",
      ], of: file)
    let first = text.split(separator: "\n").first { $0.contains("best_effort_timestamp_time=") }
    return first.flatMap { Double($0.split(separator: "\"").last ?? "") }
  }

  /// Texts and chapters of a file, in ffmpeg's own line format.
  ///
  /// - Parameters:
  ///   - track: the audio track whose texts are wanted; nil for none.
  ///   - withFile: true for those of the file as a whole, too.
  /// - Returns: nil when ffmpeg does not know the file, or the texts are too long.
  package static func metadata(
    of file: FileBytes, track: Int?, withFile: Bool = true
  ) throws(ChildProcess.Failure) -> [UInt8]? {
    let wishes = (withFile ? ["0:g"] : []) + (track.map { ["0:s:a:\($0)"] } ?? [])
    let child = try ChildProcess(
      locked: "ffmpeg",
      // Or the time of the first packet would be taken off the chapters.
      ["-nostdin", "-copyts"] + limits + ["-i", input]
        + wishes.flatMap { ["-map_metadata", $0] }
        + ["-f", "ffmetadata", "pipe:1"],
      file: file.descriptor)
    guard let bytes = child.answer(limit: 4 << 20, seconds: patience), child.wait(atMost: 5) == .exit(0)
    else {
      return nil
    }
    return bytes
  }

  /// The texts of an open file, of its video, audio and subtitle tracks, and of its chapters, one per line.
  package static func texts(of descriptor: Int32) throws(ChildProcess.Failure) -> [UInt8]? {
    let child = try ChildProcess(
      locked: "ffprobe",
      limits + [
        "-show_entries",
        "format=start_time:format_tags:stream=codec_type:stream_tags:chapter=start_time:chapter_tags=title",
      ]
        + ["-of", "flat", "-i", input], file: descriptor)
    guard let bytes = child.answer(limit: 4 << 20, seconds: patience), child.wait(atMost: 5) == .exit(0)
    else {
      return nil
    }
    return bytes
  }

  private static func words(_ wishes: [String], of file: FileBytes) throws(ChildProcess.Failure) -> String {
    let child = try ChildProcess(
      locked: "ffprobe", limits + wishes + ["-of", "flat", "-i", input], file: file.descriptor)
    var stop = SearchStop(file)
    let bytes = child.answer(limit: 1 << 20, seconds: patience, goesOn: { stop.goesOn() }) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Which samples ffmpeg decodes, and in which form. A value that is enough to start another process.
package struct FFmpegStream: Hashable, Sendable {
  /// The audio track, from 0.
  package var track: Int
  /// ffmpeg's names of the demuxer and the codec.
  var demuxer: String
  var codec: String
  var channels: Int
  var sampleRate: Int
  /// ffmpeg's name of the loudspeakers; nil when it has none.
  var layout: String?
  /// `s16le`, `s32le` or `f32le`: the one that keeps the decoder's samples without loss.
  var encoding: SampleEncoding
  /// The frame at which the recording ends, if the container knows it exactly; the last packet may hold a few frames
  /// more.
  var end: Int?
  /// How exact the container's times are; nil where they are unreliable: samples then follow each other without regard to
  /// them.
  var precision: SampleClock.Precision?
  /// Frames of silence before the sound, which begins so much later than the file.
  var delay: Int
  /// The time of the first frame as ffmpeg tells it; nil when only the first block shows it.
  var zero: Int?
  /// True when each packet has a checksum that the decoder can be told to check.
  var hasChecksums: Bool
  /// The frames that the container promises, exactly or not; nil without a promise.
  var promised: Int?
}
