import AudioFormats
import Comparing
import Glibc
import TestSupport
import Testing
import WaveformCore

struct AlignerTests {
  private func aligned(_ a: HeldSource, _ b: HeldSource) throws -> Alignment {
    try #require(try Aligner.align(a, lengthA: a.length, b, lengthB: b.length))
  }

  /// The offset at which the normalized correlation is largest, looked for at every single one.
  private func bruteOffset(_ a: [Float], _ b: [Float]) -> Int {
    var best = (offset: 0, value: -1.0)
    for offset in 1 - b.count..<a.count {
      let frames = max(0, offset)..<min(a.count, offset + b.count)
      // A few frames fit by chance.
      guard frames.count > min(a.count, b.count) / 4 else { continue }
      var sums = (ab: 0.0, aa: 0.0, bb: 0.0)
      for frame in frames {
        let x = Double(a[frame]), y = Double(b[frame - offset])
        sums = (sums.ab + x * y, sums.aa + x * x, sums.bb + y * y)
      }
      let value = abs(sums.ab) / (sums.aa * sums.bb).squareRoot()
      if value > best.value { best = (offset, value) }
    }
    return best.offset
  }

  @Test func `short recordings lie where a search through every offset finds them`() throws {
    var chance = RandomNumbers(seed: 19)
    for round in 0..<12 {
      let sound = Sounds.varied(3_000, seed: UInt64(round))
      let cuts = (a: Int.random(in: 0..<900, using: &chance), b: Int.random(in: 0..<900, using: &chance))
      // ±12 dB, either way up, with noise 20 dB below.
      let gain = Float(exp2(Double.random(in: -2...2, using: &chance)))
      let sign: Float = Bool.random(using: &chance) ? 1 : -1
      let level = Float((Sounds.power(sound) * 3 / 100).squareRoot())
      let noise = Sounds.noise(3_000, level: level, seed: UInt64(100 + round))
      let a = Array(sound[cuts.a...])
      let b = zip(sound, noise).dropFirst(cuts.b).map { ($0 + $1) * gain * sign }
      let found = try aligned(HeldSource(a), HeldSource(b))
      #expect(bruteOffset(a, b) == cuts.b - cuts.a)
      #expect(found.offsetFrames == Double(cuts.b - cuts.a), "round \(round)")
      #expect(found.isInverted == (sign < 0))
      // Within 0.1 dB.
      #expect(abs(found.gain / Double(gain) - 1) < 0.0116)
      #expect(found.driftPpm == 0)
      #expect(found.certainty >= Alignment.surely)
    }
  }

  @Test func `long recordings are found by their envelopes`() throws {
    // Together more than the frames that are correlated one by one.
    let sound = Sounds.varied(700_000, seed: 4)
    for (from, to) in [(0, 12_345), (54_321, 0), (0, 600_000)] {
      let a = HeldSource(Array(sound[from...])), b = HeldSource(Array(sound[to...]))
      let found = try aligned(a, b)
      #expect(found.offsetFrames == Double(to - from))
      #expect(found.gain == 1)
      #expect(found.certainty >= Alignment.surely)
    }
  }

  /// The first is searched by its envelopes, the second by all of its samples.
  @Test(arguments: [70_001, 4_001])
  func `a sound that repeats itself exactly lies where most is in common, and is not believed`(
    _ period: Int
  ) throws {
    let once = Sounds.varied(period, seed: 31), sound = (0..<10 * period).map { once[$0 % period] }
    let whole = HeldSource(sound), cut = HeldSource(Array(sound[1_000...]))
    let cutTwice = HeldSource(Array(sound[(2 * period + 1_234)...]))
    // As much is in common at three places with the last one: then the nearest.
    for (a, b, offset) in [(whole, cut, 1_000.0), (cutTwice, whole, -1_234)] {
      let found = try aligned(a, b)
      #expect(found.offsetFrames == offset)
      #expect(found.certainty < Alignment.surely && found.doubt != nil)
    }
  }

  @Test func `a repetition that is not quite the same is no rival`() throws {
    let period = 150_000, once = Sounds.varied(period, seed: 33)
    // 40 dB below the sound there is something else each time.
    let level = Float((Sounds.power(once) * 3 / 10_000).squareRoot())
    let other = Sounds.noise(4 * period, level: level, seed: 34)
    let sound = other.indices.map { once[$0 % period] + other[$0] }
    let found = try aligned(HeldSource(sound), HeldSource(Array(sound[(period + 777)...])))
    #expect(found.offsetFrames == Double(period + 777))
    #expect(found.certainty >= Alignment.surely && found.doubt == nil)
  }

  @Test func `two recordings of which only the end and the beginning overlap are found`() throws {
    let sound = Sounds.varied(1_300_000, seed: 35)
    let a = HeldSource(Array(sound[..<700_000])), b = HeldSource(Array(sound[640_000...]))
    let found = try aligned(a, b)
    #expect(found.offsetFrames == 640_000 && found.certainty >= Alignment.surely)
  }

  @Test(arguments: [-300.0, -20, 3, 100]) func `drift is found to one in a million`(_ ppm: Double) throws {
    let rate = 8_000, frames = 60 * rate
    let sound = Sounds.varied(frames, seed: 9)
    let heard = Sounds.resampled(sound, from: 2_000, speed: 1 / (1 + ppm / 1e6), count: frames - 3_000)
    let found = try aligned(HeldSource(sound), HeldSource(heard))
    #expect(abs(found.driftPpm - ppm) < 1)
    #expect(abs(found.offsetFrames - 2_000) < 0.5)
    #expect(found.certainty >= Alignment.surely)
  }

  @Test func `recordings of different rates fit either way`() throws {
    let sound = Sounds.varied(44_100 * 2, seed: 11, rate: 44_100)
    let other = Sounds.resampled(sound, from: 4_410, speed: 44_100 / 48_000, count: 80_000)
    let a = HeldSource(sound, rate: 44_100), b = HeldSource(other, rate: 48_000)
    let found = try aligned(a, b)
    #expect(abs(found.offsetFrames - 4_410) < 0.1)
    #expect(abs(try aligned(b, a).offsetFrames + 4_800) < 0.1)
  }

  @Test func `a cut leaves the greater part aligned, and is told`() throws {
    let sound = Sounds.varied(700_000, seed: 21)
    let cut = Array(sound[..<180_000] + sound[240_000...])
    let found = try aligned(HeldSource(sound), HeldSource(cut))
    #expect(found.offsetFrames == 60_000)
    #expect(found.doubt != nil)
    // To a few frames: the next ones may be alike by chance.
    func expectPieces(_ found: Alignment, _ wanted: [(range: Range<Int>, offset: Double)]) {
      #expect(found.pieces.map(\.offsetFrames) == wanted.map(\.offset))
      for (piece, wanted) in zip(found.pieces, wanted) {
        #expect(abs(piece.frames.lowerBound - wanted.range.lowerBound) < 16)
        #expect(abs(piece.frames.upperBound - wanted.range.upperBound) < 16)
      }
    }
    expectPieces(found, [(0..<180_000, 0), (240_000..<700_000, 60_000)])
    // What is missing in one was put into the other.
    let reversed = try aligned(HeldSource(cut), HeldSource(sound))
    expectPieces(reversed, [(0..<180_000, 0), (180_000..<640_000, -60_000)])
    #expect(try aligned(HeldSource(sound), HeldSource(sound)).pieces.isEmpty)
  }

  @Test func `what has nothing in common is not believed`() throws {
    let count = 20_000
    let varied = Sounds.varied(count, seed: 1), other = Sounds.varied(count, seed: 2)
    let zeros = [Float](repeating: 0, count: count), level = [Float](repeating: 0.25, count: count)
    let tone = Sounds.tone(count, 1 / 18.2)
    let loop = (0..<count).map { varied[$0 % 1_000] }
    let pairs: [(String, [Float], [Float])] = [
      ("unrelated", varied, other), ("silence", zeros, zeros), ("silence beside sound", varied, zeros),
      ("a constant", level, level), ("one frame", [0.5], [0.5]), ("one frame beside many", varied, [0.5]),
      ("a tone", tone, Array(tone[333...])), ("a loop", loop, Array(loop[3_000...])), ("nothing", [], varied),
      ("not a number", [Float](repeating: .nan, count: count), varied),
    ]
    for (name, a, b) in pairs {
      let found = try aligned(HeldSource(a), HeldSource(b))
      #expect(found.certainty < Alignment.surely, "\(name)")
      #expect(found.doubt != nil, "\(name)")
      #expect(found.offsetFrames.isFinite && found.gain > 0 && found.gain.isFinite, "\(name)")
    }
  }

  @Test func `a recording lies on itself exactly`() throws {
    let a = HeldSource(Sounds.varied(30_000, seed: 5))
    let found = try aligned(a, a)
    #expect(found.offsetFrames == 0 && found.factor == 1 && found.driftPpm == 0 && found.doubt == nil)
  }

  @Test func `channels of opposite polarity do not hide a recording`() throws {
    let sound = Sounds.varied(20_000, seed: 6)
    let stereo = sound.flatMap { [$0, -$0] }
    let a = HeldSource(stereo, channels: 2), b = HeldSource(Array(stereo[4_000...]), channels: 2)
    #expect(try aligned(a, b).offsetFrames == 2_000)
  }

  @Test func `a search that is stopped ends without an answer`() throws {
    let sound = Sounds.varied(700_000, seed: 7)
    var asked = 0
    let source = HeldSource(sound)
    let found = try Aligner.align(source, lengthA: source.length, source, lengthB: source.length) {
      asked += 1
      return asked > 3
    }
    #expect(found == nil)
  }
}
