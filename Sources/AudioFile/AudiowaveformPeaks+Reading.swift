// AudiowaveformPeaks+Reading.swift
// From a file to audiowaveform's peaks. How audiowaveform turns samples into 16 bits: integer files as libsndfile
// does (the upper bits of 24 and 32); float files times 32,767, cut off towards zero; Vorbis and Opus times
// 32,767, rounded. Beyond full scale it wraps around, and it decodes MP3 with another library (libmad): there
// values stop at full scale here, and are those of libsndfile.

import SystemPackage
import WaveformCore

extension AudiowaveformPeaks {
  /// Reads a whole recording on the calling thread.
  ///
  /// - Parameters:
  ///   - framesPerPixel: frames in a bin; at least 2.
  ///   - splitChannels: whether each channel is kept, rather than their mean.
  /// - Returns: the peaks, and what is wrong with the recording.
  public static func read(
    _ path: FilePath, framesPerPixel: Int, splitChannels: Bool, blocks: BlockSizes = .constant(16_384)
  ) throws(AudioFileError) -> (peaks: AudiowaveformPeaks, report: ReadReport) {
    var reader = try AudioFileReader(path: path)
    let description = reader.description
    let channels = description.channels
    var builder = AudiowaveformBuilder(
      channels: channels, sampleRate: description.sampleRate, framesPerPixel: framesPerPixel,
      splitChannels: splitChannels)
    let room = blocks.frames(ofBlock: 0, bytesPerFrame: channels * 2) * channels
    let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: room)
    defer { samples.deallocate() }
    let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: description.isFloat ? room : 0)
    defer { floats.deallocate() }
    var nonFinite = 0
    var failure: AudioFileError?
    while true {
      var count = 0
      do throws(AudioFileError) {
        if description.isFloat {
          count = try reader.read(into: floats)
          nonFinite += convert(floats, into: samples, count: count * channels, rounding: description.isLossy)
        } else {
          count = try reader.read(into: samples)
        }
      } catch {
        failure = error
      }
      if count == 0 { break }
      builder.append(UnsafeBufferPointer(rebasing: samples[..<(count * channels)]))
    }
    if reader.position == 0 { throw failure ?? ReadReport.nothing(in: description, path: path) }
    let report = ReadReport(description, frames: reader.position, nonFiniteSamples: nonFinite, cause: failure)
    return (builder.finish(), report)
  }

  /// - Returns: how many samples were NaN (they become 0) or infinite (full scale).
  private static func convert(
    _ floats: UnsafeMutableBufferPointer<Float>, into samples: UnsafeMutableBufferPointer<Int16>, count: Int,
    rounding: Bool
  ) -> Int {
    var nonFinite = 0
    for index in 0..<count {
      let scaled = floats[index] * 32_767
      let value = rounding ? scaled.rounded(.toNearestOrEven) : scaled
      if value > -32_769 && value < 32_768 {
        samples[index] = Int16(value)
      } else {
        nonFinite += value.isFinite ? 0 : 1
        samples[index] = value.isNaN ? 0 : value > 0 ? .max : .min
      }
    }
    return nonFinite
  }
}
