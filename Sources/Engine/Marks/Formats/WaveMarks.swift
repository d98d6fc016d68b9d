// WaveMarks.swift
// Cue points, regions and loops of a WAV file. Only chunks beside the samples are read, from any place of a large file.

import Localization
import AudioFormats
import HostIO
import WaveformCore

/// Marks in WAV, RF64 and BW64 files.
enum WaveMarks {
  static let name = "WAV"
  /// What loops of samplers are called: they stand in a tier of their own.
  static let loops = "Loops"
  /// The longest chunk of marks that is read.
  private static let longest = 256 << 20

  static func isLikely(_ file: some ByteSource) -> Bool {
    let head = file.bytes(at: 0, length: 12)
    return head.has("WAVE", at: 8)
      && (head.has("RIFF") || head.has("RF64") || head.has("BW64") || head.has("RIFX"))
  }

  /// - Parameter rate: the rate to count in; nil: that of the recording.
  static func read(_ file: some ByteSource, rate: Int?) throws(MarkFileError) -> MarkReading {
    let chunks = try WaveChunks(file)
    guard let own = chunks.format.flatMap({ $0.sampleRate > 0 ? $0.sampleRate : nil }) else {
      throw MarkFileError(Sentence("the WAV file has no chunk “fmt ” that names a sample rate"))
    }
    var marks = MarkGathering(MarkClock(sampleRate: own))
    if chunks.isCut {
      marks.remark(Sentence("The WAV file is cut off: marks that stood behind its samples are missing."))
    }
    var cues: [UInt8] = [], details = WaveCues.Details(isBig: chunks.isBig), sampler: [UInt8] = []
    for chunk in chunks.all {
      let isList = chunk.name == "LIST" && file.bytes(at: chunk.offset + 8, length: 4).has("adtl")
      guard chunk.name == "cue " || isList || chunk.name == "smpl" else { continue }
      guard chunk.size <= longest else {
        throw MarkFileError(Sentence("its chunk “\(chunk.name)” is too large for marks"))
      }
      let bytes = file.bytes(at: chunk.offset + 8, length: chunk.size)
      guard bytes.count == chunk.size else {
        throw MarkFileError(Sentence("its chunk “\(chunk.name)” is cut off"))
      }
      switch chunk.name {
      case "cue ": cues = bytes
      case "smpl": sampler = bytes
      default: details.read(bytes, limit: 4 * MarkDocument.mostMarks)
      }
    }
    if !cues.isEmpty {
      guard let count = cues.number(at: 0, size: 4, bigEndian: chunks.isBig), count <= (cues.count - 4) / 24
      else {
        throw MarkFileError(Sentence("its chunk “cue ” announces more points than it has"))
      }
      guard count <= MarkDocument.mostMarks else { throw MarkFileError(MarkFileError.tooMany) }
    }
    let points = WaveCues.points(cues, details, limit: MarkDocument.mostMarks)
    for point in points {
      // The name of a region may stand in its own text only.
      let text = point.name.isEmpty ? TextBytes.text(point.region.dropFirst(16)) : point.name
      try marks.add(
        from: point.frame, to: point.frame + point.length, name: text, note: point.note, line: nil)
    }
    for loop in try Self.loops(sampler, isBig: chunks.isBig) {
      let isCue = points.contains { $0.identifier == loop.identifier }
      try marks.add(
        from: loop.range.lowerBound, to: loop.range.upperBound,
        name: isCue ? "" : details.names[loop.identifier] ?? "", tier: try marks.tier(Self.loops), line: nil)
    }
    var reading = marks.reading(length: chunks.frames)
    if let rate { reading.document = reading.document.converted(to: rate) }
    return reading
  }

  /// The loops of a `smpl` chunk; their ends are the last frame that is played.
  static func loops(
    _ bytes: [UInt8], isBig: Bool
  ) throws(MarkFileError) -> [(identifier: Int, range: FrameRange)] {
    guard !bytes.isEmpty else { return [] }
    guard let count = bytes.number(at: 28, size: 4, bigEndian: isBig), count <= (bytes.count - 36) / 24 else {
      throw MarkFileError(Sentence("its chunk “smpl” announces more loops than it has"))
    }
    return (0..<count).map { index in
      func number(_ place: Int) -> Int {
        bytes.number(at: 36 + 24 * index + place, size: 4, bigEndian: isBig) ?? 0
      }
      let start = number(8), end = number(12) + 1
      return (number(0), min(start, end)..<max(start, end))
    }
  }

  /// The chunks for marks, `cue ` and `LIST adtl`.
  ///
  /// - Parameter loops: those of the recording, which stay where they are.
  static func write(_ document: MarkDocument, loops: [FrameRange]) -> WrittenMarks {
    var document = document
    var losses = MarkLosses(name)
    // Loops of the recording are not cue points as well.
    if let tier = document.tiers.first(where: { $0.name == Self.loops }), !loops.isEmpty {
      let known = Set(loops)
      let same = tier.marks.filter { known.contains($0.range) }
      losses.add(.loop, count: same.count)
      if let change = document.removing(Set(same.map(\.id))) { document.apply(change) }
      if same.count == tier.marks.count, let change = document.removingTier(tier.id) {
        document.apply(change)
      }
    }
    losses.add(of: document, abilities: [.notes, .lines])
    var cues: [CuePoint] = []
    for mark in document.flat(cuttingEarly: &losses) {
      guard mark.range.upperBound <= Int(UInt32.max) else {
        losses.add(.outside)
        continue
      }
      losses.add(.name, count: mark.name.utf8.contains(0) || mark.note.utf8.contains(0) ? 1 : 0)
      var cue = CuePoint(
        identifier: cues.count + 1, frame: mark.range.lowerBound, name: Self.plain(mark.name),
        note: Self.plain(mark.note))
      if !mark.isPoint {
        cue.region = TextBytes.little(mark.range.count) + Array("rgn ".utf8) + [UInt8](repeating: 0, count: 8)
      }
      cues.append(cue)
    }
    return WrittenMarks(bytes: WaveCues.chunks(cues), losses: losses.sentences)
  }

  /// The text without NUL, which ends texts there.
  private static func plain(_ text: String) -> String {
    text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
  }
}

/// Where the chunks of a WAV file lie.
struct WaveChunks {
  struct Chunk {
    let name: String
    /// Of its head, and the bytes of its content.
    let offset: Int, size: Int
  }

  private(set) var all: [Chunk] = []
  private(set) var format: SampleFormat?
  let isBig: Bool
  /// True for RF64 and BW64.
  let is64: Bool
  /// True when chunks may be missing at the end.
  private(set) var isCut = false
  /// The last byte that belongs to a chunk or its filling is before this one.
  private(set) var end = 12

  /// Frames of the samples; nil where the format does not tell.
  private(set) var frames: Int?

  init(_ file: some ByteSource) throws(MarkFileError) {
    let head = file.bytes(at: 0, length: 12)
    guard WaveMarks.isLikely(file) else { throw MarkFileError(Sentence("it is no WAV file")) }
    isBig = head.has("RIFX")
    is64 = head.has("RF64") || head.has("BW64")
    var longBytes: Int?
    while end + 8 <= file.count {
      guard all.count < 100_000 else {
        throw MarkFileError(Sentence("it has more chunks than a WAV file can need"))
      }
      let head = file.bytes(at: end, length: 8)
      guard var size = head.number(at: 4, size: 4, bigEndian: isBig), head.count == 8 else { break }
      guard head[..<4].allSatisfy({ 0x20...0x7E ~= $0 }) else { break }
      let name = String(decoding: head[..<4], as: UTF8.self)
      if name == "ds64" {
        longBytes = file.bytes(at: end + 8, length: 24).number(at: 8, size: 8, bigEndian: false)
      } else if name == "fmt " {
        format = SampleFormat(wave: file.bytes(at: end + 8, length: min(size, 40)), bigEndian: isBig)
      } else if name == "data", size == 0xFFFF_FFFF || is64 && size == 0 {
        size = longBytes ?? .max
      }
      let room = file.count - end - 8
      guard size <= room else {
        isCut = true
        // What a chunk of marks has lost is told by its reader; the recording itself may be cut.
        all.append(Chunk(name: name, offset: end, size: name == "data" ? room : size))
        end = file.count
        break
      }
      all.append(Chunk(name: name, offset: end, size: size))
      end = min(end + 8 + size + size & 1, file.count)
    }
    if let declared = head.number(at: 4, size: 4, bigEndian: isBig), !is64, declared != 0xFFFF_FFFF,
      declared + 8 > file.count + 1
    {
      isCut = true
    }
    if let data = all.first(where: { $0.name == "data" }), let bytes = format?.raw(at: 0)?.bytesPerFrame,
      bytes > 0
    {
      frames = data.size / bytes
    }
  }
}
