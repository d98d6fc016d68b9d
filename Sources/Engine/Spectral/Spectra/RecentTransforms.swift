// RecentTransforms.swift
// The transforms of the last stretch of a recording that grows, one by one, in steps. Written by one builder, read by any
// thread; everything is under one lock, as in `SpectrogramPyramid`.

import Synchronization
import WaveformCore

/// The last transforms of a recording, as many as a bound of memory allows.
///
/// Columns that show them are exact at once: nothing coarser stands in for them, and nothing is read again.
public final class RecentTransforms: Sendable {
  /// Bytes that are kept: some minutes of stereo at usual settings.
  public static let budget = 16 << 20

  public let format: SpectrumFormat
  public let channels: Int
  /// Transforms that are kept at most.
  package let capacity: Int
  private let state = Mutex(State())

  private struct State: Sendable {
    /// A ring of rows, the first of which held the transform `origin`. It grows, so that little sound takes little.
    var rows: [UInt8] = []
    var origin = 0
    var known = 0..<0
  }

  public init(_ format: SpectrumFormat, channels: Int, budget: Int = RecentTransforms.budget) {
    self.format = format
    self.channels = channels
    capacity = max(1, budget / (format.columnSteps * channels))
  }

  private var row: Int { format.columnSteps * channels }

  /// The transforms that are kept.
  package var known: Range<Int> { state.withLock { $0.known } }

  /// Adds a transform; one that does not follow the last one begins anew.
  ///
  /// - Parameter steps: `columnSteps` bytes of each channel.
  package func append(_ transform: Int, _ steps: UnsafeBufferPointer<UInt8>) {
    precondition(steps.count == row)
    state.withLock { state in
      if state.known.upperBound != transform {
        state.known = transform..<transform
        state.origin = transform
        state.rows.removeAll(keepingCapacity: true)
      }
      let place = (transform - state.origin) % capacity * row
      if place == state.rows.count {
        state.rows.append(contentsOf: steps)
      } else {
        state.rows.withUnsafeMutableBufferPointer {
          ($0.baseAddress! + place).update(from: steps.baseAddress!, count: row)
        }
      }
      state.known = max(state.known.lowerBound, transform + 1 - capacity)..<transform + 1
    }
  }

  /// Raises the steps of a picture's columns to those of their transforms, where all of these are kept.
  ///
  /// The last transforms of a recording need sound that has not come yet; the last one that is known stands in for them, so
  /// that a picture is never empty at its end.
  ///
  /// - Parameters:
  ///   - ranges: transforms, for each column; columns of an empty range stay as they are.
  ///   - channels: whose maximum is wanted.
  ///   - part: what is wanted of each transform.
  ///   - isKnown: for each column; those that are known already stay as they are.
  ///   - steps: as many bytes for each column as the part has.
  package func raise(
    _ ranges: [Range<Int>], channels: [Int], part: SpectrumPart = .bins, isKnown: inout [Bool],
    steps: inout [UInt8]
  ) {
    let places = format.steps(of: part)
    precondition(steps.count == ranges.count * places.count && isKnown.count == ranges.count)
    let late = format.size / format.hop + 1
    state.withLock { state in
      let known = state.known
      guard let last = known.last else { return }
      state.rows.withUnsafeBufferPointer { rows in
        steps.withUnsafeMutableBufferPointer { steps in
          for (column, range) in ranges.enumerated() where !isKnown[column] && !range.isEmpty {
            guard range.lowerBound >= known.lowerBound, range.lowerBound <= last + late else { continue }
            let shown = range.lowerBound > last ? last..<last + 1 : range.clamped(to: known)
            for transform in shown {
              for channel in channels where channel < self.channels {
                Spectrograph.raise(
                  steps.baseAddress! + column * places.count,
                  to: rows.baseAddress! + (transform - state.origin) % capacity * row
                    + channel * format.columnSteps + places.lowerBound,
                  count: places.count)
              }
            }
            isKnown[column] = true
          }
        }
      }
    }
  }
}
