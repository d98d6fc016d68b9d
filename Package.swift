// swift-tools-version: 6.2
// The layout enforces the architecture: arrows go only downwards (docs/architecture.md).
import Glibc
import PackageDescription

// A release tarball holds the sources of the two packages (scripts/dist), so that it builds without a network.
let vendored = access(Context.packageDirectory + "/vendor", F_OK) == 0

/// A package of `vendor/`, or of the network where there is none.
///
/// - Parameter version: the only one that is taken; scripts/dist reads it here, in this very form.
func dependency(_ name: String, exact version: Version) -> Package.Dependency {
  vendored
    ? .package(path: "vendor/" + name)
    : .package(url: "https://github.com/apple/" + name, exact: version)
}

// Not for debugging: unoptimized, a module carries parts of the standard library that others may come to call.
// BARLINE_CROSS: built for another processor than that of this machine.
#if arch(x86_64)
  let avx2: [SwiftSetting] =
    Context.environment["BARLINE_CROSS"] == nil
    ? [.unsafeFlags(["-Xcc", "-mavx2"], .when(configuration: .release))] : []
#else
  let avx2: [SwiftSetting] = []
#endif

let isTested = Context.environment["BARLINE_TESTING"] != nil
let avx2Kernels: Set = ["SampleKernelAVX2", "SpectralKernelAVX2"]

// C libraries: a module map and a header-only shim each.
let libraries: [Target] = [
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
  .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
  .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
  // For tests only: loudness as others measure it.
  .systemLibrary(name: "CEbur128"),
]

// Inner loops.
let kernels: [Target] = [
  .systemLibrary(name: "CVector"),
  // One set of sources, compiled twice; `WaveformCore` asks the processor which one it may call.
  .target(name: "SampleKernel", dependencies: ["CVector"]),
  .target(name: "SampleKernelAVX2", dependencies: ["CVector"], swiftSettings: avx2),
  // One set of sources, compiled twice; `Spectral` asks the processor which one it may call.
  .target(name: "SpectralKernel", dependencies: ["CVector"]),
  .target(name: "SpectralKernelAVX2", dependencies: ["CVector"], swiftSettings: avx2),
]

// The operating system, and the language of who reads.
let host: [Target] = [
  // What Swift's own Glibc module leaves out.
  .systemLibrary(name: "CLinux"),
  // What is said to people, in their language.
  .target(name: "Localization", dependencies: ["CLinux"]),
  .target(name: "CProgram"),
  // What the operating system gives: files, threads, processes.
  .target(
    name: "HostIO",
    dependencies: [
      "CLinux", "CProgram", "Localization", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // A process that gives up its rights, before it reads what a stranger made.
  .target(
    name: "Locking",
    dependencies: [
      "CLinux", "CSeccomp", "HostIO", .product(name: "SystemPackage", package: "swift-system"),
    ]),
]

// Sound files, computed and drawn: no display needed.
let engine: [Target] = [
  .target(
    name: "WaveformCore", dependencies: ["Localization", "SampleKernel", "SampleKernelAVX2", "CVector"]),
  // Signals that are computed from a formula.
  .target(name: "Functions", dependencies: ["Localization"]),
  // Loudness and levels, from blocks of 100 ms.
  .target(name: "Measures", dependencies: ["Localization", "WaveformCore"]),
  .target(name: "CPackets"),
  // What libmpg123 says of sound that it could not make out.
  .target(name: "CNotes"),
  // Work over many files: what is planned, shared out and written down.
  .target(
    name: "Batch",
    dependencies: ["HostIO", "Localization", .product(name: "SystemPackage", package: "swift-system")]),
  .target(
    name: "Spectral",
    dependencies: [
      "Localization", "WaveformCore", "HostIO", "SpectralKernel", "SpectralKernelAVX2", "CFFTW", "CVector",
    ]),
  // Bytes to meaning, without a decoder.
  .target(
    name: "AudioFormats",
    dependencies: [
      "Functions", "HostIO", "Localization", "SampleKernel", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Named places and stretches, in all formats that hold them.
  .target(
    name: "Marks",
    dependencies: [
      "AudioFormats", "HostIO", "Localization", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // What a decoder is, and how one in another process is told what to do.
  .target(
    name: "Decoding",
    dependencies: [
      "AudioFormats", "CLinux", "CPackets", "HostIO", "Localization", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // The codec libraries: only in barline-decoder, a process that is locked.
  .target(
    name: "CodecDecoding",
    dependencies: [
      "AudioFormats", "Decoding", "HostIO", "WaveformCore", "CSndfile", "CMPG123", "CNotes", "CVorbisFile",
      "COpusFile",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .target(
    name: "DecoderServing",
    dependencies: [
      "AudioFormats", "CodecDecoding", "Decoding", "HostIO", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .target(
    name: "AudioDecoding",
    dependencies: [
      "AudioFormats", "CLinux", "Decoding", "Functions", "HostIO", "Localization", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Readings of a whole recording, and what is made of them.
  .target(
    name: "Recording",
    dependencies: [
      "AudioDecoding", "AudioFormats", "Decoding", "Functions", "HostIO", "Localization", "Measures",
      "Spectral",
      "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .target(
    name: "AudioExport",
    dependencies: [
      "Recording", "AudioDecoding", "AudioFormats", "Functions", "HostIO", "Localization", "Marks",
      "Spectral", "WaveformCore",
      "CSndfile",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Two recordings against each other: where they lie, and what differs.
  .target(
    name: "Comparing",
    dependencies: [
      "AudioFormats", "HostIO", "Localization", "Recording", "Spectral", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // What is wrong with a recording.
  .target(
    name: "Checks",
    dependencies: [
      "AudioDecoding", "AudioExport", "AudioFormats", "HostIO", "Localization", "Marks", "Measures",
      "Recording", "Spectral", "WaveformCore", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // What is kept of a window: remembered views, project files.
  .target(
    name: "Projects",
    dependencies: [
      "Recording", "AudioFormats", "Functions", "HostIO", "Localization", "Spectral", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .target(
    name: "Playback",
    dependencies: [
      "Localization", "WaveformCore", "AudioFormats", "HostIO", "CPulse", "CRubberBand", "CSampleRate",
      "CLinux", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // What is heard now: kept, shown and recorded.
  .target(
    name: "Capture",
    dependencies: [
      "AudioDecoding", "AudioExport", "AudioFormats", "HostIO", "Localization", "Playback", "Recording",
      "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .target(
    name: "WaveformDrawing",
    dependencies: ["Localization", "WaveformCore", "HostIO", "Marks", "CCairo", "CPango"]),
  // Stands for Cairo, Pango and FFTW in a program that seldom needs them.
  .target(
    name: "CLateLibraries", dependencies: ["CCairo", "CPango", "CFFTW"],
    cSettings: [.unsafeFlags(["-fvisibility=hidden"])]),
]

// The window: what it knows, the toolkit, and what it shows.
let window: [Target] = [
  .target(
    name: "WaveformModel",
    dependencies: [
      "WaveformCore", "HostIO", "AudioFormats", "Measures", "Recording", "AudioExport", "Playback",
      "Spectral", "Projects", "Marks", "Comparing", "Functions", "Localization",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .target(name: "CResources"),
  .target(name: "Resources", dependencies: ["CResources"]),
  .target(name: "GtkBridge", dependencies: ["CGtk"]),
  .target(
    name: "WaveformViews",
    dependencies: [
      "WaveformCore", "HostIO", "AudioFormats", "Measures", "Recording", "Playback", "Spectral", "Projects",
      "Marks", "Functions",
      "Localization", "WaveformModel", "WaveformDrawing", "GtkBridge", "Resources",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
]

// What a window can besides, a target each, with the folders `Model` and `View`. The program is built without those that
// BARLINE_WITHOUT names (scripts/without).
let left = Set((Context.environment["BARLINE_WITHOUT"] ?? "").split(separator: ",").map(String.init))
let features: [Target] = [
  // Media keys, and a computer that stays awake.
  .target(
    name: "Media",
    dependencies: ["GtkBridge", "Localization", "Playback", "WaveformModel", "WaveformViews"]),
  // What is known of a recording.
  .target(
    name: "Information",
    dependencies: [
      "AudioExport", "AudioFormats", "GtkBridge", "HostIO", "Localization", "Resources", "WaveformModel",
      "WaveformViews",
    ]),
  // From place to place in a recording.
  .target(
    name: "Finding",
    dependencies: [
      "AudioFormats", "GtkBridge", "HostIO", "Localization", "Measures", "Resources", "WaveformCore",
      "WaveformModel", "WaveformViews",
    ]),
  // Folders as lists of recordings.
  .target(
    name: "Folders",
    dependencies: [
      "AudioFormats", "GtkBridge", "HostIO", "Localization", "Marks", "Playback", "Recording", "Resources",
      "WaveformCore", "WaveformDrawing", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Formulas that are lanes.
  .target(
    name: "FunctionLanes",
    dependencies: [
      "AudioFormats", "Functions", "GtkBridge", "Localization", "Playback", "Resources", "WaveformCore",
      "WaveformDrawing", "WaveformModel", "WaveformViews",
    ]),
  // What is heard now, and recordings of it.
  .target(
    name: "Listening",
    dependencies: [
      "AudioFormats", "Capture", "GtkBridge", "HostIO", "Localization", "Marks", "Playback", "Recording",
      "Resources", "WaveformCore", "WaveformDrawing", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Two recordings that are compared.
  .target(
    name: "Compare",
    dependencies: [
      "AudioExport", "AudioFormats", "Comparing", "GtkBridge", "HostIO", "Localization", "Measures",
      "Projects",
      "Recording", "Resources", "WaveformCore", "WaveformDrawing", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // The panel of measures.
  .target(
    name: "MeasuresView",
    dependencies: [
      "GtkBridge", "HostIO", "Localization", "Measures", "Recording", "Resources", "WaveformCore",
      "WaveformModel", "WaveformViews",
    ]),
  // Recordings without their noise, and the panel about it.
  .target(
    name: "Noise",
    dependencies: [
      "AudioExport", "AudioFormats", "Comparing", "GtkBridge", "HostIO", "Localization", "Measures",
      "Projects", "Recording", "Resources", "Spectral", "WaveformCore", "WaveformDrawing", "WaveformModel",
      "WaveformViews", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Sounds to keep: files, and the selection for other programs.
  .target(
    name: "Export",
    dependencies: [
      "AudioExport", "AudioFormats", "GtkBridge", "HostIO", "Localization", "Marks", "Playback", "Recording",
      "Resources", "Spectral", "WaveformCore", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Marks: their strip, their list, what is asked about them, and their files.
  .target(
    name: "MarkEditor",
    dependencies: [
      "AudioExport", "GtkBridge", "HostIO", "Localization", "Marks", "Resources", "WaveformCore",
      "WaveformDrawing", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Pictures to keep: files, the clipboard, paper.
  .target(
    name: "Pictures",
    dependencies: [
      "AudioFormats", "GtkBridge", "HostIO", "Localization", "Marks", "Measures", "Recording", "Resources",
      "WaveformCore", "WaveformDrawing", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Recordings as they were arranged, in files.
  .target(
    name: "ProjectFiles",
    dependencies: [
      "GtkBridge", "HostIO", "Localization", "Projects", "WaveformCore", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // Samples without a header.
  .target(
    name: "RawImport",
    dependencies: [
      "AudioFormats", "GtkBridge", "HostIO", "Localization", "Playback", "Resources", "WaveformCore",
      "WaveformModel", "WaveformViews", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // The panel with the spectrum of a stretch.
  .target(
    name: "SpectrumView",
    dependencies: [
      "AudioFormats", "GtkBridge", "HostIO", "Localization", "Resources", "Spectral", "WaveformCore",
      "WaveformDrawing", "WaveformModel", "WaveformViews",
    ]),
].filter { !left.contains($0.name) }

let programs: [Target] = [
  // The verbs of barline-cli.
  .target(
    name: "Commands",
    dependencies: [
      "WaveformCore", "Functions", "HostIO", "Batch", "AudioFormats", "AudioDecoding", "Localization",
      "Measures", "Recording", "AudioExport", "Checks", "Comparing", "Spectral", "WaveformDrawing", "Marks",
      "CLateLibraries",
      .product(name: "SystemPackage", package: "swift-system"),
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ]),
  // Decodes, or becomes ffmpeg, in a locked process.
  .executableTarget(
    name: "barline-decoder",
    dependencies: [
      "DecoderServing", "HostIO", "Locking", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .executableTarget(name: "barline-cli", dependencies: ["Commands"]),
  .target(
    name: "FeatureList", dependencies: ["WaveformViews"] + features.map { .target(name: $0.name) },
    swiftSettings: left.map { .define("WITHOUT_" + $0.uppercased()) }),
  .executableTarget(
    name: "barline",
    dependencies: [
      "AudioDecoding", "FeatureList", "WaveformViews", "GtkBridge", "HostIO", "Localization", "WaveformCore",
    ]),
]

// What tests and figures are made with; nothing that ships knows it.
let tools: [Target] = [
  .target(name: "TestSignals", path: "Tests/Support/Signals"),
  .target(name: "TestSupport"),
  // Recordings, a player and waits for tests of models.
  .target(
    name: "ModelTestSupport",
    dependencies: [
      "TestSupport", "AudioDecoding", "Capture", "Measures", "Playback", "Recording", "Spectral",
      "WaveformCore", "WaveformModel",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  // An application, and turns of its loop, for tests of windows.
  .target(name: "ViewTestSupport", dependencies: ["GtkBridge"]),
  // What tests let loose on the locks. The program carries Swift's library, which may lie where ffmpeg has no business.
  .target(name: "HostileAttempts", path: "Tests/Support/Hostile/Attempts"),
  .executableTarget(
    name: "hostile-program", dependencies: ["HostileAttempts"], path: "Tests/Support/Hostile/Program",
    linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
  .executableTarget(
    name: "hostile-runner", dependencies: ["HostileAttempts", "Locking", "CSeccomp"],
    path: "Tests/Support/Hostile/Runner"),
  // What the window writes, in a program that tests can spoil.
  .executableTarget(
    name: "document-writer",
    dependencies: [
      "HostIO", "Marks", "Projects", .product(name: "SystemPackage", package: "swift-system"),
    ],
    path: "Tests/Support/Faults/Writer"),
  // Measures the engine's inner parts: `swift run -c release barline-bench`.
  .executableTarget(
    name: "barline-bench",
    dependencies: [
      "TestSupport", "WaveformCore", "WaveformDrawing", "HostIO", "AudioFormats", "AudioDecoding",
      "CodecDecoding",
      "Decoding", "Recording", "Spectral", "Playback", "barline-decoder",
      "CSndfile",
      "CCairo",
      .product(name: "SystemPackage", package: "swift-system"),
    ],
    path: "Benchmarks/barline-bench"),
]

let hostTests: [Target] = [
  .testTarget(
    name: "LocalizationTests",
    dependencies: [
      "Localization", "HostIO", "AudioFormats", "Batch", "CLinux",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "LockingTests",
    dependencies: [
      "hostile-program", "hostile-runner", "HostIO", "Locking",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
]

let engineTests: [Target] = [
  .testTarget(name: "WaveformCoreTests", dependencies: ["TestSupport", "WaveformCore"]),
  .testTarget(name: "FunctionsTests", dependencies: ["TestSupport", "Functions"]),
  .testTarget(
    name: "MeasuresTests", dependencies: ["TestSupport", "Measures", "WaveformCore", "CEbur128"]),
  .testTarget(
    name: "BatchTests",
    dependencies: ["Batch", "HostIO", .product(name: "SystemPackage", package: "swift-system")]),
  .testTarget(
    name: "SpectralTests",
    dependencies: [
      "TestSupport", "AudioDecoding", "AudioFormats", "Spectral", "SpectralKernel", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "AudioFileTests",
    dependencies: [
      "TestSignals", "TestSupport", "Functions", "HostIO", "AudioFormats", "AudioDecoding", "CodecDecoding",
      "Decoding", "DecoderServing", "Measures", "Recording",
      "AudioExport",
      "Spectral", "WaveformCore", "CSndfile",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "MarksTests",
    dependencies: [
      "TestSupport", "Marks", "AudioFormats", "HostIO", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ],
    exclude: ["Examples"]),
  .testTarget(
    name: "ComparingTests",
    dependencies: [
      "TestSupport", "Comparing", "AudioFormats", "HostIO", "Localization", "Recording", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "ChecksTests",
    dependencies: [
      "TestSupport", "Checks", "AudioDecoding", "AudioExport", "AudioFormats", "HostIO", "Marks",
      "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "ProjectsTests",
    dependencies: [
      "TestSupport", "Projects", "AudioFormats", "Functions", "HostIO", "Spectral", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "PlaybackTests",
    dependencies: [
      "TestSupport", "Playback", "HostIO", "AudioFormats", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "CaptureTests",
    dependencies: [
      "Capture", "AudioDecoding", "AudioFormats", "HostIO", "Playback", "Recording", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "WaveformDrawingTests",
    dependencies: ["TestSupport", "WaveformDrawing", "WaveformCore", "CCairo"],
    exclude: ["Golden"]),
  // What the fuzzers keep, fed to the parsers once more; Tests/Fuzz is a package of its own.
  .testTarget(
    name: "FuzzTests",
    dependencies: [
      "AudioDecoding", "AudioExport", "AudioFormats", "Batch", "Checks", "CodecDecoding", "Decoding",
      "Functions", "HostIO",
      "Localization", "Marks", "Measures", "Projects", "Recording", "Spectral", "WaveformCore",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
]

let windowTests: [Target] = [
  .testTarget(
    name: "WaveformModelTests",
    dependencies: [
      "ModelTestSupport", "TestSupport", "WaveformModel", "WaveformCore", "HostIO", "AudioFormats",
      "AudioDecoding", "Measures",
      "Recording",
      "AudioExport", "Playback", "Spectral", "Projects", "Marks", "Functions",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(name: "GtkBridgeTests", dependencies: ["GtkBridge", "CGtk", "Localization"]),
  .testTarget(
    name: "WaveformViewsTests",
    dependencies: [
      "ViewTestSupport", "WaveformViews", "WaveformModel", "WaveformDrawing", "WaveformCore", "HostIO",
      "CGtk", "GtkBridge",
      "Playback", "Resources", "Functions",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
]

let featureTests: [Target] = [
  .testTarget(name: "MediaTests", dependencies: ["Media", "GtkBridge"]),
  .testTarget(
    name: "CompareTests",
    dependencies: [
      "Compare", "ModelTestSupport", "TestSupport", "AudioFormats", "WaveformCore", "WaveformModel",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "InformationTests",
    dependencies: [
      "Information", "ModelTestSupport", "AudioExport", "WaveformModel",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "FindingTests",
    dependencies: [
      "Finding", "ModelTestSupport", "TestSupport", "AudioFormats", "Measures", "Playback", "WaveformCore",
      "WaveformModel", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "ExportTests",
    dependencies: [
      "Export", "Compare", "MarkEditor", "ModelTestSupport", "ViewTestSupport", "AudioDecoding",
      "AudioExport",
      "AudioFormats", "Capture", "Functions", "GtkBridge", "HostIO", "Marks", "Playback", "Recording",
      "Spectral", "WaveformCore", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "FoldersTests",
    dependencies: [
      "Folders", "ModelTestSupport", "ViewTestSupport", "AudioFormats", "GtkBridge", "HostIO", "Marks",
      "Playback", "Recording", "WaveformCore", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "FunctionLanesTests",
    dependencies: ["FunctionLanes", "ModelTestSupport", "Functions", "Playback", "WaveformModel"]),
  .testTarget(
    name: "ListeningTests",
    dependencies: [
      "Listening", "ModelTestSupport", "ViewTestSupport", "AudioFormats", "Capture", "GtkBridge", "HostIO",
      "Playback", "Recording", "WaveformCore", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "NoiseTests",
    dependencies: [
      "Noise", "Compare", "Export", "ProjectFiles", "ModelTestSupport", "ViewTestSupport", "AudioDecoding",
      "AudioExport", "AudioFormats", "Functions", "GtkBridge", "HostIO", "Measures", "Playback", "Projects",
      "Recording", "Resources", "Spectral", "WaveformCore", "WaveformModel", "WaveformViews",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "MarkEditorTests",
    dependencies: [
      "MarkEditor", "ModelTestSupport", "AudioExport", "Marks", "Playback", "WaveformCore",
      "WaveformModel", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "MeasuresViewTests",
    dependencies: [
      "MeasuresView", "ModelTestSupport", "AudioFormats", "Functions", "Measures", "Playback", "Recording",
      "WaveformCore", "WaveformModel", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "PicturesTests",
    dependencies: [
      "Pictures", "ModelTestSupport", "ViewTestSupport", "AudioFormats", "GtkBridge", "HostIO",
      "Measures", "Playback", "Recording", "WaveformCore", "WaveformDrawing", "WaveformModel",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "ProjectFilesTests",
    dependencies: [
      "ProjectFiles", "ModelTestSupport", "Functions", "HostIO", "Playback", "Projects", "WaveformCore",
      "WaveformModel", .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "RawImportTests",
    dependencies: [
      "RawImport", "ModelTestSupport", "AudioFormats", "Functions", "Playback", "WaveformModel",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "SpectrumViewTests",
    dependencies: [
      "SpectrumView", "ModelTestSupport", "AudioFormats", "HostIO", "Playback", "Spectral",
      "WaveformCore", "WaveformModel", .product(name: "SystemPackage", package: "swift-system"),
    ]),
].filter { test in
  // With a feature go the tests of others that need it as well.
  !test.dependencies.contains { if case .byNameItem(let name, _) = $0 { left.contains(name) } else { false } }
}

let programTests: [Target] = [
  .testTarget(
    name: "CommandLineTests",
    dependencies: [
      "TestSupport", "AudioExport", "AudioFormats", "Commands", "HostIO", "Marks", "WaveformCore",
      "WaveformDrawing", "CCairo", "document-writer",
      .product(name: "SystemPackage", package: "swift-system"),
    ]),
  .testTarget(
    name: "FeatureListTests",
    dependencies: ["FeatureList", "ViewTestSupport", "CGtk", "GtkBridge", "WaveformModel", "WaveformViews"]),
]

// From the lowest floor to the uppermost one; a target lies in the folder of its name there, unless it names another.
let floors: KeyValuePairs = [
  "Sources/Libraries": libraries,
  "Sources/Kernels": kernels,
  "Sources/Host": host,
  "Sources/Engine": engine,
  "Sources/Window": window,
  "Sources/Features": features,
  "Sources/Programs": programs,
  "Tests/Support": tools,
  "Tests/Host": hostTests,
  "Tests/Engine": engineTests,
  "Tests/Window": windowTests,
  "Tests/Features": featureTests,
  "Tests/Programs": programTests,
]
for (folder, targets) in floors {
  for target in targets where target.path == nil { target.path = "\(folder)/\(target.name)" }
}

let package = Package(
  name: "barline",
  products: [
    .executable(name: "barline", targets: ["barline"]),
    .executable(name: "barline-cli", targets: ["barline-cli"]),
    .executable(name: "barline-decoder", targets: ["barline-decoder"]),
  ],
  dependencies: [
    dependency("swift-argument-parser", exact: "1.8.2"),
    dependency("swift-system", exact: "1.8.1"),
  ],
  targets: floors.flatMap { $0.value },
  swiftLanguageModes: [.v6]
)

// Two builds: release is what ships, what runs and what is tested; debug is for a debugger and for sanitizers.
//
// Tests see what is internal to the very modules that ship (`-enable-testing`), where tests are built: BARLINE_TESTING,
// which scripts/build sets. Without them it is left out, because it takes a third more time to compile. The kernels for
// AVX2 never have it: they must hold nothing that others might come to share. One thread for each module: two cost more
// than they bring, as other modules are compiled beside it (docs/performance.md, "Building").
//
// In debug builds the engine is optimized as well: the tests read and draw a great many samples, and would take three
// times as long. The desktop's part, which one debugs by hand, is not.
let desktop: Set = ["Resources", "GtkBridge", "WaveformViews", "barline", "barline-bench"]
let shipped: Set = ["barline", "barline-cli", "barline-decoder"]
// Tests are compiled quickly, but for those that compute what they judge.
let computing: Set = ["MeasuresTests", "ChecksTests", "ComparingTests"]
for target in package.targets where target.type != .system {
  let isQuick = target.type == .test && !computing.contains(target.name)
  var release = ["-num-threads", "1"]
  if isTested, !avx2Kernels.contains(target.name) { release += ["-enable-testing"] }
  if isQuick { release += ["-Onone"] }
  var settings = target.swiftSettings ?? []
  settings.append(.unsafeFlags(release, .when(configuration: .release)))
  if !isQuick, !desktop.contains(target.name) {
    settings.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
  target.swiftSettings = settings
  // Programs carry Swift's library, so that they run where no Swift is. Said here, not by `--static-swift-stdlib`, which
  // would compile everything once more for the tests: XCTest comes as a shared library only.
  if shipped.contains(target.name) {
    var flags = ["-static-stdlib"]
    // The part of Foundation that ArgumentParser takes; of what that needs only the static form would say so.
    if target.name == "barline-cli" { flags += ["-l_FoundationCShims", "-l_FoundationCollections"] }
    target.linkerSettings = [.unsafeFlags(flags, .when(configuration: .release))]
  }
}
