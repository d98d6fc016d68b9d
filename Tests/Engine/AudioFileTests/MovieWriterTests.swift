// MovieWriterTests.swift
// Videos that get another sound: their pictures stay packet by packet, and the sound stays where it was to the sample.

import AudioDecoding
import AudioFormats
import Dispatch
import Foundation
import HostIO
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AudioExport

@Suite struct MovieWriterTests {
  let folder = TestFolder()
  private static let rate = 48_000

  /// Two seconds of noise with a click, in 16 bits.
  private static let samples: [Int16] = {
    var samples = TestMedia.noise(frames: 2 * rate, channels: 1).map { $0 / 64 }
    samples[rate / 2 + 7] = 30_000
    return samples
  }()

  /// - Parameters:
  ///   - late: seconds by which the sound begins later than the pictures.
  private func movie(
    _ name: String, video: [String], audio: [String], late: Double = 0, further: [String] = []
  ) -> FilePath {
    let sound = TestMedia.encode(
      Self.samples, channels: 1, sampleRate: Self.rate, [], as: "sound.wav", in: folder)
    let path = folder.file(name)
    TestMedia.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2.2", "-itsoffset", "\(late)", "-i",
        sound.string,
      ]
        + ["-map", "0:v", "-map", "1:a"] + further + video + ["-c:a"] + audio + [path.string])
    return path
  }

  private func ask(_ tool: String, _ arguments: [String]) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool, "-v", "error"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try? process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Checksums of all packets of the pictures, as they stand in the file.
  private func pictures(_ path: FilePath) -> String {
    ask("ffmpeg", ["-i", path.string, "-map", "0:v", "-c", "copy", "-f", "streamhash", "-"])
  }

  /// Seconds from the first picture to the first sample that is decoded.
  private func lead(_ path: FilePath) throws -> Double {
    func first(_ stream: String) throws -> Double {
      let text = ask(
        "ffprobe",
        ["-select_streams", stream, "-read_intervals", "%+#16", "-show_entries", "frame=pts_time"]
          + ["-of", "default=nw=1:nk=1", path.string])
      return try #require(text.split(separator: "\n").first.flatMap { Double($0) })
    }
    return try first("a:0") - first("v:0")
  }

  private func decode(_ path: FilePath, track: Int = 0) throws -> [Float] {
    var reader = try AudioFileReader(path: path, options: OpenOptions(audioTrack: track))
    var all: [Float] = []
    let channels = reader.description.channels
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
    defer { buffer.deallocate() }
    while case let count = try reader.read(into: buffer), count > 0 { all += buffer[..<(count * channels)] }
    return all
  }

  /// The place of the click after the first picture, in frames.
  private func click(_ path: FilePath) throws -> Double {
    let samples = try decode(path)
    let place = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
    // The silence before a late sound is decoded, too.
    let delay = try AudioFileReader(path: path).description.delay
    return Double(place - delay) + (try lead(path)) * Double(Self.rate)
  }

  /// Gives a video its own sound again.
  ///
  /// - Returns: the new file, and what was said of it.
  private func rewrite(
    _ path: FilePath, as name: String, options: OpenOptions = OpenOptions()
  ) throws -> (path: FilePath, loss: String) {
    let movie = try #require(try Movie(path, options: options))
    let target = folder.file(name)
    let samples = try decode(path, track: options.audioTrack ?? 0)
    let writer = try MovieWriter(
      OutputFile(target, notOver: path), of: movie, as: #require(Movie.Container(target)), layout: .usual(1),
      sampleRate: Self.rate)
    var rest = samples[...]
    while !rest.isEmpty {
      try Array(rest.prefix(5000)).withUnsafeBufferPointer { try writer.write($0) }
      rest = rest.dropFirst(5000)
    }
    try writer.finish()
    return (target, writer.loss?.english ?? "")
  }

  private func rewritten(
    _ path: FilePath, as name: String, options: OpenOptions = OpenOptions()
  ) throws -> FilePath {
    try rewrite(path, as: name, options: options).path
  }

  private static let h264 = ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]
  private static let vp8 = ["-c:v", "libvpx"]

  @Test(
    arguments: Campaign.part(
      3,
      of: [
        ("a.mp4", h264, ["aac", "-b:a", "256k"], 0, "b.mp4"), ("a.mp4", h264, ["aac"], 0.1003, "b.mp4"),
        ("a.mp4", h264, ["aac"], 0.1003, "b.mkv"), ("a.mov", h264, ["pcm_s16le"], 0.05, "b.mov"),
        ("a.mkv", h264, ["flac"], 0, "b.mkv"), ("a.mkv", h264, ["flac"], 0.1, "b.mkv"),
        ("a.mkv", h264, ["libopus"], 0, "b.mkv"), ("a.webm", vp8, ["libvorbis"], 0.2, "b.webm"),
        ("a.webm", vp8, ["libopus"], 0, "b.webm"), ("a.mkv", h264, ["aac"], 0, "b.mp4"),
      ]))
  func `pictures stay byte for byte, and the sound stays to the sample`(
    name: String, video: [String], audio: [String], late: Double, output: String
  ) throws {
    let path = movie(name, video: video, audio: audio, late: late)
    let result = try rewritten(path, as: output)
    if name.hasSuffix(String(output.suffix(3))) { #expect(pictures(result) == pictures(path)) }
    #expect(!pictures(path).isEmpty)
    // What ffprobe tells of MP4 is exact; of Matroska, milliseconds.
    let rounding = output.hasSuffix("mp4") || output.hasSuffix("mov") ? 0.5 : 49
    #expect(abs(try click(result) - click(path)) <= rounding)
    #expect(try decode(result).count >= decode(path).count)
  }

  @Test func `a sound that begins with the pictures comes back frame by frame`() throws {
    let path = movie("a.mkv", video: Self.h264, audio: ["flac"])
    let result = try rewritten(path, as: "b.mkv")
    #expect(try decode(result) == decode(path))
    #expect(try decode(path).count == Self.samples.count)
  }

  @Test func `AAC in MP4 begins at the first sample, ends at the last, and is as long as it was`() throws {
    let path = movie("a.mp4", video: Self.h264, audio: ["aac", "-b:a", "256k"])
    let result = try rewritten(path, as: "b.mp4")
    let (before, after) = (try decode(path), try decode(result))
    #expect(before.count == after.count)
    let place = { (samples: [Float]) in samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } }
    #expect(place(before) == place(after))
  }

  @Test func `of several tracks only the chosen one is replaced`() throws {
    let path = movie(
      "a.mkv", video: Self.h264, audio: ["flac"], further: ["-map", "1:a", "-metadata:s:a:1", "language=deu"])
    let before = ask("ffmpeg", ["-i", path.string, "-map", "0:a:0", "-c", "copy", "-f", "streamhash", "-"])
    let result = try rewritten(path, as: "b.mkv", options: OpenOptions(audioTrack: 1))
    #expect(
      ask("ffmpeg", ["-i", result.string, "-map", "0:a:0", "-c", "copy", "-f", "streamhash", "-"]) == before)
    let tracks = try AudioFileReader(path: result).description.audioTracks
    #expect(tracks.count == 2 && tracks[1].language == "German")
  }

  /// The time of a chapter less that of the click in the sound, in seconds.
  private func chapterAgainstClick(_ path: FilePath) throws -> Double {
    func time(_ wishes: [String]) throws -> Double {
      let text = ask("ffprobe", wishes + ["-of", "default=nw=1:nk=1", path.string])
      return try #require(text.split(separator: "\n").first.flatMap { Double($0) })
    }
    let chapter = try time(["-show_entries", "chapter=start_time"])
    let sound = try time(["-select_streams", "a:0", "-show_entries", "packet=pts_time"])
    let samples = try decode(path)
    let place = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
    let delay = try AudioFileReader(path: path).description.delay
    return chapter - sound - Double(place - delay) / Double(Self.rate)
  }

  /// A video with pictures that wait for later ones, a cover, and a chapter where the click is.
  private func withCover() throws -> FilePath {
    let plain = movie(
      "plain.mkv", video: ["-c:v", "libx264", "-bf", "3", "-pix_fmt", "yuv420p"], audio: ["flac"])
    let cover = folder.file("cover.png"), path = folder.file("a.mkv")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "color=red:size=32x32", "-frames:v", "1", cover.string])
    let chapters = folder.write(
      Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\nEND=1500\ntitle=click\n".utf8),
      as: "chapters")
    TestMedia.ffmpeg(
      ["-i", plain.string, "-f", "ffmetadata", "-i", chapters.string, "-attach", cover.string]
        + [
          "-metadata:s:t", "mimetype=image/png", "-map", "0", "-map_chapters", "1", "-c", "copy", path.string,
        ])
    return path
  }

  @Test(arguments: [true, false])
  func `chapters stay on what they name, also with a cover among pictures that wait`(isRewritten: Bool) throws
  {
    let path = try withCover()
    #expect(try abs(chapterAgainstClick(path)) < 0.001)
    let result: FilePath
    if isRewritten {
      result = try rewritten(path, as: "b.mkv")
    } else {
      result = folder.file("b.mkv")
      let marks = try MarkTransfer.read(path, rate: Self.rate).reading.document
      _ = try MarkTransfer.write(
        marks, as: .chapters(.matroska), at: OutputFile(result, notOver: path), copyOf: path)
    }
    #expect(try abs(chapterAgainstClick(result)) < 0.001)
    #expect(pictures(result) == pictures(path))
  }

  /// Opus begins before 0 by its delay; a recording may begin long after.
  @Test(arguments: [("libopus", 0), ("flac", 5)])
  func `chapters of a copy stay on what they name, whenever the recording begins`(codec: String, late: Int)
    throws
  {
    let plain = movie("plain.mkv", video: Self.h264, audio: [codec])
    let path = folder.file("a.mkv"), result = folder.file("b.mkv")
    let chapters = folder.write(
      Array(
        ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(500 + late * 1000)\nEND=\(1500 + late * 1000)\ntitle=click\n"
          .utf8),
      as: "chapters")
    TestMedia.ffmpeg(
      ["-copyts", "-itsoffset", "\(late)", "-i", plain.string, "-f", "ffmetadata", "-i", chapters.string]
        + ["-map", "0", "-map_chapters", "1", "-c", "copy", path.string])
    let marks = try MarkTransfer.read(path, rate: Self.rate).reading.document
    _ = try MarkTransfer.write(
      marks, as: .chapters(.matroska), at: OutputFile(result, notOver: path), copyOf: path)
    #expect(try abs(chapterAgainstClick(result) - chapterAgainstClick(path)) <= 0.001)
    // And as a list, and as the recording tells.
    let frame = try #require(marks.tiers.first?.marks.first?.range.lowerBound)
    let told = RecordingMetadata(path: path, options: OpenOptions()).cues
    #expect(told.map(\.frame) == [frame] && frame == Self.rate / 2, "\(told), \(frame)")
    // What moves with all else is not said to have moved.
    let (_, loss) = try rewrite(path, as: "d.mkv")
    #expect(!loss.contains("begin"), "\(loss)")
  }

  @Test func `covers that are lost and chapters that move are said`() throws {
    let path = try withCover()
    for name in ["b.mkv", "b.mp4", "b.mov"] {
      let (result, loss) = try rewrite(path, as: name)
      let tracks = ask(
        "ffprobe", ["-select_streams", "v", "-show_entries", "stream=index", "-of", "csv=p=0", result.string])
      let begins = ask("ffprobe", ["-show_entries", "chapter=start_time", "-of", "csv=p=0", result.string])
      #expect(
        loss.contains("a cover") == (tracks.split(separator: "\n").count < 2), "\(name): \(loss), \(tracks)")
      #expect(loss.contains("begins elsewhere") == !begins.hasPrefix("0.5"), "\(name): \(loss), \(begins)")
    }
  }

  @Test func `a sound file is no video, nor is one with a cover`() throws {
    let sound = TestMedia.encode(
      Self.samples, channels: 1, sampleRate: Self.rate, [], as: "a.flac", in: folder)
    #expect(try Movie(sound, options: OpenOptions()) == nil)
  }

  @Test func `what is given up leaves nothing behind, no process either`() throws {
    let path = movie("a.mp4", video: Self.h264, audio: ["aac"])
    unlink(folder.file("sound.wav").string)
    do {
      let movie = try #require(try Movie(path, options: OpenOptions()))
      let writer = try MovieWriter(
        OutputFile(folder.file("b.mp4"), notOver: path), of: movie, as: .mp4, layout: .usual(1),
        sampleRate: Self.rate)
      try [Float](repeating: 0.1, count: 50_000).withUnsafeBufferPointer { try writer.write($0) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["a.mp4"])
    #expect(TestMedia.eventually { TestMedia.readers(of: folder).isEmpty })
  }

  @Test func `an export that is cancelled ends an ffmpeg that takes nothing`() throws {
    let path = movie("a.mkv", video: Self.h264, audio: ["flac"])
    let movie = try #require(try Movie(path, options: OpenOptions()))
    let file = try OutputFile(folder.file("b.mkv"), notOver: path)
    let folder = folder, rate = Self.rate
    let stopped = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
    let last = Mutex("")
    let source = ExportSource(name: "x", layout: .usual(1), sampleRate: rate, length: nil, precision: .float)
    {
      (_, _, take) throws(AudioFileError) in
      // Until it is ffmpeg, nobody may look what it holds.
      var children: [pid_t] = []
      let isFound = TestMedia.eventually {
        children = TestMedia.readers(of: folder)
        return !children.isEmpty
      }
      #expect(isFound)
      for child in children { kill(child, SIGSTOP) }
      stopped.signal()
      let samples = [Float](repeating: 0.25, count: 65_536)
      // Nothing but a failure ends it.
      while true {
        _ = try samples.withUnsafeBufferPointer { (block) throws(AudioFileError) in try take(block) }
      }
    }
    let export = AudioExport(
      source, range: nil, path: file.path,
      writer: { () throws(AudioFileError) in
        try MovieWriter(file, of: movie, as: .matroska, layout: .usual(1), sampleRate: rate)
      },
      event: { event in
        last.withLock { $0 = "\(event)" }
        ended.signal()
      })
    export.start()
    #expect(stopped.wait(timeout: .now() + 40) == .success)
    export.cancel()
    #expect(ended.wait(timeout: .now() + 20) == .success)
    #expect(last.withLock { $0 } == "cancelled")
    #expect(TestMedia.eventually { TestMedia.readers(of: folder).isEmpty })
  }

  /// An ffmpeg that makes a Wave64 file of a source of one byte, and of what it is sent.
  private func writing(
    _ input: [String], patience: Int = WritingProcess.patience
  ) throws -> (WritingProcess, FileDescriptor) {
    let source = try FileBytes(path: folder.write([1], as: "source"))
    let target = try FileDescriptor.open(
      folder.file("target"), .readWrite, options: .create, permissions: .ownerReadWrite)
    let arguments =
      ["-nostdin", "-y", "-v", "error"] + input
      + ["-c:a", "pcm_f32le", "-f", "w64", "file:/proc/self/fd/4"]
    return (try WritingProcess(source, arguments, into: target.rawValue, patience: patience), target)
  }

  private static let sent = ["-f", "f32le", "-ar", "48000", "-ac", "1", "-i", "pipe:0"]

  @Test func `an ffmpeg that does nothing any more is given up, and that is told`() throws {
    let (process, target) = try writing(Self.sent, patience: 1)
    defer { try? target.close() }
    kill(process.child.identifier, SIGSTOP)
    // More than a socket holds.
    let samples = [UInt8](repeating: 0, count: 1 << 22)
    let isSent = samples.withUnsafeBytes { process.send($0) }
    let end = process.end()
    #expect(!isSent && end == .signal(SIGKILL))
    #expect(process.trouble(end, "")?.english == "ffmpeg, which writes it, has done nothing for 1 second")
  }

  @Test func `what is sent can be written, however much that is`() throws {
    let (process, target) = try writing(Self.sent)
    defer { try? target.close() }
    // 80 MiB: more than it may write at first.
    let samples = [UInt8](repeating: 0, count: 1 << 22)
    let sent = (0..<20).count { _ in samples.withUnsafeBytes { process.send($0) } }
    let end = process.end()
    #expect(sent == 20 && end == .exit(0))
    #expect(try target.seek(offset: 0, from: .end) > 80 << 20)
  }

  @Test func `what belongs into no file of that source ends ffmpeg, and is told`() throws {
    // 120 MB of silence.
    let (process, target) = try writing(["-f", "lavfi", "-i", "anullsrc=r=192000:cl=7.1", "-t", "20"])
    defer { try? target.close() }
    let end = process.end()
    #expect(end == .signal(SIGXFSZ))
    #expect(process.trouble(end, "")?.english.contains("far more than belongs into it") == true)
    #expect(try target.seek(offset: 0, from: .end) <= WritingProcess.mostBytes(source: 1, sent: 0))
  }

  @Test func `pictures that do not fit into the container are refused with what can be done`() throws {
    let path = movie("a.mp4", video: Self.h264, audio: ["aac"])
    let movie = try #require(try Movie(path, options: OpenOptions()))
    let error = #expect(throws: AudioFileError.self) {
      let writer = try MovieWriter(
        OutputFile(folder.file("b.webm"), notOver: path), of: movie, as: .webM, layout: .usual(1),
        sampleRate: Self.rate)
      try [Float](repeating: 0.1, count: 500_000).withUnsafeBufferPointer { try writer.write($0) }
      try writer.finish()
    }
    #expect(error?.reason.contains("choose .mkv") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("b.webm").string))
  }
}
