// Spectrographs.swift
// Transforms that are kept from file to file: to plan one takes as long as to check a second of sound.

import Spectral
import Synchronization

enum Spectrographs {
  private static let pools = Mutex<[SpectrumFormat: SpectrographPool]>([:])

  /// Lends a spectrograph while `body` runs; others may get others of the same format.
  static func lend<Result>(_ format: SpectrumFormat, _ body: (Spectrograph) -> Result) -> Result {
    let pool = pools.withLock { pools in
      if let pool = pools[format] { return pool }
      let pool = SpectrographPool(format)
      pools[format] = pool
      return pool
    }
    return pool.lend(body)
  }
}
