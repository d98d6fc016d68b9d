// ServedDecoder.swift
// One decoder that takes orders by a connection. It belongs to the thread that runs it.

import AudioFormats
import CodecDecoding
import Decoding
import HostIO
import SystemPackage
import WaveformCore

final class ServedDecoder {
  private let file: FileBytes
  private let socket: PacketSocket
  private let samples: SharedSamples
  private var decoder: (any Decoder)?
  /// Stretches that the reader knows of: decoders find more, and take none back.
  private var toldGaps = 0, toldDoubts = 0

  init(_ file: FileBytes, _ socket: PacketSocket, _ samples: SharedSamples) {
    (self.file, self.socket, self.samples) = (file, socket, samples)
  }

  /// Obeys until the connection ends.
  func run() {
    while case .packet(let bytes, let descriptors) = socket.receive(milliseconds: nil), descriptors.isEmpty,
      let (order, sequence) = try? DecoderOrder.read(bytes),
      socket.send(DecoderAnswer.bytes(answer(to: order, sequence), bytesRead: file.bytesRead))
    {}
  }

  private func answer(to order: DecoderOrder, _ sequence: UInt32) -> [UInt8] {
    switch order {
    case .find(let suffix, let isGrowing):
      opening { () throws(AudioFileError) in
        let opening = try CodecOpening.of(file, path: "", suffix: suffix, isGrowing: isGrowing)
        decoder = opening.decoder
        return .found(opening.finding)
      }.bytes(sequence: sequence)
    case .open(let access):
      opening { () throws(AudioFileError) in
        decoder = try access.open(file, path: "")
        return .opened
      }.bytes(sequence: sequence)
    case .read(let kind, let count):
      state(place: read(kind, count)).bytes(sequence: sequence)
    case .seek(let frame):
      state(place: decoder?.seek(toFrame: frame) == true ? frame : nil).bytes(sequence: sequence)
    case .seekNear(let frame):
      state(place: decoder?.seekNear(toFrame: frame)).bytes(sequence: sequence)
    case .more:
      state(place: nil).bytes(sequence: sequence)
    }
  }

  private func opening(_ body: () throws(AudioFileError) -> OpeningAnswer) -> OpeningAnswer {
    do throws(AudioFileError) { return try body() } catch { return .refused(error) }
  }

  private func read(_ kind: SampleKind, _ count: Int) -> Int {
    guard let decoder else { return 0 }
    switch kind {
    case .int16: return decoder.read(into: room(for: Int16.self, count))
    case .int32: return decoder.read(into: room(for: Int32.self, count))
    case .float: return decoder.read(into: room(for: Float.self, count))
    }
  }

  /// The shared memory for `count` samples, or for as many as fit.
  private func room<Sample>(for _: Sample.Type, _ count: Int) -> UnsafeMutableBufferPointer<Sample> {
    let room = samples.bytes.bindMemory(to: Sample.self)
    return UnsafeMutableBufferPointer(rebasing: room[..<min(count, room.count)])
  }

  private func state(place: Int?) -> DecoderState {
    var state = DecoderState(place: place.map { max(0, $0) })
    guard let decoder else { return state }
    state.failure = decoder.failure
    state.trouble = decoder.trouble
    state.jumpsAreLost = decoder.jumpsAreLost
    state.linkCount = decoder.linkCount
    state.following = decoder.following
    let most = DecoderState.mostRanges
    (state.gapsFrom, state.gaps) = Self.news(decoder.gaps, beyond: &toldGaps, most: most)
    (state.doubtsFrom, state.doubts) = Self.news(decoder.doubts, beyond: &toldDoubts, most: most)
    state.isMore = decoder.gaps.count > toldGaps || decoder.doubts.count > toldDoubts
    return state
  }

  /// What was not told yet; at most so much at once.
  private static func news(
    _ ranges: [FrameRange], beyond told: inout Int, most: Int
  ) -> (from: Int, [FrameRange]) {
    let news = ranges.dropFirst(told).prefix(most)
    defer { told += news.count }
    return (told, Array(news))
  }
}
