// FormulaProgram.swift
// A formula as a flat list of operations, computed block by block. A value: any number of threads may run it.
// Sound: a run owns its blocks; their numbers come from `init`, which has as many as it counted.

/// The operations of one channel, in an order in which each comes after those it needs.
struct FormulaProgram: Sendable {
  /// Frames that are computed at once: the blocks of a formula of ten steps stay in the cache next to the processor.
  static let blockFrames = 512

  private struct Step {
    let operation: Operation
    /// The block of its result.
    let block: Int
  }

  private let steps: [Step]
  private let constants: [(block: Int, value: Double)]
  private let blockCount: Int
  private let result: Int
  private let sampleRate: Double

  /// - Parameters:
  ///   - operations: those that `result` needs, and perhaps others.
  ///   - result: the operation that gives the samples.
  init(_ operations: [Operation], result: Int, sampleRate: Int) {
    var lastUse = [Int](repeating: -1, count: operations.count)
    lastUse[result] = operations.count
    for index in operations.indices.reversed() where lastUse[index] >= 0 {
      for operand in operations[index].operands { lastUse[operand] = max(lastUse[operand], index) }
    }
    var blocks = [Int](repeating: -1, count: operations.count)
    var free: [Int] = []
    var count = 0
    var steps: [Step] = []
    var constants: [(Int, Double)] = []
    for (index, operation) in operations.enumerated() where lastUse[index] >= 0 {
      // Taken before those of its operands are free: no operation writes where it reads.
      if case .constant(let bits) = operation {
        // Filled once for all blocks of frames, so nobody else may have it.
        constants.append((count, Double(bitPattern: bits)))
        blocks[index] = count
        count += 1
        continue
      }
      if let block = free.popLast() {
        blocks[index] = block
      } else {
        blocks[index] = count
        count += 1
      }
      steps.append(Step(operation: operation.renamed { blocks[$0] }, block: blocks[index]))
      for operand in Set(operation.operands) where lastUse[operand] == index {
        if case .constant = operations[operand] { continue }
        free.append(blocks[operand])
      }
    }
    self.steps = steps
    self.constants = constants
    blockCount = count
    self.result = blocks[result]
    self.sampleRate = Double(sampleRate)
  }

  /// Computes frames from `first` on.
  ///
  /// - Parameter take: is given one block after the other; where it begins, counted from `first`.
  /// - Complexity: O(`count` · operations)
  func run(first: Int, count: Int, _ take: (UnsafeBufferPointer<Double>, _ at: Int) -> Void) {
    let size = min(count, Self.blockFrames)
    guard size > 0 else { return }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: blockCount * size) { room in
      let base = room.baseAddress!
      for constant in constants {
        (base + constant.block * size).initialize(repeating: constant.value, count: size)
      }
      for done in stride(from: 0, to: count, by: size) {
        let part = min(size, count - done)
        for step in steps {
          apply(step.operation, to: base + step.block * size, first: first + done, part) {
            UnsafePointer(base + $0 * size)
          }
        }
        take(UnsafeBufferPointer(start: base + result * size, count: part), done)
      }
    }
  }

  private func apply(
    _ operation: Operation, to out: UnsafeMutablePointer<Double>, first: Int, _ count: Int,
    _ block: (Int) -> UnsafePointer<Double>
  ) {
    switch operation {
    case .constant: break
    case .frame: for index in 0..<count { out[index] = Double(first + index) }
    case .time: for index in 0..<count { out[index] = Double(first + index) / sampleRate }
    case .unary(let kind, let a): kind.apply(block(a), out, count)
    case .binary(let kind, let a, let b): kind.apply(block(a), block(b), out, count)
    case .choice(let a, let b, let c):
      let (condition, yes, no) = (block(a), block(b), block(c))
      for index in 0..<count {
        out[index] = Operation.Binary.holds(condition[index]) ? yes[index] : no[index]
      }
    case .white(let seed): FrameNoise.white(seed, first: first, out, count)
    case .pink(let seed): FrameNoise.pink(seed, first: first, out, count)
    case .pulses(let a):
      let frequency = block(a)
      for index in 0..<count {
        let frame = Double(first + index)
        // The product of whole numbers is exact and the quotient is rounded once: no pulse comes a frame too late.
        let now = (frame * frequency[index] / sampleRate).rounded(.down)
        let before = ((frame - 1) * frequency[index] / sampleRate).rounded(.down)
        // Not “unlike”: NaN is unlike itself.
        out[index] = frame == 0 || now > before || now < before ? 1 : 0
      }
    }
  }
}
