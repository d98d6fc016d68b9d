// WaveformColumns+Lanes.swift
// Several channels in one lane. Extremes of a sum cannot be known from extremes of its parts, so channels are never
// added: what is drawn means the same at every zoom, from bins and from samples.

extension WaveformColumns {
  /// The envelope of several channels: from the lowest to the highest sample of any of them. Loudness is that of all
  /// their samples together: the root of the mean of squares, the mean of magnitudes.
  ///
  /// - Parameter channels: as many columns each; at least one channel.
  public static func mixed(_ channels: [WaveformColumns]) -> WaveformColumns {
    guard var mixed = channels.first, channels.count > 1 else { return channels[0] }
    for column in 0..<mixed.count {
      var (low, high) = (Float.infinity, -Float.infinity)
      var (squares, magnitudes, known) = (Float(0), Float(0), Float(0))
      for channel in channels where !channel.isEmpty(at: column) {
        low = min(low, channel.low[column])
        high = max(high, channel.high[column])
        squares += channel.rms[column] * channel.rms[column]
        magnitudes += channel.meanMagnitude[column]
        known += 1
      }
      mixed.low[column] = low
      mixed.high[column] = high
      mixed.rms[column] = known > 0 ? (squares / known).squareRoot() : 0
      mixed.meanMagnitude[column] = known > 0 ? magnitudes / known : 0
    }
    return mixed
  }

  /// The magnitude of one channel above the axis, of another one below it. Where only one of them has a finite
  /// sample the other one is drawn as silence.
  ///
  /// - Parameters: as many columns each.
  public static func mirrored(above: WaveformColumns, below: WaveformColumns) -> WaveformColumns {
    var mirrored = above
    mirrored.below = Loudness(rms: below.rms, meanMagnitude: below.meanMagnitude)
    for column in 0..<mirrored.count {
      guard !above.isEmpty(at: column) || !below.isEmpty(at: column) else { continue }
      mirrored.high[column] = above.peak(at: column)
      mirrored.low[column] = -below.peak(at: column)
    }
    return mirrored
  }

  /// The largest |x| of a column; 0 where it holds nothing.
  private func peak(at column: Int) -> Float {
    isEmpty(at: column) ? 0 : max(high[column], -low[column])
  }
}
