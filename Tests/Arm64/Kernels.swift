// Kernels.swift
// Calls the kernels of SampleKernel and SpectralKernel, with whose sources it is compiled, for scripts/arm64. No
// library of Swift is needed: what is written is hashed by main.c.
// Unsafe: main.c gives 16,384 numbers of each kind, and room for as many bytes as are written.

/// Runs one kernel.
///
/// - Parameters:
///   - bytes: any bytes, also taken as 16-bit samples.
///   - numbers: from −1 to 1.
///   - wild: infinities, numbers that are none, tiny and huge ones.
/// - Returns: false behind the last one.
@_cdecl("barline_run")
public func run(
  _ kernel: Int32, _ bytes: UnsafeMutableRawPointer, _ numbers: UnsafeMutablePointer<Float>,
  _ wild: UnsafeMutablePointer<Float>, _ out: UnsafeMutableRawPointer
) -> Bool {
  let shorts = bytes.assumingMemoryBound(to: Int16.self)
  let floats = out.assumingMemoryBound(to: Float.self)
  let doubles = out.assumingMemoryBound(to: Double.self)
  let count = 4_099
  switch kernel {
  case 0: upperOf24(bytes, count, isSwapped: false, into: out.assumingMemoryBound(to: Int16.self))
  case 1: upperOf24(bytes, count, isSwapped: true, into: out.assumingMemoryBound(to: Int16.self))
  case 2: numbersOf24(bytes, count, isSwapped: false, into: floats)
  case 3: numbersOf24(bytes, count, isSwapped: true, into: floats)
  case 4: upperOf32(bytes, count, isSwapped: false, into: out.assumingMemoryBound(to: Int16.self))
  case 5: upperOf32(bytes, count, isSwapped: true, into: out.assumingMemoryBound(to: Int16.self))
  case 6: numbersOf32(bytes, count, isSwapped: false, into: floats)
  case 7: numbersOf32(bytes, count, isSwapped: true, into: floats)
  case 8:
    scanSums(bytes, bins: 16, frames: 256, out)
    foldSums(out, bins: 8)
  case 9: scanFloats(numbers, 4_096, out)
  case 10: scanIntegers(bytes, 16, bytesPerBin: 1_024, out)
  case 11, 12:
    let channels = Int(kernel) - 10
    let coefficients: (Double, Double, Double, Double, Double, Double, Double) =
      (1.535, -2.69, 1.198, -1.69, 0.732, -1.99, 0.99)
    withUnsafeBytes(of: coefficients) {
      let coefficients = $0.baseAddress!.assumingMemoryBound(to: Double.self)
      weigh(numbers, frames: count, channels: channels, coefficients, doubles, doubles + 16)
    }
  case 13: takeIn16(shorts, count: count, step: 1, into: floats)
  case 14: takeIn16(shorts, count: count, step: 2, into: floats)
  case 15: takeIn(wild, count: count, step: 1, into: floats)
  case 16: takeIn(wild, count: count, step: 2, into: floats)
  case 17:
    for index in 0..<4_096 { floats[index] = wild[index] }
    silenceFaint(floats, count: 4_096)
  case 18: foldPowers(numbers, numbers + 4_200, size: 4_096, into: floats, floats + 4_200, count: 2_048)
  case 19:
    for index in 0..<count { floats[index] = numbers[index] * numbers[index] }
    findSteps(floats, count: count, into: (out + 32_768).assumingMemoryBound(to: UInt8.self))
  case 20:
    raiseSteps(
      out.assumingMemoryBound(to: UInt8.self), to: UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self)),
      count: count)
  case 21: interleave(numbers, planeSize: 4_200, channels: 2, frames: count, into: floats)
  case 22: cutPair(numbers, size: 2_048, hop: 512, window: numbers + 8_000, into: floats, floats + 4_096)
  case 23:
    for index in 0..<4_096 { floats[index] = numbers[index] * numbers[index] * 9 }
    findGains(
      floats, floats + 2_048, before: floats + 4_096, held: floats + 6_144, count: 2_048, memory: 0.98,
      leastRatio: 0.01, release: 0.7, floor: 0.1)
    smooth(floats + 8, binCount: 2_001, count: 2_000, passes: 3)
  case 24:
    for index in 0..<4_096 { floats[index] = numbers[index] }
    raise(floats, to: numbers + 5_000, count: 4_096)
    multiply(floats, by: numbers + 7_000, count: 4_096)
  case 25:
    findRatios(
      numbers, numbers + 4_200, size: 4_096, inverseNoise: numbers + 9_000, into: floats, floats + 4_200,
      count: 2_048)
  case 26: scanSigns(numbers, count, channels: 1, doubles, (out + 64).assumingMemoryBound(to: Int.self))
  default: return false
  }
  return true
}
