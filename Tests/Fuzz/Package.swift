// swift-tools-version: 6.2
// The fuzzers: the engine's sources, compiled with what libFuzzer and AddressSanitizer look at, and one program that feeds
// any of the parsers (scripts/fuzz). A package of its own, so that nothing of this is in what ships. `Sources` and
// `Entries` are symbolic links; the targets are those of the package above that parse something, and what they need.
import Glibc
import PackageDescription

// Where the package above has it: in a release tarball, or fetched.
let vendored = access(Context.packageDirectory + "/../../vendor", F_OK) == 0
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])]

let package = Package(
  name: "barline-fuzz",
  dependencies: [.package(path: "../../" + (vendored ? "vendor/" : ".build/checkouts/") + "swift-system")],
  targets: [
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile"),
    .systemLibrary(name: "CVorbisFile", pkgConfig: "vorbisfile"),
    .systemLibrary(name: "CMPG123", pkgConfig: "libmpg123"),
    .systemLibrary(name: "COpusFile", pkgConfig: "opusfile"),
    .systemLibrary(name: "CVector"),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f"),
    .systemLibrary(name: "CLinux"),
    .target(name: "SampleKernel", dependencies: ["CVector"]),
    .target(name: "SampleKernelAVX2", dependencies: ["CVector"]),
    .target(
      name: "WaveformCore", dependencies: ["Localization", "SampleKernel", "SampleKernelAVX2", "CVector"]),
    .target(name: "Localization", dependencies: ["CLinux"]),
    .target(name: "Functions", dependencies: ["Localization"]),
    .target(name: "Measures", dependencies: ["Localization", "WaveformCore"]),
    .target(name: "CProgram"),
    .target(name: "HostIO", dependencies: ["CLinux", "CProgram", "Localization", system]),
    .target(name: "Batch", dependencies: ["HostIO", "Localization", system]),
    .target(
      name: "AudioFormats",
      dependencies: ["Functions", "HostIO", "Localization", "SampleKernel", "WaveformCore", system]),
    .target(name: "CPackets"),
    .target(name: "CNotes"),
    .target(
      name: "Decoding",
      dependencies: ["AudioFormats", "CLinux", "CPackets", "HostIO", "Localization", "WaveformCore", system]),
    .target(
      name: "CodecDecoding",
      dependencies: [
        "AudioFormats", "Decoding", "HostIO", "WaveformCore", "CSndfile", "CMPG123", "CNotes", "CVorbisFile",
        "COpusFile",
        system,
      ]),
    .target(
      name: "AudioDecoding",
      dependencies: [
        "AudioFormats", "CLinux", "Decoding", "Functions", "HostIO", "Localization", "WaveformCore", system,
      ]),
    .target(
      name: "Recording",
      dependencies: [
        "AudioDecoding", "AudioFormats", "Decoding", "Functions", "HostIO", "Localization", "Measures",
        "Spectral",
        "WaveformCore", system,
      ]),
    .target(name: "Marks", dependencies: ["AudioFormats", "HostIO", "Localization", "WaveformCore", system]),
    .target(
      name: "AudioExport",
      dependencies: [
        "Recording", "AudioDecoding", "AudioFormats", "Functions", "HostIO", "Localization", "Marks",
        "Spectral", "WaveformCore", "CSndfile", system,
      ]),
    .target(
      name: "Checks",
      dependencies: [
        "AudioDecoding", "AudioExport", "AudioFormats", "HostIO", "Localization", "Marks", "Measures",
        "Recording", "Spectral", "WaveformCore", system,
      ]),
    .target(name: "SpectralKernel", dependencies: ["CVector"]),
    .target(name: "SpectralKernelAVX2", dependencies: ["CVector"]),
    .target(
      name: "Spectral",
      dependencies: [
        "Localization", "WaveformCore", "HostIO", "SpectralKernel", "SpectralKernelAVX2", "CFFTW", "CVector",
      ]),
    .target(
      name: "Projects",
      dependencies: [
        "Recording", "AudioFormats", "Functions", "HostIO", "Localization", "Spectral", "WaveformCore",
        system,
      ]),
    .target(
      name: "Entries",
      dependencies: [
        "WaveformCore", "Functions", "HostIO", "Batch", "AudioFormats", "AudioDecoding", "CodecDecoding",
        "Decoding", "Localization", "Measures", "Recording", "Marks", "AudioExport", "Checks", "Spectral",
        "Projects", system,
      ],
      path: "Entries"),
    .executableTarget(
      name: "Fuzzer", dependencies: ["Entries"], path: "Fuzzer",
      // GNU gold, which Swift would take, cannot read the debug information of compiler-rt.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)

// The floor on which the package above has each of them.
for target in package.targets where target.path == nil {
  target.path = ["Libraries", "Kernels", "Host", "Engine"].map { "Sources/\($0)/\(target.name)" }
    .first { access(Context.packageDirectory + "/" + $0, F_OK) == 0 }
}
for target in package.targets where [.regular, .executable].contains(target.type) {
  target.swiftSettings = instrumented
}
