// FormatTextTests.swift
// Every container and every encoding that has a name: the text for people, and that it comes back from the cache.

import CSndfile
import Testing
import WaveformCore

@testable import CodecDecoding
@testable import AudioDecoding
@testable import AudioFormats
@testable import Recording

@Suite struct FormatTextTests {
  /// libsndfile's formats.
  private static let sndfileContainers = [
    (SF_FORMAT_WAV, "WAV"), (SF_FORMAT_AIFF, "AIFF"), (SF_FORMAT_AU, "AU"), (SF_FORMAT_RAW, "raw"),
    (SF_FORMAT_PAF, "PAF"), (SF_FORMAT_SVX, "SVX"), (SF_FORMAT_NIST, "NIST"), (SF_FORMAT_VOC, "VOC"),
    (SF_FORMAT_IRCAM, "IRCAM"), (SF_FORMAT_W64, "W64"), (SF_FORMAT_MAT4, "MAT4"), (SF_FORMAT_MAT5, "MAT5"),
    (SF_FORMAT_PVF, "PVF"), (SF_FORMAT_XI, "XI"), (SF_FORMAT_HTK, "HTK"), (SF_FORMAT_SDS, "SDS"),
    (SF_FORMAT_AVR, "AVR"), (SF_FORMAT_WAVEX, "WAV"), (SF_FORMAT_SD2, "SD2"), (SF_FORMAT_FLAC, "FLAC"),
    (SF_FORMAT_CAF, "CAF"), (SF_FORMAT_WVE, "WVE"), (SF_FORMAT_OGG, "Ogg"), (SF_FORMAT_MPC2K, "MPC2K"),
    (SF_FORMAT_RF64, "RF64"), (SF_FORMAT_MPEG, "MPEG"), (0, "sound"),
  ]
  private static let sndfileEncodings = [
    (SF_FORMAT_PCM_S8, "8-bit PCM"), (SF_FORMAT_PCM_U8, "8-bit PCM"), (SF_FORMAT_PCM_16, "16-bit PCM"),
    (SF_FORMAT_PCM_24, "24-bit PCM"), (SF_FORMAT_PCM_32, "32-bit PCM"), (SF_FORMAT_FLOAT, "32-bit float"),
    (SF_FORMAT_DOUBLE, "64-bit float"), (SF_FORMAT_ULAW, "µ-law"), (SF_FORMAT_ALAW, "A-law"),
    (SF_FORMAT_IMA_ADPCM, "IMA ADPCM"), (SF_FORMAT_MS_ADPCM, "MS ADPCM"), (SF_FORMAT_GSM610, "GSM 6.10"),
    (SF_FORMAT_VOX_ADPCM, "VOX ADPCM"), (SF_FORMAT_NMS_ADPCM_16, "NMS ADPCM"),
    (SF_FORMAT_NMS_ADPCM_24, "NMS ADPCM"), (SF_FORMAT_NMS_ADPCM_32, "NMS ADPCM"),
    (SF_FORMAT_G721_32, "G.721"), (SF_FORMAT_G723_24, "G.723"), (SF_FORMAT_G723_40, "G.723"),
    (SF_FORMAT_DWVW_12, "12-bit DWVW"), (SF_FORMAT_DWVW_16, "16-bit DWVW"),
    (SF_FORMAT_DWVW_24, "24-bit DWVW"), (SF_FORMAT_DWVW_N, "DWVW"), (SF_FORMAT_DPCM_8, "8-bit DPCM"),
    (SF_FORMAT_DPCM_16, "16-bit DPCM"), (SF_FORMAT_VORBIS, "Vorbis"), (SF_FORMAT_OPUS, "Opus"),
    (SF_FORMAT_ALAC_16, "16-bit ALAC"), (SF_FORMAT_ALAC_20, "20-bit ALAC"),
    (SF_FORMAT_ALAC_24, "24-bit ALAC"), (SF_FORMAT_ALAC_32, "32-bit ALAC"), (SF_FORMAT_MPEG_LAYER_I, "MP1"),
    (SF_FORMAT_MPEG_LAYER_II, "MP2"), (SF_FORMAT_MPEG_LAYER_III, "MP3"), (0, "unknown encoding"),
  ]
  /// ffmpeg's demuxers; the last ones are not listed anywhere.
  private static let demuxers = [
    ("aac", "ADTS"), ("ac3", "AC-3"), ("amr", "AMR"), ("ape", "Monkey’s Audio"), ("asf", "Windows Media"),
    ("avi", "AVI"), ("dsf", "DSF"), ("dts", "DTS"), ("dtshd", "DTS"), ("eac3", "E-AC-3"), ("flac", "FLAC"),
    ("flv", "Flash Video"), ("iff", "IFF"), ("loas", "LOAS"), ("mlp", "MLP"), ("mp3", "MPEG"),
    ("mpc", "Musepack"), ("mpc8", "Musepack"), ("mpeg", "MPEG program stream"),
    ("mpegts", "MPEG transport stream"), ("mxf", "MXF"), ("nut", "NUT"), ("ogg", "Ogg"), ("oma", "OpenMG"),
    ("rm", "RealMedia"), ("shn", "Shorten"), ("tak", "TAK"), ("truehd", "TrueHD"), ("tta", "True Audio"),
    ("wav", "WAV"), ("aiff", "AIFF"), ("caf", "CAF"), ("wv", "WavPack"), ("xwma", "xWMA"),
    ("matroska", "Matroska"), ("nistsphere", "NISTSPHERE"), ("asf_o", "ASF_O"),
  ]
  /// ffmpeg's codecs, of 24 bits where that matters.
  private static let codecs = [
    ("aac", "AAC"), ("aac_latm", "AAC"), ("ac3", "AC-3"), ("alac", "24-bit ALAC"), ("amr_nb", "AMR-NB"),
    ("amr_wb", "AMR-WB"), ("ape", "24-bit Monkey’s Audio"), ("atrac3", "ATRAC3"), ("atrac3p", "ATRAC3plus"),
    ("cook", "RealAudio Cook"), ("dts", "DTS"), ("eac3", "E-AC-3"), ("flac", "24-bit FLAC"),
    ("gsm", "GSM 6.10"), ("gsm_ms", "GSM 6.10"), ("mlp", "24-bit MLP"), ("mp1", "MP1"), ("mp2", "MP2"),
    ("mp3", "MP3"), ("musepack7", "Musepack"), ("musepack8", "Musepack"), ("opus", "Opus"),
    ("qdm2", "QDesign Music"), ("shorten", "24-bit Shorten"), ("speex", "Speex"), ("tak", "24-bit TAK"),
    ("truehd", "24-bit TrueHD"), ("tta", "24-bit True Audio"), ("vorbis", "Vorbis"),
    ("wavpack", "24-bit WavPack"), ("wmalossless", "24-bit WMA Lossless"), ("wmapro", "WMA Pro"),
    ("wmav1", "WMA"), ("wmav2", "WMA"), ("wmavoice", "WMA Voice"), ("adpcm_ima_qt", "IMA ADPCM"),
    ("adpcm_ima_wav", "IMA ADPCM"), ("adpcm_ms", "MS ADPCM"), ("mp4als", "24-bit MP4ALS"),
    ("ralf", "24-bit RALF"), ("s302m", "24-bit S302M"), ("pcm_alaw", "A-law"), ("pcm_mulaw", "µ-law"),
    ("pcm_s24le", "24-bit PCM"), ("pcm_f24le", "24-bit float"), ("pcm_vidc", "24-bit PCM"),
    ("adpcm_ima_apc", "ADPCM IMA APC"),
  ]

  private static func answer(_ demuxer: String, brand: String = "") -> FFprobeAnswer {
    var answer = FFprobeAnswer([])
    (answer.formatName, answer.brand) = (demuxer + ",another", brand)
    return answer
  }

  private static func encoding(_ codec: String, profile: String = "", bits: Int = 24) -> Encoding {
    var track = FFprobeAnswer.Track()
    (track.codec, track.profile, track.bitsPerSample) = (codec, profile, bits)
    return FFmpegNames.encoding(track)
  }

  private static let containers: [(Container, String)] =
    sndfileContainers.map { (FormatNames.container(Int32($0)), $1) }
    + demuxers.map { (FFmpegNames.container(answer($0), guess: .unknown), $1) }
    + [("qt  ", "QuickTime"), ("M4A ", "M4A"), ("isom", "MP4")].map {
      (FFmpegNames.container(answer("mov", brand: $0), guess: .unknown), $1)
    } + [
      (FFmpegNames.container(answer("matroska"), guess: FormatGuess(head: webM)), "WebM"),
      (FFmpegNames.container(answer("matroska"), guess: FormatGuess(head: Array(webM[..<4]))), "Matroska"),
      (Container.function, "function"),
    ]
  private static let webM = [0x1A, 0x45, 0xDF, 0xA3] + Array("webm".utf8)

  private static let encodings: [(Encoding, String)] =
    sndfileEncodings.map { (FormatNames.encoding(Int32($0)), $1) }
    + codecs.map { (encoding($0), $1) }
    + zip(SampleEncoding.allCases, plain).map { (Encoding(plain: $0), $1) } + [
      (encoding("aac", profile: "HE-AACv2"), "HE-AAC"), (encoding("alac", bits: 0), "ALAC"),
    ]
  private static let plain =
    ["8", "8", "16", "16", "24", "24", "32", "32"].map { $0 + "-bit PCM" }
    + ["32-bit float", "32-bit float", "64-bit float", "64-bit float", "A-law", "µ-law"]

  /// What an entry of the cache makes of it.
  private func kept(_ container: Container, _ encoding: Encoding) throws -> AudioDescription {
    let description = AudioDescription(
      container: container, encoding: encoding, layout: .usual(1), sampleRate: 8000, framesPromised: nil,
      isFloat: false, isLossy: false, seeking: .exact, byteCount: 1,
      audioTracks: [
        AudioTrack(label: "", title: nil, language: nil, encoding: encoding, channels: 1, sampleRate: 8000)
      ])
    let head = PeakCacheEntry.Head(
      key: [], isFloat: false, description: description,
      report: ReadReport(
        frames: 1, framesPromised: nil, nonFiniteSamples: 0, isComplete: true, warnings: [], seeking: .exact),
      shape: PeakPyramidShape(
        channels: 1, baseFramesPerBin: 256, finestLevel: 0, levelCount: 1, frames: 1, nonFiniteSamples: 0),
      markBytes: 0)
    return try PeakCacheEntry.Head(head.bytes).description
  }

  @Test func `every container and encoding has its text, and comes back from the cache`() throws {
    for (container, text) in Self.containers {
      let found = try kept(container, Encoding(.unknown))
      #expect(container.text == text && found.container == container, "\(container)")
    }
    for (encoding, text) in Self.encodings {
      let found = try kept(.unknown, encoding)
      #expect(encoding.text == text && found.encoding == encoding, "\(encoding)")
      #expect(found.audioTracks.map(\.encoding) == [encoding] && found.encodingText == text)
    }
    let kinds = SampleEncoding.Kind.allCases.map(\.label)
    #expect(
      kinds == [
        "8-bit, signed", "8-bit, unsigned", "16-bit", "24-bit", "32-bit", "32-bit float", "64-bit float",
        "A-law",
        "µ-law",
      ])
    #expect(Set(Container.texts.keys).subtracting(Self.containers.map(\.0.code)) == [])
    #expect(Set(Encoding.Codec.texts.keys).subtracting(Self.encodings.map(\.0.codec.code)) == [])
  }

  @Test(
    arguments: [
      ("wv", "wavpack", "24-bit", "WavPack, 24-bit"),
      ("wv", "pcm_s24le", "24-bit PCM", "WavPack, 24-bit PCM"),
      ("matroska", "wavpack", "24-bit WavPack", "Matroska, 24-bit WavPack"), ("ac3", "ac3", "AC-3", "AC-3"),
      ("flac", "flac", "24-bit", "FLAC, 24-bit"), ("xyz", "x_yz", "X YZ", "XYZ, X YZ"),
    ])
  func `beside the container nothing is said twice`(
    demuxer: String, codec: String, encoding: String, both: String
  ) throws {
    let container = FFmpegNames.container(Self.answer(demuxer), guess: .unknown)
    let description = try kept(container, Self.encoding(codec))
    #expect(description.encodingText == encoding && description.formatText == both)
  }
}
