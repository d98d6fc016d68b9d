// barline-bench [NAME…] | read FILE | decode FILE
// Runs the named benchmarks, or all of them, and prints one figure per line: name, value, unit. Build it for
// release. With `read` or `decode` it is itself the yardstick. `Benchmarks/run` compares and keeps the figures.

import Glibc

let benchmarks: [(name: String, run: () -> Void)] = [
  ("painting", benchmarkPainting), ("strategies", benchmarkStrategies), ("columns", benchmarkColumns),
  ("kernels", benchmarkKernels), ("reading", benchmarkReading),
  ("decoding", benchmarkDecoding), ("denoise", benchmarkNoiseReduction),
  ("voices", benchmarkVoices), ("spectra", benchmarkTransforms), ("band", benchmarkBand),
]

let wanted = CommandLine.arguments.dropFirst()
if wanted.count == 2, wanted.first == "read" { exit(readOnly(wanted.last!)) }
if wanted.count == 2, wanted.first == "decode" { exit(decodeOnly(wanted.last!)) }
for name in wanted where !benchmarks.contains(where: { $0.name == name }) {
  print("barline-bench: \(name): there is no such benchmark, only \(benchmarks.map(\.name))")
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) { benchmark.run() }
