// VoiceSet.swift
// Voices that are heard together: their samples as one recording, how loud each of them is, and what an output would
// have to take. A value that refers to what it names.

import AudioFormats

/// The voices of a time axis.
struct VoiceSet: Sendable {
  /// All voices side by side; a single voice that fits the time axis is read directly.
  let source: any SampleSource
  /// The speakers of each voice, one for each channel.
  let speakers: [[Speaker]]
  let gains: VoiceGains
  /// The sources of the voices.
  let sources: [any SampleSource]

  /// - Parameters:
  ///   - voices: not empty.
  ///   - sampleRate: frames per second of the time axis.
  init(_ voices: [PlayerVoice], sampleRate: Int) {
    let isPlain = voices.count == 1 && voices[0].offset == 0 && voices[0].source.sampleRate == sampleRate
    gains = VoiceGains(count: voices.count)
    source = isPlain ? voices[0].source : JoinedVoices(voices, sampleRate: sampleRate, gains: gains)
    sources = voices.map(\.source)
    speakers = voices.map(\.speakers)
  }

  /// The format to ask of an output: the loudspeakers of the voice that has most of them.
  var format: StreamFormat {
    var widest = speakers[0]
    for speakers in speakers where speakers.count > widest.count { widest = speakers }
    return StreamFormat(sampleRate: source.sampleRate, speakers: widest)
  }
}
