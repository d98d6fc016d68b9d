// AudioDescription+Bytes.swift
// A description as bytes and back: for the cache of peaks, and between the process of a decoder and ours. Written and
// read in the same order; the bytes that are read may hold anything.

import HostIO

extension ByteWriter {
  package mutating func put(_ description: AudioDescription) {
    text(description.container.code)
    put(description.encoding)
    put(description.layout)
    number(Int64(description.sampleRate))
    number(orNil: description.framesPromised)
    number(orNil: description.framesCounted)
    flag(description.isFloat)
    flag(description.isLossy)
    number(description.seeking.rawValue)
    flag(description.isCutOff)
    flag(description.isFirstOfSeveral)
    number(Int64(description.promiseTolerance))
    number(Int64(description.delay))
    number(Int64(description.audioTracks.count))
    for track in description.audioTracks { put(track) }
    number(Int64(description.audioTrack))
    number(Int64(description.byteCount))
  }

  private mutating func put(_ encoding: Encoding) {
    text(encoding.codec.code)
    number(orNil: encoding.bits)
  }

  private mutating func put(_ track: AudioTrack) {
    text(track.label)
    texts([track.title, track.language].compactMap { $0 })
    flag(track.title != nil)
    put(track.encoding)
    number(Int64(track.channels))
    number(Int64(track.sampleRate))
  }
}

extension ByteReader {
  package mutating func description() throws(Damage) -> AudioDescription {
    let container = Container(try text())
    let encoding = try encoding()
    let layout = try channelLayout()
    let sampleRate = try count()
    guard sampleRate > 0 else { throw Damage() }
    let framesPromised = try countOrNil()
    let framesCounted = try countOrNil()
    let isFloat = try flag()
    let isLossy = try flag()
    let seeking = try seeking()
    let isCutOff = try flag()
    let isFirstOfSeveral = try flag()
    let tolerance = try count()
    let delay = try count()
    var tracks: [AudioTrack] = []
    // One at a time, because the count may be damaged.
    for _ in 0..<(try count()) { tracks.append(try track()) }
    let track = try count()
    let byteCount = try count()
    return AudioDescription(
      container: container, encoding: encoding, layout: layout, sampleRate: sampleRate,
      framesPromised: framesPromised, isFloat: isFloat, isLossy: isLossy, seeking: seeking,
      byteCount: byteCount, isCutOff: isCutOff, isFirstOfSeveral: isFirstOfSeveral,
      framesCounted: framesCounted, promiseTolerance: tolerance, delay: delay,
      audioTracks: tracks, audioTrack: track)
  }

  private mutating func encoding() throws(Damage) -> Encoding {
    Encoding(Encoding.Codec(try text()), bits: try countOrNil())
  }

  private mutating func track() throws(Damage) -> AudioTrack {
    let label = try text()
    var names = try texts()[...]
    let title = try flag() ? names.popFirst() : nil
    return AudioTrack(
      label: label, title: title, language: names.popFirst(), encoding: try encoding(), channels: try count(),
      sampleRate: try count())
  }

  package mutating func seeking() throws(Damage) -> Seeking {
    guard let seeking = Seeking(rawValue: try number()) else { throw Damage() }
    return seeking
  }
}
