// Decoder.swift
// What every way to get at samples has in common. One decoder belongs to one thread at a time; several on one
// file do not disturb each other, for all of them read by position.

import SystemPackage

/// An open recording from which samples come.
protocol Decoder: AnyObject {
  /// Decodes the next frames as 16-bit integers; wider samples lose their lower bits.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int

  /// Decodes the next frames as numbers in full scale ±1.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int

  /// Goes to a frame: exactly, or not at all.
  ///
  /// - Returns: false when it cannot go there; where it stands is then unknown.
  func seek(toFrame frame: Int) -> Bool

  /// Why reading fell short, when the device failed.
  var failure: Errno? { get }
}
