// FFmpeg+Movie.swift
// Writing a video anew around another sound.

import AudioDecoding
import HostIO

extension FFmpeg {
  /// Begins to write a video with the sound that it is sent as `f32le`.
  ///
  /// - Parameters:
  ///   - encoding: the encoder of the sound, and its options.
  ///   - texts: what its track says about itself.
  ///   - hasQuickTimeNames: true when the file has names of QuickTime's own long kind.
  ///   - target: open for writing; it is opened anew by its descriptor, for MP4 goes back to its beginning.
  static func remux(
    _ file: FileBytes, _ movie: Movie, encoding: [String], texts: [RecordingMetadata.Tag],
    hasQuickTimeNames: Bool,
    _ container: Movie.Container, channels: Int, sampleRate: Int, into target: Int32
  ) throws(ChildProcess.Failure) -> ChildProcess {
    let sound = "a:\(movie.track)"
    // Without -xerror a full disk would be no failure.
    var arguments = ["-nostdin", "-y", "-xerror"] + limits + ["-i", input]
    // The samples are the second input; what may be read as its format was checked before.
    arguments += ["-f", "f32le", "-ar", "\(sampleRate)", "-ac", "\(channels)"]
    if let layout = movie.layout { arguments += ["-channel_layout", layout] }
    arguments += ["-format_whitelist", "f32le", "-protocol_whitelist", "file,pipe", "-i", "pipe:0"]
    arguments += ["-map", "0:v?"]
    for track in 0..<movie.trackCount {
      arguments += ["-map", track == movie.track ? "1:a:0" : "0:a:\(track)"]
    }
    arguments += ["-map", "0:s?", "-map", "0:t?", "-c", "copy", "-c:\(sound)"] + Array(encoding.prefix(1))
    for (index, word) in encoding.dropFirst().enumerated() {
      arguments.append(index.isMultiple(of: 2) ? "\(word):\(sound)" : word)
    }
    if container == .matroska, movie.hasTimedText { arguments += ["-c:s", "srt"] }
    // To map them would be to lose those of all other tracks, which ffmpeg copies by itself.
    for text in texts { arguments += ["-metadata:s:\(sound)", "\(text.key)=\(text.value)"] }
    if movie.isDefault { arguments += ["-disposition:\(sound)", "default"] }
    // Starts are told in units of a sample, not of a millisecond.
    if container == .mp4 || container == .quickTime { arguments += ["-movie_timescale", "\(sampleRate)"] }
    // What a telephone says of place and camera; what iTunes calls title and artist has no room beside it.
    if container == .quickTime, hasQuickTimeNames { arguments += ["-movflags", "use_metadata_tags"] }
    return try ChildProcess(
      "ffmpeg", arguments + ["-f", container.muxer, "file:/proc/self/fd/4"], file: file.descriptor,
      target: target, hasInput: true)
  }
}
