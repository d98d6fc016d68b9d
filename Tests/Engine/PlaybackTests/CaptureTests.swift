// CaptureTests.swift
// Listening to a real server: what its null sink plays is what arrives at the monitor's listener, sample for sample.

import Foundation
import Synchronization
import Testing

@testable import Playback

private let stereo = StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight])

/// Everything that an input has given.
private final class Heard: Sendable {
  private let state = Mutex<(samples: [Float], events: [CaptureEvent], longest: Int)>(([], [], 0))

  func start(_ input: some CaptureInput, _ device: String?) {
    input.start(device) { block in
      self.state.withLock {
        $0.samples += block
        $0.longest = max($0.longest, block.count)
      }
      return 0
    } onEvent: { event in
      self.state.withLock { $0.events.append(event) }
    }
  }

  var samples: [Float] { state.withLock { $0.samples } }
  var longest: Int { state.withLock { $0.longest } }
  var events: [CaptureEvent] { state.withLock { $0.events } }
  var devices: [CaptureDevice] {
    for case .devices(let devices) in events.reversed() { return devices }
    return []
  }
  var opened: [(format: CaptureFormat, device: String)] {
    events.compactMap { if case .opened(let format, let device) = $0 { (format, device) } else { nil } }
  }
  var failure: CaptureError? {
    for case .failed(let error) in events { return error }
    return nil
  }
  var lost: Int {
    events.reduce(0) { if case .lost(let frames, _) = $1 { $0 + frames } else { $0 } }
  }
}

/// Sound for the fourth of six channels.
private final class OneOfSix: FrameProvider {
  func render(into buffer: UnsafeMutableBufferPointer<Float>) {
    for index in buffer.indices { buffer[index] = index % 6 == 3 ? 0.5 : 0 }
  }
}

@Suite(.serialized, .undisturbed) struct `Listening through PulseAudio` {
  @Test func `what arrives is what was played, every sample of it, in blocks of 35 ms at most`() throws {
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    heard.start(input, "nulls.monitor")
    try eventually("a stream") { heard.samples.count > 4800 }
    #expect(heard.opened.first?.format == CaptureFormat(stereo, .float))
    let output = PulseOutput(server: server.address), frames = CountedFrames()
    output.start(stereo, from: frames, onEvent: OutputLog().took)
    try eventually("a second without a gap") { HeardFrames(heard.samples).longestRun >= 48_000 }
    let arrived = HeardFrames(heard.samples)
    #expect(arrived.areWhole && arrived.areInOrder)
    // A monitor may have had the part into which a beginning falls.
    #expect(try #require(arrived.numbers.first) < 4800)
    #expect(heard.longest <= 48_000 * 35 / 1000 * 2)
    #expect(heard.lost == 0)
    input.stop()
  }

  @Test func `sources are listed with their names for people, and again when one comes`() throws {
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    heard.start(input, nil)
    try eventually("a source") { heard.devices.count == 1 }
    #expect(heard.devices[0].name == "nulls.monitor")
    #expect(heard.devices[0].title == "Monitor of Null Output")
    #expect(heard.devices[0].isMonitor && heard.devices[0].isDefault)
    #expect(heard.devices[0].format == CaptureFormat(stereo, .float))
    try server.control(
      "load-module", "module-null-sink", "sink_name=other", "rate=44100", "channels=1", "format=s16le")
    try eventually("another source") { heard.devices.count == 2 }
    #expect(heard.opened.count == 1)
    input.stop()
  }

  @Test func `a source that goes is told, and another one can be chosen, which is heard in the same rate`()
    throws
  {
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    let module = try server.control(
      "load-module", "module-null-sink", "sink_name=other", "rate=44100", "channels=1", "format=s16le")
    heard.start(input, "other.monitor")
    try eventually("sound") { heard.samples.count > 441 }
    #expect(
      heard.opened.first?.format
        == CaptureFormat(StreamFormat(sampleRate: 44_100, speakers: [.mono]), .bits16))
    try server.control("unload-module", module.trimmingCharacters(in: .whitespacesAndNewlines))
    try eventually("a failure") { heard.failure != nil }
    #expect(heard.failure?.code == .deviceGone)
    let before = heard.samples.count
    input.choose("nulls.monitor")
    try eventually("sound") { heard.samples.count > before + 441 }
    // In the rate and channels of the first, but with its own precision.
    #expect(heard.opened.count == 2)
    #expect(heard.opened[1].format == CaptureFormat(heard.opened[0].format.stream, .float))
    input.stop()
  }

  @Test func `channels of surround sound come in the order of files`() throws {
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    try server.control(
      "load-module", "module-null-sink", "sink_name=around", "rate=48000", "channels=6",
      "channel_map=front-left,front-right,rear-left,rear-right,front-center,lfe")
    heard.start(input, "around.monitor")
    try eventually("sound") { heard.samples.count > 480 }
    #expect(
      heard.opened.first?.format.stream.speakers
        == [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight])
    // What goes to one loudspeaker comes from it, and from no other.
    try server.control("set-default-sink", "around")
    let output = PulseOutput(server: server.address)
    output.start(heard.opened[0].format.stream, from: OneOfSix(), onEvent: OutputLog().took)
    try eventually("sound") { heard.samples.contains { $0 != 0 } }
    input.stop()
    #expect(Set(heard.samples.indices.filter { heard.samples[$0] != 0 }.map { $0 % 6 }) == [3])
  }

  @Test func `a source that sleeps is told, also when it did before it was chosen`() throws {
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    try server.control("suspend-sink", "nulls", "1")
    func sleeps() -> [Bool] {
      heard.events.compactMap { if case .suspended(let sleeps) = $0 { sleeps } else { nil } }
    }
    heard.start(input, "nulls.monitor")
    try eventually("the sleep") { sleeps() == [true] }
    #expect(heard.opened.count == 1)
    try server.control("suspend-sink", "nulls", "0")
    try eventually("sound") { heard.samples.count > 480 }
    #expect(sleeps() == [true, false])
    input.stop()
  }

  @Test func `a server without sources is told as that, and a source that comes can be chosen`() throws {
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    try server.control("unload-module", "module-null-sink")
    heard.start(input, nil)
    try eventually("a failure") { heard.failure != nil }
    #expect(heard.failure?.code == .noDevice)
    #expect(heard.events.contains { if case .devices([]) = $0 { true } else { false } })
    try server.control("load-module", "module-null-sink", "sink_name=late")
    try eventually("a source") { !heard.devices.isEmpty }
    #expect(heard.opened.isEmpty)
    input.choose(nil)
    try eventually("sound") { heard.samples.count > 480 }
    input.stop()
  }

  @Test func `no server is told, and a server that ends is told`() throws {
    let nowhere = PulseCapture(server: "unix:/nowhere"), none = Heard()
    none.start(nowhere, nil)
    try eventually("a failure") { none.failure?.code == .noServer }
    let server = try SoundServer(), input = PulseCapture(server: server.address), heard = Heard()
    heard.start(input, nil)
    try eventually("sound") { heard.samples.count > 480 }
    server.kill()
    try eventually("a failure") { heard.failure?.code == .serverGone }
    try server.start()
    input.choose(nil)
    let before = heard.samples.count
    try eventually("sound") { heard.samples.count > before + 480 }
    input.stop()
  }
}

struct ArrivalWatchTests {
  @Test
  func `frames that a server dropped are counted, those that were only late and a drifting clock are not`() {
    var watch = ArrivalWatch(sampleRate: 1000)
    var now = 0.0, lost = 0
    // A device whose clock runs 0.05 % slow, for an hour.
    for _ in 0..<360_000 {
      now += 0.010_005
      lost += watch.came(10, at: now)
    }
    #expect(lost == 0)
    // Two seconds come late, all at once.
    now += 2
    lost += watch.came(2000, at: now)
    for _ in 0..<200 {
      now += 0.01
      lost += watch.came(10, at: now)
    }
    #expect(lost == 0)
    // Two seconds never come.
    now += 2
    for _ in 0..<200 {
      now += 0.01
      lost += watch.came(10, at: now)
    }
    #expect(abs(lost - 2000) <= 20)
  }
}
