// ByteOrder.swift
// Numbers as the bytes of a file.

/// A number as so many bytes, the lowest first; bits that have no room are dropped.
public func little(_ value: Int, _ size: Int = 4) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A number as so many bytes, the highest first; bits that have no room are dropped.
public func big(_ value: Int, _ size: Int = 4) -> [UInt8] { little(value, size).reversed() }
