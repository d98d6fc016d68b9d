// NoiseReach.swift
// How far the sound reaches that decides what is left of a sample, and on which places its windows begin. A pure value.

/// What must be reduced with a stretch of a recording so that it comes out as that of the whole does.
///
/// Where a reduction begins on a place of the grid, its windows, and the steps in which lines are followed (where clicks are
/// repaired, the stretches in which they are looked for), are those of the whole, and only what its estimates remember differs: of what lies 1 s before a sample the
/// gain knows next to nothing.
public struct NoiseReach: Equatable, Sendable {
  /// Frames before a sample.
  public let before: Int
  /// The part of those by which stages look back that follow the sound for seconds; 0 when there is none.
  public let memory: Int
  /// Frames behind a sample.
  public let behind: Int
  /// Frames between places at which a reduction may begin.
  public let grid: Int

  /// - Parameters:
  ///   - profile: nil where there is none, as for `NoiseReducer`.
  ///   - sampleRate: frames per second, > 0.
  public init(_ profile: NoiseProfile?, _ settings: NoiseReductionSettings, sampleRate: Int) {
    let format = profile?.format ?? ShortTimeFormat(sampleRate: sampleRate)
    var memory = 0
    let repair = settings.clicks > 0 ? ClickFormat(sampleRate: sampleRate, amount: settings.clicks) : nil
    memory += repair?.delay ?? 0
    let hasLines =
      settings.removesHum && settings.reduction > 0
      && profile?.channels.contains { !$0.lines.isEmpty } ?? false
    if hasLines { memory += LineCanceller.delay(sampleRate: sampleRate) }
    var grid = 2 * format.hop
    let isAdaptive = profile == nil && settings.isAdaptive
    if isAdaptive || profile.map(settings.follows) ?? false {
      let reach = isAdaptive ? AdaptiveNoise.reach : NoiseLevels.reach
      memory += NoiseFollower.delay(format, reach: reach, sampleRate: sampleRate)
      grid = NoiseFollower.step(format) * (isAdaptive ? AdaptiveNoise.stepsPerEstimate : 1)
    }
    if hasLines {
      let common = Self.multiple(grid, LineCanceller.step(sampleRate: sampleRate))
      // At 32 and at 192 kHz they have none within a second: there the steps in which lines are followed lie elsewhere.
      if common <= sampleRate { grid = common }
    }
    self.memory = memory
    // A click is found or not: what that is judged by must be cut as in the whole.
    self.grid = repair?.hop ?? grid
    before = sampleRate + memory
    behind = ChannelAnalysis.delay(of: format) + memory
  }

  /// The least common multiple of two numbers > 0.
  private static func multiple(_ a: Int, _ b: Int) -> Int {
    var (divisor, rest) = (a, b)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    return a / divisor * b
  }
}
