// ExportLossTests.swift
// What an export says of a recording that is not whole: all of it for all of it, and for a stretch what is lost in it.

import CSndfile
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioExport
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct ExportLossTests {
  let folder = TestFolder()
  private static let frames = 6 * 44_100
  private static let tones = TestSound.tones(frames: frames, channels: 2)

  /// What becomes of a recording, and a word of the sentence about it.
  enum Loss: String, CaseIterable {
    case cutWAV, noNumbers, holeFLAC, holeVorbis, holeMP3, cutOggFLAC, chain

    var word: String {
      switch self {
      case .cutWAV: "are missing"
      case .cutOggFLAC: "cut off"
      case .noNumbers: "is not a number"
      case .chain: "the same serial number"
      default: "are damaged and shown as silence"
      }
    }

    /// True when it has a place, and something is whole behind it.
    var isInTheMiddle: Bool { ![.cutWAV, .cutOggFLAC, .chain].contains(self) }
  }

  private func native(_ format: Int, _ name: String) throws -> [UInt8] {
    let path = folder.file(name)
    try #require(TestSound.write(Self.tones, to: path, format: format, channels: 2))
    return contents(path)
  }

  private func encoded(_ options: [String], _ name: String) -> [UInt8] {
    let samples = Self.tones.map { Int16($0 * 32_000) }
    return contents(TestMedia.encode(samples, channels: 2, options, as: name, in: folder))
  }

  private func recording(_ loss: Loss) throws -> FilePath {
    func hole(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
      let half = bytes.count / 2
      return bytes[..<half] + [UInt8](repeating: 0, count: count) + bytes[(half + count)...]
    }
    switch loss {
    case .cutWAV:
      let whole = try native(SF_FORMAT_WAV | SF_FORMAT_PCM_16, "whole.wav")
      return folder.write(Array(whole[..<(whole.count * 38 / 100)]), as: "cut.wav")
    case .noNumbers:
      var samples = Self.tones
      samples[Self.frames] = .nan
      let path = folder.file("nan.wav")
      try #require(TestSound.write(samples, to: path, format: SF_FORMAT_WAV | SF_FORMAT_FLOAT, channels: 2))
      return path
    case .holeFLAC:
      return folder.write(
        hole(try native(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, "whole.flac"), 20_000), as: "hole.flac")
    case .holeVorbis:
      return folder.write(
        hole(try native(SF_FORMAT_OGG | SF_FORMAT_VORBIS, "whole.ogg"), 9000), as: "hole.ogg")
    case .holeMP3:
      return folder.write(hole(encoded(["-c:a", "libmp3lame"], "whole.mp3"), 5000), as: "hole.mp3")
    case .cutOggFLAC:
      let whole = encoded(["-c:a", "flac"], "whole.oga")
      return folder.write(Array(whole[..<(whole.count / 2)]), as: "cut.oga")
    case .chain:
      let one = encoded(["-c:a", "libvorbis", "-bitexact"], "one.ogg")
      return folder.write(one + one, as: "chain.ogg")
    }
  }

  /// Exports some of a recording.
  ///
  /// - Returns: the sentences at its end; nil when it failed.
  private func losses(
    _ path: FilePath, _ description: AudioDescription, _ range: FrameRange?, _ format: ExportFormat
  ) throws -> [String]? {
    let target = folder.file("out.\(format.suffixes[0])")
    let file = try OutputFile(target, notOver: path)
    let source = ExportSource(
      name: "Original", path: path, options: OpenOptions(), description: description, length: nil)
    let end = Mutex<[String]?>(nil)
    AudioExport(
      source, range: range, path: target,
      writer: { () throws(AudioFileError) in
        try AudioFileWriter(
          file, format: format, layout: description.layout, sampleRate: description.sampleRate)
      },
      event: { event in
        if case .finished(let losses) = event { end.withLock { $0 = losses } }
        if case .failed(let error) = event { Issue.record("\(error.message)") }
      }
    ).runNow()
    return end.withLock { $0 }
  }

  @Test(arguments: Campaign.part(2, of: Loss.allCases))
  func `an export says what is lost in it, as the window does`(
    loss: Loss
  ) throws {
    let path = try recording(loss)
    let log = EventLog.reading(path)
    let report = try #require(log.report), description = try #require(log.description)
    #expect(report.warnings.contains { $0.contains(loss.word) }, "\(report.warnings)")
    for format in [ExportFormat.wav16, .wavFloat, .flac16, .vorbis, .mp3] {
      #expect(try losses(path, description, nil, format) == report.warnings, "\(format)")
    }
    #expect(try losses(path, description, 0..<report.frames, .wav16) == report.warnings)
    // What lies before the damage or behind it is whole.
    let (first, last) = (44_100, report.frames - 44_100)
    #expect(try losses(path, description, 1000..<first, .wav16) == [])
    guard loss.isInTheMiddle else { return }
    #expect(try losses(path, description, 0..<first, .flac16) == [])
    #expect(try losses(path, description, last..<last + 9000, .wav16) == [])
    let middle = try #require(try losses(path, description, first..<last, .wav16))
    #expect(middle == report.warnings)
  }
}
