// Mutator.swift
// Damages bytes in the ways in which files are damaged, and in which people attack parsers. The same damage in
// every run: a seed decides.

import Glibc
import SystemPackage
import TestSupport

/// Makes endless variations of a few real inputs.
struct Mutator {
  private var random: RandomNumbers
  private let seeds: [[UInt8]]

  /// - Parameter seeds: inputs that a parser accepts; at least one, none of them empty.
  init(_ seeds: [[UInt8]], seed: UInt64) {
    precondition(!seeds.isEmpty && seeds.allSatisfy { !$0.isEmpty })
    self.seeds = seeds
    random = RandomNumbers(seed: seed)
  }

  /// One of the inputs with one to six damages.
  mutating func next() -> [UInt8] {
    var bytes = seeds[random.below(seeds.count)]
    for _ in 0...random.below(6) { damage(&bytes) }
    return bytes
  }

  /// Numbers at which sizes, counts and signs break.
  private static let edges: [UInt64] = [
    0, 1, 2, 3, 7, 8, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF, 0x1_0000, 0x7FFF_FFFF,
    0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, 0x1_0000_0000, 1 << 59, 1 << 60, 1 << 62, 0x7FFF_FFFF_FFFF_FFFF,
    1 << 63,
    .max - 8, .max,
  ]

  private mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    // Headers stand at the beginning: half of the damage goes there.
    let place = random.below(random.below(2) == 0 ? min(bytes.count, 64) : bytes.count)
    switch random.below(10) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2, 3, 4:
      write(Self.edges[random.below(Self.edges.count)], to: &bytes, at: place)
    case 5:
      // A size that is just the rest, or a little off it.
      let rest = max(0, bytes.count - place + random.below(17) - 8)
      write(UInt64(rest), to: &bytes, at: place)
    case 6: bytes.removeSubrange(place...)
    case 7: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(16)))
    case 8:
      let copy = Array(bytes[place..<min(bytes.count, place + 1 + random.below(64))])
      bytes.insert(contentsOf: copy, at: random.below(bytes.count + 1))
    default:
      // The end of another input.
      let other = seeds[random.below(seeds.count)]
      bytes.replaceSubrange(place..., with: other[random.below(other.count)...])
    }
  }

  /// A number of 1, 2, 4 or 8 bytes in either order, as far as it fits.
  private mutating func write(_ value: UInt64, to bytes: inout [UInt8], at place: Int) {
    let size = 1 << random.below(4)
    let isBig = random.below(2) == 0
    for index in 0..<size where place + index < bytes.count {
      bytes[place + index] = UInt8(
        truncatingIfNeeded: value >> UInt64(8 * (isBig ? size - 1 - index : index)))
    }
  }
}

/// One file that holds one input after the other.
struct FuzzFile {
  let path: FilePath
  private let descriptor: Int32

  init(in folder: TestFolder, name: String = "fuzz") {
    path = folder.file(name)
    descriptor = open(path.string, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0)
  }

  /// Replaces the content. Never by way of length 0: ext4 then writes the file out, 4 ms each time.
  func write(_ bytes: [UInt8]) {
    precondition(
      pwrite(descriptor, bytes, bytes.count, 0) == bytes.count && ftruncate(descriptor, bytes.count) == 0)
  }

  func close() { _ = Glibc.close(descriptor) }
}
