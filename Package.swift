// swift-tools-version: 6.2
// The layout enforces the architecture: arrows go only downwards (docs/architecture.md).
import PackageDescription

// Not for debugging: unoptimized, a module carries parts of the standard library that others may come to call.
#if arch(x86_64)
  let avx2: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-mavx2"], .when(configuration: .release))]
#else
  let avx2: [SwiftSetting] = []
#endif

let package = Package(
  name: "barline",
  products: [
    .executable(name: "barline", targets: ["barline"]),
    .executable(name: "barline-cli", targets: ["barline-cli"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
  ],
  targets: [
    // C libraries: a module map and a header-only shim each.
    .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CVorbisFile", pkgConfig: "vorbisfile", providers: [.apt(["libvorbis-dev"])]),
    .systemLibrary(name: "CMPG123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
    .systemLibrary(name: "COpusFile", pkgConfig: "opusfile", providers: [.apt(["libopusfile-dev"])]),
    .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(name: "CRubberBand", pkgConfig: "rubberband", providers: [.apt(["librubberband-dev"])]),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CVector"),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    // For tests only: loudness as others measure it.
    .systemLibrary(name: "CEbur128"),
    // What Swift's own Glibc module leaves out.
    .systemLibrary(name: "CLinux"),

    // The engine: no display needed.
    // One set of sources, compiled twice; `WaveformCore` asks the processor which one it may call.
    .target(name: "SampleKernel", dependencies: ["CVector"]),
    .target(name: "SampleKernelAVX2", dependencies: ["CVector"], swiftSettings: avx2),
    .target(name: "WaveformCore", dependencies: ["SampleKernel", "SampleKernelAVX2", "CVector"]),
    // Loudness and levels, from blocks of 100 ms.
    .target(name: "Measures", dependencies: ["WaveformCore"]),
    // What the operating system gives: files, threads, processes.
    .target(
      name: "HostIO", dependencies: ["CLinux", .product(name: "SystemPackage", package: "swift-system")]),
    // Bytes to meaning, without a decoder.
    .target(
      name: "AudioFormats",
      dependencies: [
        "HostIO", "SampleKernel", "WaveformCore", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "AudioDecoding",
      dependencies: [
        "AudioFormats", "HostIO", "WaveformCore", "CSndfile", "CMPG123", "CVorbisFile", "COpusFile",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // Readings of a whole recording, and what is made of them.
    .target(
      name: "Recording",
      dependencies: [
        "AudioDecoding", "AudioFormats", "HostIO", "Measures", "Spectral", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // Named places and stretches, in all formats that hold them.
    .target(
      name: "Marks",
      dependencies: [
        "AudioFormats", "HostIO", "WaveformCore", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "AudioExport",
      dependencies: [
        "Recording", "AudioDecoding", "AudioFormats", "HostIO", "Marks", "Spectral", "WaveformCore",
        "CSndfile",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // One set of sources, compiled twice; `Spectral` asks the processor which one it may call.
    .target(name: "SpectralKernel", dependencies: ["CVector"]),
    .target(name: "SpectralKernelAVX2", dependencies: ["CVector"], swiftSettings: avx2),
    .target(
      name: "Spectral",
      dependencies: ["WaveformCore", "HostIO", "SpectralKernel", "SpectralKernelAVX2", "CFFTW", "CVector"]),
    .target(
      name: "Playback",
      dependencies: [
        "WaveformCore", "AudioFormats", "HostIO", "CPulse", "CRubberBand", "CSampleRate", "CLinux",
      ]),
    // What is heard now: kept, shown and recorded.
    .target(
      name: "Capture",
      dependencies: [
        "AudioDecoding", "AudioExport", "AudioFormats", "HostIO", "Playback", "Recording", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // What is kept of a window: remembered views, project files.
    .target(
      name: "Projects",
      dependencies: [
        "Recording", "AudioFormats", "HostIO", "Spectral", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "WaveformModel",
      dependencies: [
        "WaveformCore", "HostIO", "AudioFormats", "Measures", "Recording", "AudioExport", "Playback",
        "Spectral", "Projects", "Marks", "Capture",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(name: "WaveformDrawing", dependencies: ["WaveformCore", "HostIO", "Marks", "CCairo", "CPango"]),

    // The desktop.
    .target(
      name: "Resources", path: "resources",
      resources: [
        .embedInCode("style.css"),
        .embedInCode("window.ui"), .embedInCode("status.ui"), .embedInCode("file-bar.ui"),
        .embedInCode("notice.ui"), .embedInCode("export-row.ui"), .embedInCode("transport.ui"),
        .embedInCode("sound.ui"), .embedInCode("lane.ui"), .embedInCode("noise.ui"),
        .embedInCode("raw.ui"), .embedInCode("export.ui"), .embedInCode("function.ui"),
        .embedInCode("amplitude.ui"), .embedInCode("hints.ui"), .embedInCode("preferences.ui"),
        .embedInCode("place.ui"), .embedInCode("find.ui"), .embedInCode("spectrogram.ui"),
        .embedInCode("spectrum.ui"),
        .embedInCode("measures.ui"), .embedInCode("measure-group.ui"), .embedInCode("measure-row.ui"),
        .embedInCode("mark-list.ui"), .embedInCode("mark.ui"), .embedInCode("tier.ui"),
        .embedInCode("information.ui"), .embedInCode("picture.ui"), .embedInCode("information-row.ui"),
        .embedInCode("listening.ui"),
      ]),
    .target(name: "GtkBridge", dependencies: ["CGtk"]),
    .target(
      name: "WaveformViews",
      dependencies: [
        "WaveformCore", "HostIO", "AudioFormats", "Measures", "Recording", "Playback", "Spectral", "Projects",
        "Marks", "Capture",
        "WaveformModel", "WaveformDrawing", "GtkBridge", "Resources",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),

    .executableTarget(name: "barline", dependencies: ["WaveformViews", "GtkBridge"]),
    .executableTarget(
      name: "barline-cli",
      dependencies: [
        "WaveformCore", "HostIO", "AudioFormats", "AudioDecoding", "Measures", "Recording", "AudioExport",
        "Spectral", "WaveformDrawing", "Marks",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Measures the engine's inner parts: `swift run -c release barline-bench`.
    .executableTarget(
      name: "barline-bench",
      dependencies: [
        "WaveformCore", "WaveformDrawing", "HostIO", "AudioFormats", "Recording", "Spectral", "Playback",
        "CSndfile",
        "CCairo",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/barline-bench"),

    .testTarget(name: "WaveformCoreTests", dependencies: ["WaveformCore"]),
    .testTarget(name: "MeasuresTests", dependencies: ["Measures", "WaveformCore", "CEbur128"]),
    .testTarget(
      name: "AudioFileTests",
      dependencies: [
        "HostIO", "AudioFormats", "AudioDecoding", "Measures", "Recording", "AudioExport", "Spectral",
        "WaveformCore", "CSndfile",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["barline-cli", "WaveformCore", "WaveformDrawing", "CCairo"]),
    .testTarget(
      name: "ProjectsTests",
      dependencies: [
        "Projects", "AudioFormats", "HostIO", "Spectral", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "MarksTests",
      dependencies: [
        "Marks", "AudioFormats", "HostIO", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["Examples"]),
    .testTarget(name: "SpectralTests", dependencies: ["Spectral", "SpectralKernel", "WaveformCore"]),
    .testTarget(
      name: "PlaybackTests",
      dependencies: [
        "Playback", "HostIO", "AudioFormats", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CaptureTests",
      dependencies: [
        "Capture", "AudioDecoding", "AudioFormats", "HostIO", "Playback", "Recording", "WaveformCore",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "WaveformModelTests",
      dependencies: [
        "WaveformModel", "WaveformCore", "HostIO", "AudioFormats", "AudioDecoding", "Measures", "Recording",
        "AudioExport", "Playback", "Spectral", "Projects", "Marks", "Capture",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "WaveformDrawingTests", dependencies: ["WaveformDrawing", "WaveformCore", "CCairo"],
      exclude: ["Golden"]),
    .testTarget(name: "GtkBridgeTests", dependencies: ["GtkBridge", "CGtk"]),
    .testTarget(
      name: "WaveformViewsTests",
      dependencies: [
        "WaveformViews", "WaveformModel", "WaveformDrawing", "WaveformCore", "HostIO", "GtkBridge",
        "Playback", "Resources",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The tests read and draw a great many samples, and make those that are measured: with an unoptimized engine
// they take three times as long. The desktop's part, which one debugs by hand, stays as it is.
let engine: Set = [
  "SampleKernel", "SampleKernelAVX2", "WaveformCore", "Measures", "HostIO", "AudioFormats", "AudioDecoding",
  "Recording", "AudioExport", "Marks", "SpectralKernel", "SpectralKernelAVX2", "Spectral", "Projects",
  "Playback", "Capture", "WaveformModel", "WaveformDrawing", "barline-cli", "MeasuresTests",
]
for target in package.targets where engine.contains(target.name) {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
}
