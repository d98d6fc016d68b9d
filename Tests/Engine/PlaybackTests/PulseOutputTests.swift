// PulseOutputTests.swift
// Sound through a real server with a null sink, and what its monitor recorded. How fast things happen is measured
// in Benchmarks; here recordings are only asked what was heard, and in which order.

import AudioFormats
import Foundation
import Playback
import TestSupport
import Testing

private let stereo = StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight])

@Suite(.serialized, .undisturbed) struct `Sound through PulseAudio` {
  @Test func `what is heard is what was rendered, from the first frame on`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address), frames = CountedFrames(), log = OutputLog()
    output.start(stereo, from: frames, onEvent: log.took)
    try eventually("half a second without a gap") { recorder.counted().longestRun >= 24_000 }
    #expect(recorder.counted().trouble == nil)
    try log.began()
  }

  @Test func `voices change their gains straight from one sum to the other, and begin nothing anew`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = KeepingOutput(PulseOutput(server: server.address))
    let player = SoundPlayer(output: output)
    let voices = [Float(0.5), 0.25].map { value in
      PlayerVoice(source: ToneSource(sampleRate: 48_000) { _ in value })
    }
    player.load(voices, sampleRate: 48_000)
    player.length = 48_000 * 3600
    player.setGains([1, 0])
    player.start(at: 0, rate: 48_000)
    var sums: [Float] = []
    for (gains, value) in [
      ([1, 0], 0.5), ([0, 1], 0.25), ([1, -1], 0.25), ([1, 1], 0.75), ([0, 1], 0.25),
    ]
      as [([Float], Float)]
    {
      let before = recorder.frames
      player.setGains(gains)
      sums.append(value)
      try eventually("\(value)") {
        let new = recorder.left.dropFirst(before)
        return new.suffix(2400).allSatisfy { $0 == value } && new.count > 14_400
      }
    }
    player.stop()
    #expect(output.starts == 1)
    // What was played, to the sample: half of full scale in 5 ms.
    let played = output.left.filter { $0 != 0 }
    #expect(zip(played, played.dropFirst()).allSatisfy { abs($1 - $0) <= 0.5 / 240 + 1e-6 })
    // What was heard, of which some may be missing: nothing beyond the sums, and these in their order.
    let heard = recorder.left.filter { $0 != 0 }
    #expect(heard.allSatisfy { sums.min()! - 1e-6...sums.max()! + 1e-6 ~= $0 })
    var rest = heard[...]
    for sum in sums {
      #expect(rest.contains(sum), "\(sum)")
      rest = rest.drop { $0 != sum }
    }
  }

  @Test func `stop drops what was not heard, and asks for nothing more`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address), frames = CountedFrames()
    output.start(stereo, from: frames) { _ in }
    try recorder.heard(24_000)
    output.stop()
    #expect(output.timing == nil)
    try recorder.more(24_000)
    let heard = recorder.left, pulls = frames.pulls
    let last = try #require(heard.lastIndex { $0 != 0 })
    #expect(last < heard.count - 4800, "silence at the end")
    #expect(heard.count { $0 != 0 } < frames.frames, "frames that were rendered and not heard")
    try recorder.more(24_000)
    #expect(frames.pulls == pulls)
    #expect(recorder.left.suffix(from: last + 1).allSatisfy { $0 == 0 })
  }

  @Test func `a start while playing goes over to the new frames, from their first one`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address)
    for sign in [Float(1), -1, 1, -1] {
      let before = recorder.left.count { $0 != 0 }
      output.start(stereo, from: CountedFrames(sign: sign)) { _ in }
      try recorder.heard(before + 14_000)
    }
    let starts = recorder.starts
    #expect(starts.count == 4)
    for (index, samples) in starts.enumerated() {
      let heard = HeardFrames(samples, sign: index % 2 == 0 ? 1 : -1)
      #expect(heard.trouble == nil, "start \(index), of which \(heard.numbers.count) frames were heard")
    }
  }

  @Test func `starts and stops in quick succession end with the last wish`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address)
    for _ in 0..<200 {
      output.start(stereo, from: CountedFrames()) { _ in }
      output.stop()
      output.start(stereo, from: CountedFrames()) { _ in }
    }
    let last = CountedFrames(sign: -1)
    output.start(stereo, from: last) { _ in }
    try eventually("the last frames") { recorder.left.count { $0 < 0 } > 4800 }
    #expect(recorder.counted(sign: -1).trouble == nil)
    #expect(recorder.starts.last?.first == -CountedFrames.value(0), "nothing after it")
    output.stop()
    try recorder.more(24_000)
    #expect(recorder.left.suffix(9600).allSatisfy { $0 == 0 })
  }

  @Test func `timing counts what the recorder got, from 0 with each start`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address)
    #expect(output.timing == nil)
    for _ in 0..<2 {
      let frames = CountedFrames(), before = recorder.left.count { $0 != 0 }
      output.start(stereo, from: frames) { _ in }
      #expect(output.timing == nil, "that of the start before is over")
      var last = -1e9, answers = 0
      while answers < 12 {
        try eventually("a timing") { output.timing.map { $0.heard > last } ?? false }
        let timing = try #require(output.timing)
        let recorded = recorder.left.count { $0 != 0 } - before
        answers += 1
        last = timing.heard
        #expect(timing.heard <= Double(frames.frames))
        // Loose, for a busy machine: Benchmarks measure it.
        #expect(abs(timing.heard - Double(recorded)) < 9600)
      }
    }
  }

  @Test func `a server that dies is told, and the next start finds the new one`() throws {
    let server = try SoundServer()
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    try log.began()
    server.kill()
    #expect(try log.failed() == .serverGone)

    let without = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: without.took)
    #expect(try without.failed() == .noServer)
    output.stop()

    try server.start()
    let recorder = try Recorder(server), again = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: again.took)
    try again.began()
    try recorder.heard(4800)
    #expect(recorder.counted().trouble == nil)
    #expect(log.all.count == 2, "one beginning, one failure")
  }

  @Test func `a server that dies while nothing plays is not missed until the next start`() throws {
    let server = try SoundServer()
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    try log.began()
    output.stop()
    server.kill()
    try server.start()
    let again = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: again.took)
    // The new server may be there before the old one's end has been heard of.
    try eventually("an answer") { !again.all.isEmpty }
    if again.failure != nil {
      #expect(again.failure == .serverGone)
      output.start(stereo, from: CountedFrames(), onEvent: again.took)
    }
    try again.began()
    #expect(log.failure == nil)
  }

  @Test func `without a server a start fails`() throws {
    let output = PulseOutput(server: "unix:/nowhere/native"), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    #expect(try log.failed() == .noServer)
    #expect(output.timing == nil)
  }

  @Test func `a server that does not answer is no server`() throws {
    let server = try SoundServer()
    server.freeze(true)
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    #expect(try log.failed() == .noServer)
  }

  @Test func `a server that stops answering has gone`() throws {
    let server = try SoundServer()
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    try log.began()
    server.freeze(true)
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    #expect(try log.failed() == .serverGone)
  }

  @Test func `after a gap the server keeps more, nothing is lost, and a stop still drops all of it`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address), frames = CountedFrames(), log = OutputLog()
    output.start(stereo, from: frames, onEvent: log.took)
    try recorder.heard(24_000)
    // The server gets nothing for longer than it has sound.
    server.freeze(true)
    usleep(400_000)
    server.freeze(false)
    try log.wait("a report of the gap") {
      if case .report(let report) = $0 { report.gaps > 0 && report.depth > 0.3 } else { false }
    }
    try eventually("half a second is kept") {
      frames.frames - recorder.left.count { $0 != 0 } > 24_000
    }
    try recorder.heard(recorder.left.count { $0 != 0 } + 24_000)
    // Half of what would be missing if the program had gone on without the server.
    let all = recorder.counted()
    #expect(all.trouble == nil && all.lost < 9600, "\(all.trouble ?? ""), \(all.lost) frames lost")
    output.stop()
    try recorder.more(24_000)
    let last = try #require(recorder.left.lastIndex { $0 != 0 })
    try recorder.more(24_000)
    #expect(recorder.left.suffix(from: last + 1).allSatisfy { $0 == 0 })
    #expect(frames.frames - recorder.left.count { $0 != 0 } > 14_400, "what was kept is not heard")
  }

  @Test func `frames that are not ready are waited for while the server has others`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address), frames = ScarceFrames()
    output.start(stereo, from: frames) { _ in }
    try recorder.heard(48_000)
    #expect(frames.mostMissing <= 2400 + 480, "not more silence than the server needs soon")
    #expect(recorder.counted().trouble == nil)
  }

  @Test func `a suspended device is told, and it goes on where it was`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    try recorder.heard(9600)
    try server.control("suspend-sink", "nulls", "1")
    try log.suspended(true)
    // Long enough that sound which had gone on unheard meanwhile would be missed, whatever a busy machine loses.
    usleep(400_000)
    try server.control("suspend-sink", "nulls", "0")
    try log.suspended(false)
    let before = recorder.left.count { $0 != 0 }
    try recorder.heard(before + 9600)
    let all = recorder.counted()
    #expect(all.trouble == nil && all.lost < 9600, "\(all.trouble ?? ""), \(all.lost) frames lost")
    #expect(log.failure == nil)
  }

  @Test func `a device that is taken away is told`() throws {
    let server = try SoundServer()
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    try log.began()
    try server.control("unload-module", "module-null-sink")
    #expect(try log.failed() == .noDevice)
    let without = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: without.took)
    #expect(try without.failed() == .noDevice)
    try server.control("load-module", "module-null-sink")
    let again = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: again.took)
    try again.began()
  }

  @Test func `a phone call holds the sound, which goes on where it was afterwards`() throws {
    let server = try SoundServer(), recorder = try Recorder(server)
    try server.control("load-module", "module-role-cork")
    let output = PulseOutput(server: server.address), log = OutputLog()
    output.start(stereo, from: CountedFrames(), onEvent: log.took)
    try recorder.heard(9600)
    let call = try SoundServer.spawn(
      ["pacat", "-s", server.address, "--property=media.role=phone", "--raw", "/dev/zero"],
      folder: server.folder)
    try log.suspended(true)
    // Long enough that sound which had gone on unheard meanwhile would be missed, whatever a busy machine loses.
    try recorder.more(48_000)
    kill(call, SIGKILL)
    waitpid(call, nil, 0)
    try log.suspended(false)
    let before = recorder.left.count { $0 != 0 }
    try recorder.heard(before + 9600)
    let all = recorder.counted(), trouble = all.trouble(repeating: 480)
    #expect(trouble == nil && all.lost < 24_000, "\(trouble ?? ""), \(all.lost) frames lost")
  }

  @Test func `strange formats are played, or mapped to what is`() throws {
    let known: [Speaker] = [
      .frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight, .sideLeft, .sideRight,
    ]
    let strange = Campaign.part(
      4,
      of: [
        (1, 1), (8, 2), (50, 1), (1000, 1), (8000, 1), (11_025, 2), (44_100, 2), (96_000, 6), (192_000, 8),
        (384_000, 2), (400_000, 2), (2_000_000, 1), (48_000, 20), (48_000, 33),
      ])
    let server = try SoundServer()
    let output = PulseOutput(server: server.address)
    for (rate, channels) in strange {
      let speakers: [Speaker] =
        channels == 1 ? [.mono] : (0..<channels).map { channels <= 8 ? known[$0] : .auxiliary($0) }
      let log = OutputLog()
      let format = output.acceptedFormat(for: StreamFormat(sampleRate: rate, speakers: speakers))
      #expect(output.acceptedFormat(for: format) == format)
      output.start(format, from: CountedFrames(channels: format.channels), onEvent: log.took)
      try log.began()
      try eventually("a timing") { output.timing != nil }
      #expect(log.failure == nil, "\(rate) Hz, \(channels) channels")
    }
  }

  @Test func `loudspeakers are the file's own where the server knows them`() {
    func accepted(_ rate: Int, _ speakers: [Speaker]) -> StreamFormat {
      PulseOutput().acceptedFormat(for: StreamFormat(sampleRate: rate, speakers: speakers))
    }
    let surround: [Speaker] = [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .sideLeft, .sideRight]
    #expect(accepted(96_000, surround) == StreamFormat(sampleRate: 96_000, speakers: surround))
    #expect(accepted(44_100, [.auxiliary(0)]).speakers == [.mono])
    #expect(accepted(44_100, [.auxiliary(0), .auxiliary(1)]).speakers == [.frontLeft, .frontRight])
    #expect(accepted(44_100, surround + [.auxiliary(6)]).speakers == [.frontLeft, .frontRight])
    #expect(accepted(500_000, [.mono]).sampleRate == 384_000)
  }
}

extension Recorder {
  /// What was heard of each start, where those that follow each other differ in their sign; interleaved, silence left out.
  fileprivate var starts: [[Float]] {
    var starts: [[Float]] = []
    var sign: FloatingPointSign?
    let samples = all
    for start in stride(from: 0, through: samples.count - channels, by: channels) where samples[start] != 0 {
      if samples[start].sign != sign { starts.append([]) }
      sign = samples[start].sign
      starts[starts.count - 1] += samples[start..<start + channels]
    }
    return starts
  }
}
