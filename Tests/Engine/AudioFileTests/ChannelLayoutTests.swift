// ChannelLayoutTests.swift
// A channel is a loudspeaker: in every layout that ffmpeg knows, from every container that tells it, into every format that
// is written. A tone of its own for each loudspeaker shows where it is heard; ffmpeg, flac, oggdec and opusdec judge.

import AudioDecoding
import AudioExport
import AudioFormats
import CSndfile
import Foundation
import HostIO
import Measures
import Recording
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct ChannelLayoutTests {
  let folder = TestFolder()

  /// ffmpeg's layouts of loudspeakers, and their order of channels.
  private static let layouts: [(name: String, speakers: [String])] = {
    let text = Tool.answer("ffmpeg", "-v", "error", "-layouts")
    let lines = text.split(separator: "\n").drop { !$0.contains("DECOMPOSITION") }
    return lines.dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2 else { return nil }
      return (String(words[0]), words[1].split(separator: "+").map(String.init))
    }
  }()

  private static let surround = layouts.filter { 3...8 ~= $0.speakers.count }

  /// Loudspeakers as ffmpeg names them, and what each of them plays: hertz.
  private static let tones: [String: Double] = {
    let names = Set(layouts.flatMap(\.speakers)).sorted()
    return Dictionary(
      uniqueKeysWithValues: names.enumerated().map {
        // Encoders keep nothing else of low-frequency effects.
        ($0.element, $0.element == "LFE" ? 60 : $0.element == "LFE2" ? 90 : 300 + Double($0.offset) * 90)
      })
  }()
  private static let rate = 48_000

  /// A tenth of a second of each tone: a whole number of waves of every one.
  private static let waves = tones.mapValues { hertz in
    (0..<rate / 10).map { frame in
      let angle = 2 * Double.pi * hertz * Double(frame) / Double(rate)
      return (Float(cos(angle)), Float(sin(angle)))
    }
  }

  /// The loudspeaker whose tone is heard in a channel, in its middle; nil in a silent one.
  private static func heard(_ samples: [Float], channel: Int, of channels: Int) -> String? {
    let frames = samples.count / channels
    guard frames >= rate else { return nil }
    let first = frames / 2
    let part = (0..<rate / 10).map { samples[(first + $0) * channels + channel] }
    guard part.contains(where: { abs($0) > 0.02 }) else { return nil }
    let levels = waves.mapValues { wave in
      var (real, imaginary): (Float, Float) = (0, 0)
      for index in part.indices {
        real += part[index] * wave[index].0
        imaginary += part[index] * wave[index].1
      }
      return real * real + imaginary * imaginary
    }
    return levels.max { $0.value < $1.value }?.key
  }

  /// What is heard from each loudspeaker; silent ones are left out.
  private static func heard(_ samples: [Float], _ speakers: [String]) -> [String: String] {
    var heard: [String: String] = [:]
    for (channel, speaker) in speakers.enumerated() {
      heard[speaker] = self.heard(samples, channel: channel, of: speakers.count)
    }
    return heard
  }

  /// What ffmpeg hears of a file; nil where it does not know its loudspeakers.
  private static func judged(_ path: FilePath) -> [String: String]? {
    let (bytes, told) = Tool.both(
      "ffmpeg", "-nostdin", "-hide_banner", "-nostats", "-guess_layout_max", "0", "-i", path.string, "-map",
      "0:a:0", "-ar", "\(rate)", "-f", "f32le", "pipe:1")
    // "  Stream #0:0: Audio: flac, 48000 Hz, 5.1(side), s16": of the file, before that of what is written.
    let line = told.split(whereSeparator: \.isNewline).first { $0.contains(": Audio: ") }
    let parts = line.map { $0.split(separator: ", ").drop { !$0.hasSuffix(" Hz") }.dropFirst() } ?? []
    guard let said = parts.first else { return nil }
    // Two channels of plain PCM are left and right, though nothing says so.
    let name = said == "2 channels" ? "stereo" : String(said)
    let known = layouts.first { $0.name == name }?.speakers
    let list = name.split(separator: "(").last.map { $0.split(separator: ")")[0] } ?? ""
    let speakers = known ?? list.split(separator: "+").map(String.init)
    guard speakers.allSatisfy({ tones[$0] != nil }), !speakers.isEmpty else { return nil }
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return heard(samples, speakers)
  }

  private func floats(_ path: FilePath) throws -> (samples: [Float], description: AudioDescription) {
    var reader = try AudioFileReader(path: path)
    let channels = reader.description.channels
    var all: [Float] = []
    var block = [Float](repeating: 0, count: 4096 * channels)
    while case let count = try block.withUnsafeMutableBufferPointer({ try reader.read(into: $0) }), count > 0
    {
      all += block[..<(count * channels)]
    }
    return (all, reader.description)
  }

  /// Two seconds with the tone of each loudspeaker, as raw floats.
  private func raw(_ speakers: [String]) -> FilePath {
    var samples: [Float] = []
    for frame in 0..<2 * Self.rate {
      for speaker in speakers {
        samples.append(
          Float(0.3 * sin(2 * Double.pi * Self.tones[speaker]! * Double(frame) / Double(Self.rate))))
      }
    }
    return folder.write(samples.withUnsafeBytes { Array($0) }, as: "\(speakers.joined()).raw")
  }

  // MARK: Names

  @Test func `every layout of ffmpeg's is known by its name and its order`() {
    #expect(Self.layouts.count > 25)
    for (name, speakers) in Self.layouts where !["mono", "downmix"].contains(name) {
      let layout = SpeakerLayouts.layout(ffmpeg: name, channels: speakers.count)
      #expect(layout.loudspeakers == speakers, "\(name)")
      #expect(layout.name.english == name)
      let list = "\(speakers.count) channels (\(speakers.joined(separator: "+")))"
      #expect(SpeakerLayouts.layout(ffmpeg: list, channels: speakers.count) == layout)
      #expect(
        SpeakerLayouts.layout(ffmpeg: name, channels: speakers.count + 1) == .unknown(speakers.count + 1))
      #expect(Set(layout.names.map(\.english)).count == speakers.count, "\(name): \(layout.names)")
    }
  }

  @Test func `bytes give a layout back, and refuse what is none`() throws {
    let all: [ChannelLayout] =
      Self.layouts.map { SpeakerLayouts.layout(ffmpeg: $0.name, channels: $0.speakers.count) }
      + [.usual(1), .usual(2), .unknown(3), .unknown(1024), .discrete(4), .ambisonic(9)]
    for layout in all {
      var writer = ByteWriter()
      writer.put(layout)
      var reader = ByteReader(writer.bytes)
      #expect(try reader.channelLayout() == layout)
      #expect(reader.isAtEnd)
    }
    for codes in [[], ["FL"], ["FL", "FL"], ["FL", "XX"], ["", ""]] as [[String]] {
      var writer = ByteWriter()
      writer.number(UInt8(0))
      writer.texts(codes)
      #expect(throws: ByteReader.Damage.self) {
        var reader = ByteReader(writer.bytes)
        return try reader.channelLayout()
      }
    }
  }

  @Test func `Apple's lists, masks and tags are read, and what contradicts them is not`() {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func layout(_ tag: Int, mask: Int = 0, _ labels: [Int] = [], channels: Int) -> ChannelLayout? {
      let list = labels.flatMap { number($0) + [UInt8](repeating: 0, count: 16) }
      return .of(coreAudio: number(tag) + number(mask) + number(labels.count) + list, channels: channels)
    }
    #expect(layout(121 << 16 | 6, channels: 6)?.loudspeakers == ["FL", "FR", "FC", "LFE", "SL", "SR"])
    #expect(layout(124 << 16 | 6, channels: 6)?.loudspeakers == ["FC", "FL", "FR", "SL", "SR", "LFE"])
    #expect(layout(121 << 16 | 6, channels: 5) == nil)
    #expect(layout(1 << 16, mask: 0x3F, channels: 6)?.loudspeakers == ["FL", "FR", "FC", "LFE", "BL", "BR"])
    #expect(layout(1 << 16, mask: 0x3F, channels: 5) == nil)
    #expect(
      layout(0, [3, 1, 2, 5, 6, 4], channels: 6)?.loudspeakers == ["FC", "FL", "FR", "BL", "BR", "LFE"])
    #expect(
      layout(0, [1, 2, 5, 6, 33, 34], channels: 6)?.loudspeakers == ["FL", "FR", "SL", "SR", "BL", "BR"])
    #expect(layout(0, [1, 2, 5], channels: 4) == nil)
    #expect(layout(0, [1, 1, 2], channels: 3) == .unknown(3))
    #expect(layout(147 << 16 | 5, channels: 5) == .discrete(5))
    #expect(layout(107 << 16 | 4, channels: 4)?.labels == ["W", "X", "Y", "Z"])
    #expect(layout(0xFFFF << 16 | 4, channels: 4) == nil)
    // Tags whose upper and lower half contradict each other.
    for number in 100..<200 {
      for channels in 1..<10 {
        let layout = layout(number << 16 | channels, channels: channels)
        #expect(layout == nil || layout?.channels == channels, "\(number), \(channels)")
      }
    }
    // A count of which the chunk has nothing.
    #expect(ChannelLayout.of(coreAudio: number(0) + number(0) + number(1 << 30), channels: 1 << 30) == nil)
  }

  @Test func `a mask tells as many loudspeakers as there are channels`() {
    #expect(ChannelLayout.of(mask: 0x60F, channels: 6).loudspeakers == ["FL", "FR", "FC", "LFE", "SL", "SR"])
    #expect(ChannelLayout.of(mask: 0x3F, channels: 4).loudspeakers == ["FL", "FR", "FC", "LFE"])
    #expect(ChannelLayout.of(mask: 0x3, channels: 4) == .unknown(4))
    #expect(ChannelLayout.of(mask: 0, channels: 6) == .unknown(6))
    #expect(ChannelLayout.of(mask: 0x8000_0003, channels: 3) == .unknown(3))
    #expect(ChannelLayout.of(mask: 0x30, channels: 2).labels == ["Ls", "Rs"])
  }

  @Test func `files of open length have their loudspeakers, and a mask that makes no sense has none`() throws
  {
    let raw = raw(["FL", "FR", "FC", "LFE", "BL", "BR"])
    let form = ["-f", "f32le", "-ar", "\(Self.rate)", "-channel_layout", "5.1", "-ac", "6", "-i", raw.string]
    for (name, options) in [("a.wav", []), ("a.caf", []), ("a.flac", [])] as [(String, [String])] {
      let path = folder.file(name)
      TestMedia.ffmpeg(form + options + [path.string])
      var bytes = contents(path)
      let layout = try AudioFileReader(path: path).description.layout
      switch name {
      case "a.wav":
        let place = try #require(bytes.indices.first { bytes.has("data", at: $0) })
        bytes.replaceSubrange(place + 4..<place + 8, with: [255, 255, 255, 255])
        let open = folder.write(bytes, as: "open.wav")
        #expect(try AudioFileReader(path: open).description.layout == layout)
        #expect(try AudioFileReader(path: open, isGrowing: true).description.layout == layout)
      case "a.caf":
        let place = try #require(bytes.indices.first { bytes.has("data", at: $0) })
        bytes.replaceSubrange(place + 4..<place + 12, with: [UInt8](repeating: 255, count: 8))
        #expect(try AudioFileReader(path: folder.write(bytes, as: "open.caf")).description.layout == layout)
      default:
        let tag = Array("CHANNEL_MASK=0x".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: tag) }) + tag.count
        // What stands there is as long.
        let digits = bytes[place...].prefix { 48...57 ~= $0 || 65...70 ~= $0 || 97...102 ~= $0 }.count
        for (mask, expected) in [("3", SpeakerLayouts.flac(6)), ("0", .unknown(6))] {
          let text = String(repeating: "0", count: digits - 1) + mask
          bytes.replaceSubrange(place..<place + digits, with: Array(text.utf8))
          let other = folder.write(bytes, as: "mask\(mask).flac")
          #expect(try AudioFileReader(path: other).description.layout == expected, "\(mask)")
        }
      }
    }
  }

  @Test func `two channels are heard left and right, whatever they are`() {
    for layout in [.usual(2), .discrete(2), .ambisonic(2), .discrete(["W", "X"])] as [ChannelLayout] {
      #expect(layout.places == [.frontLeft, .frontRight], "\(layout)")
    }
  }

  // MARK: From every container into every format

  /// Containers and encoders that tell their loudspeakers, or have an order of their own.
  private static let readers: [(suffix: String, options: [String])] = [
    ("wav", []), ("w64", []), ("wav", ["-rf64", "always"]), ("caf", []), ("aiff", []), ("flac", []),
    ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus", "-mapping_family", "1"]),
    ("opus", ["-c:a", "libopus", "-mapping_family", "255"]), ("m4a", ["-c:a", "alac"]),
    ("caf", ["-c:a", "alac"]),
    ("m4a", ["-c:a", "aac"]), ("ac3", []), ("eac3", []), ("mka", ["-c:a", "flac"]),
    ("mka", ["-c:a", "pcm_s16le"]),
    ("mkv", ["-c:a", "libvorbis"]), ("wv", []), ("tta", []), ("thd", ["-c:a", "truehd"]),
    ("dts", ["-c:a", "dca"]),
    ("mov", ["-c:a", "pcm_s16le"]), ("oga", ["-c:a", "flac"]),
  ]

  @Test(arguments: surround.map(\.name))
  func `every loudspeaker is read, and written, where it was`(name: String) throws {
    let speakers = Self.layouts.first { $0.name == name }!.speakers
    let raw = raw(speakers)
    var made = 0, known: Set<String> = []
    let number = Self.surround.firstIndex { $0.name == name }!
    let forms = Campaign.met(by: number, of: Array(Self.readers.enumerated()))
    for (index, form) in forms {
      let path = folder.file("\(index).\(form.suffix)")
      let isMade =
        (try? Tool.run(
          "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "f32le", "-ar", "\(Self.rate)", "-channel_layout",
          name,
          "-ac", "\(speakers.count)", "-i", raw.string, "-strict", "-2", with: form.options + [path.string]))
        != nil
      // ffmpeg 5.1 does not read each of its own files: of 4.1 in TTA, say.
      let truth = isMade ? Self.judged(path) : nil
      guard isMade, truth != nil || EventLog.reading(path).description != nil else { continue }
      made += 1
      let note = "\(name), \(form.suffix) \(form.options)"
      let (samples, description) = try floats(path)
      let own = Self.heard(samples, description.layout.loudspeakers)
      // ffmpeg takes what says nothing for something.
      // ffmpeg 5.1 writes Apple's tags over samples of another order than theirs; later ones do not.
      let isOtherOrder = ["caf", "aiff"].contains(form.suffix) && ["7.1", "7.1(wide-side)"].contains(name)
      if description.layout.speakers != nil || form.suffix != "opus", !isOtherOrder, let truth {
        #expect(own == truth, "\(note): read as \(description.layout)")
      }
      // Of a sound for low frequencies only, Opus keeps nothing else: ffmpeg takes 7.0 in Vorbis for 6.1.
      guard own.allSatisfy({ $0.key.hasPrefix("LFE") == $0.value.hasPrefix("LFE") }) else { continue }
      // What another container holds as well need not be written again.
      guard ["wav", "caf", "ogg", "m4a"].contains(form.suffix) else { continue }
      let formats = index == 0 ? ExportFormat.allCases : [.wav16, .flac16, .vorbis, .opus]
      // The same loudspeakers in the same order are written in the same way.
      let order = "\(description.layout) \(own.sorted { $0.key < $1.key })"
      for format in formats where format != .mp3 && known.insert("\(order) \(format)").inserted {
        try expectWritten(samples, description.layout, as: format, own, note)
      }
    }
    #expect(made > (forms.count == Self.readers.count ? 10 : forms.count / 3))
  }

  /// Writes samples: each loudspeaker is heard where it was, or that is refused, or said.
  private func expectWritten(
    _ samples: [Float], _ layout: ChannelLayout, as format: ExportFormat, _ own: [String: String],
    _ note: String
  ) throws {
    let path = folder.file("written.\(format.suffixes[0])")
    guard format.problem(layout, sampleRate: Self.rate) == nil else {
      #expect(![.wav16, .flac16].contains(format), "\(note): \(format) must hold it")
      return
    }
    let writer = try AudioFileWriter(
      OutputFile(path, notOver: folder.file("none")), format: format, layout: layout, sampleRate: Self.rate)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    guard layout.speakers != nil else {
      let isGuessed = [.vorbis, .opus].contains(format)
      #expect((writer.loss != nil) == isGuessed, "\(note) as \(format)")
      return
    }
    let (written, description) = try floats(path)
    let heard = Self.heard(written, description.layout.loudspeakers)
    let isSame = heard == own && description.channels == layout.channels
    #expect(isSame == (writer.loss == nil), "\(note) as \(format): \(heard), \(writer.loss?.english ?? "")")
    // Whatever is said, each loudspeaker plays what it should, or the other of two surround pairs does.
    #expect(
      Set(heard.values) == Set(own.values)
        && heard.allSatisfy { place, tone in
          own[place] == tone || own[Self.other(place)] == tone
        }, "\(note) as \(format): \(heard)")
    #expect(Self.judged(path) == heard, "\(note) as \(format), by ffmpeg")
    let decoded = folder.file("decoded.wav")
    let tool: [String]? =
      switch format {
      case .flac16, .flac24: ["flac", "-s", "-f", "-d", "-o", decoded.string, path.string]
      case .vorbis: ["oggdec", "-Q", "-o", decoded.string, path.string]
      case .opus: ["opusdec", "--quiet", path.string, decoded.string]
      default: nil
      }
    guard let tool else { return }
    try Tool.run(tool[0], with: Array(tool[1...]))
    // Some of these write no mask: then ffmpeg knows no loudspeakers.
    if let judged = Self.judged(decoded) { #expect(judged == heard, "\(note) as \(format), by \(tool[0])") }
  }

  /// The loudspeaker at the side for one behind, and the other way round.
  private static func other(_ speaker: String) -> String {
    ["SL": "BL", "SR": "BR", "BL": "SL", "BR": "SR"][speaker] ?? speaker
  }

  // MARK: What it is for

  /// ffmpeg's own layouts of many channels are measured as it does.
  @Test(arguments: Campaign.part(4, of: layouts.filter { 3...16 ~= $0.speakers.count }.map(\.name)))
  func `loudness weighs each loudspeaker as ffmpeg does`(name: String) throws {
    let speakers = Self.layouts.first { $0.name == name }!.speakers
    let path = folder.file("loud.wav")
    // The mask of WAV has bits for these only; others would be lost before they are measured.
    guard speakers.allSatisfy({ Speaker(code: $0)?.maskBit != nil }) else { return }
    TestMedia.ffmpeg([
      "-f", "f32le", "-ar", "\(Self.rate)", "-channel_layout", name, "-ac", "\(speakers.count)", "-i",
      raw(speakers).string, path.string,
    ])
    let read = try RecordingMeasures.read(path, options: OpenOptions())
    let own = try #require(read?.blocks.measures.whole.loudness.integrated)
    let log = Tool.complaints(
      "ffmpeg", "-nostdin", "-hide_banner", "-i", path.string, "-af", "ebur128", "-f", "null", "-")
    let last = try #require(log.components(separatedBy: "I:").last?.split(separator: " ").first)
    #expect(abs(own - (try #require(Double(last)))) < 0.06, "\(name): \(own), ffmpeg \(last)")
  }

  @Test func `recordings are compared loudspeaker by loudspeaker`() throws {
    let order = SpeakerLayouts.vorbis(6)
    let raw = raw(["FL", "FR", "FC", "LFE", "BL", "BR"])
    let form = ["-f", "f32le", "-ar", "\(Self.rate)", "-channel_layout", "5.1", "-ac", "6", "-i", raw.string]
    let (a, b) = (folder.file("a.wav"), folder.file("b.wav"))
    TestMedia.ffmpeg(form + [a.string])
    TestMedia.ffmpeg(form + ["-af", "channelmap=0|2|1|4|5|3:5.1", b.string])
    let (first, second) = (try SampleSources.open(a), try SampleSources.open(b))
    let own = first.description.layout
    let ordered = second.source.inOrder(of: own, from: order)
    let range = 1000..<5000
    let samples = [first.source, second.source, ordered].map { try? $0.read(range).withSamples { Array($0) } }
    #expect(samples[0] != nil && samples[0] == samples[2] && samples[0] != samples[1])
    #expect(first.source.inOrder(of: own, from: own) === first.source)
    #expect(second.source.inOrder(of: .unknown(6), from: order) === second.source)
  }

  @Test func `a film gets its loudspeakers in the order of its track`() throws {
    let raw = raw(["FL", "FR", "FC", "LFE", "BL", "BR"])
    let path = folder.file("film.ogv")
    TestMedia.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc=d=2:r=10:s=64x64", "-f", "f32le", "-ar", "\(Self.rate)",
        "-channel_layout", "5.1",
      ]
        + ["-ac", "6", "-i", raw.string, "-c:v", "libtheora", "-c:a", "libvorbis", path.string])
    let (samples, description) = try floats(path)
    let own = Self.heard(samples, description.layout.loudspeakers)
    #expect(
      own.count == 6 && own.allSatisfy { $0.key == $0.value }
        && description.layout == SpeakerLayouts.vorbis(6))
    let movie = try #require(try Movie(path, options: OpenOptions()))
    let target = folder.file("film.mkv")
    let writer = try MovieWriter(
      OutputFile(target, notOver: path), of: movie, as: .matroska, layout: description.layout,
      sampleRate: Self.rate)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    #expect(Self.judged(target) == own)
  }

  @Test func `ALAC in CAF has the order of its encoding, whoever wrote it`() throws {
    let path = folder.file("own.caf")
    var samples: [Float] = []
    let tones = ["FC", "FL", "FR", "SL", "SR", "LFE"].map { Self.tones[$0]! }
    for frame in 0..<2 * Self.rate {
      samples += tones.map { Float(0.3 * sin(2 * Double.pi * $0 * Double(frame) / Double(Self.rate))) }
    }
    TestSound.write(
      samples, to: path, format: SF_FORMAT_CAF | SF_FORMAT_ALAC_16, channels: 6, sampleRate: Self.rate)
    let (read, description) = try floats(path)
    let own = Self.heard(read, description.layout.loudspeakers)
    #expect(own == ["FC": "FC", "FL": "FL", "FR": "FR", "SL": "SL", "SR": "SR", "LFE": "LFE"])
    let judged = Self.judged(path)
    #expect(judged?["FC"] == "FC" && judged?["FL"] == "FL" && judged?["LFE"] == "LFE", "\(judged ?? [:])")
  }
}
