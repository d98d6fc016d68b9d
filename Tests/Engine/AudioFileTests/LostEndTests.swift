// LostEndTests.swift
// The end of a file was overwritten: by noise, by zeros, by another file. Whatever stands there, what was lost is said, from
// the place on where it begins.

import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

@Suite struct LostEndTests {
  let folder = TestFolder()

  enum Filling: String, CaseIterable { case noise, zeros, foreign }

  /// Containers and encoders, and the most frames by which the place of a loss may be told too late: a packet, and what a
  /// decoder needs before it hears.
  private static let forms: [(name: String, options: [String])] = [
    ("a.ogg", ["-c:a", "libvorbis"]), ("a.opus", ["-c:a", "libopus", "-ar", "48000"]),
    ("a.oga", ["-c:a", "flac"]), ("a.spx", ["-c:a", "libspeex", "-ar", "32000"]), ("a.flac", []),
    ("a.wv", []), ("a.tta", []), ("a.mp3", ["-write_xing", "0"]), ("b.mp3", []), ("a.mp2", []), ("a.ac3", []),
    ("a.aac", []), ("a.m4a", ["-c:a", "alac"]), ("b.m4a", ["-c:a", "aac"]),
    ("c.m4a", ["-c:a", "aac", "-movflags", "faststart"]),
    ("d.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000"]),
    ("a.mka", ["-c:a", "flac"]), ("b.mka", ["-c:a", "aac"]), ("a.webm", ["-c:a", "libopus", "-ar", "48000"]),
    ("b.webm", ["-c:a", "libvorbis"]), ("a.caf", ["-c:a", "alac"]), ("ima.wav", ["-c:a", "adpcm_ima_wav"]),
    ("a.wma", ["-c:a", "wmav2"]), ("a.ts", ["-c:a", "mp2"]), ("a.flv", ["-c:a", "libmp3lame"]),
    ("a.avi", ["-c:a", "libmp3lame"]),
  ]

  private func read(_ path: FilePath) -> (samples: [Float], report: ReadReport?, isCutOff: Bool) {
    var samples: [Float] = []
    do {
      var reader = try AudioFileReader(path: path)
      let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 5000 * reader.description.channels)
      defer { room.deallocate() }
      var cause: AudioFileError?
      do throws(AudioFileError) {
        while case let count = try reader.read(into: room), count > 0 { samples += room[..<count] }
      } catch { cause = error }
      let frames = reader.position
      return (
        samples, frames == 0 ? nil : reader.report(frames: frames, nonFiniteSamples: 0, cause: cause),
        reader.description.isCutOff
      )
    } catch { return ([], nil, false) }
  }

  /// What cannot show a damage: nothing but samples stands there.
  private static let blind: Set = ["ima.wav"]
  /// Packets of another recording that stand where these have stood are decoded as if nothing had happened. Of FLAC its
  /// numbers would tell, but libFLAC does not ask for them.
  private static let hasNoNumbers: Set = ["a.wma", "a.avi", "a.flac"]

  @Test(arguments: forms.map { $0.name })
  func `what was written over an end is a loss from there on`(name: String) throws {
    let options = Self.forms.first { $0.name == name }!.options
    let tones = TestSound.tones(frames: 20 * 44_100, channels: 1).map { Int16($0 * 32_000) }
    let path = TestMedia.encode(tones, channels: 1, options, as: name, in: folder)
    let other = TestMedia.encode(
      TestMedia.noise(frames: 20 * 44_100, channels: 1), channels: 1, options, as: "other-" + name, in: folder
    )
    let bytes = contents(path), foreign = contents(other)
    let whole = read(path)
    #expect(whole.report?.isComplete == true)
    var random = RandomNumbers(seed: 5)
    for filling in Filling.allCases {
      for share in [3, 10, 40] {
        let first = bytes.count - bytes.count * share / 100
        let end: [UInt8] = (first..<bytes.count).map { place in
          switch filling {
          case .noise: UInt8(random.below(256))
          case .zeros: 0
          // From its middle, so that packets of constant length do not stand where the others stood.
          case .foreign: foreign[(foreign.count / 3 + 77 + place - first) % foreign.count]
          }
        }
        let copy = folder.write(Array(bytes[..<first]) + end, as: "\(filling)\(share)-" + name)
        let found = read(copy)
        // What cannot be opened is no success.
        guard let report = found.report else { continue }
        let what =
          "\(name), the last \(share) % are \(filling): \(report.frames) of \(whole.samples.count), \(report.warnings)"
        let same = zip(found.samples, whole.samples).prefix { abs($0 - $1) < 0.01 }.count
        // An index may be all that was lost.
        guard same < whole.samples.count - Self.packet else { continue }
        if Self.blind.contains(name) { continue }
        #expect(!report.isComplete, "\(what)")
        var told = report.gaps + report.doubts
        if report.missing > 0 || found.isCutOff || report.cause != nil {
          told.append(report.frames..<Int.max)
        }
        // Whole packets of another recording are as good as its own: only where they begin can be told, and where neither
        // numbers nor times stand in them not even that.
        if filling == .foreign, Self.hasNoNumbers.contains(name) { continue }
        let isTold = told.contains { range in
          range.lowerBound <= same + Self.packet
            && (filling == .foreign || range.upperBound >= report.frames - Self.packet
              || report.frames <= same + Self.packet)
        }
        #expect(isTold, "\(what): the same up to \(same)")
      }
    }
  }

  /// Frames of the longest packets here: FLAC's and True Audio's blocks are longer, but have checksums.
  private static let packet = 4608
}
