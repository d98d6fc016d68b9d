// Renderer.swift
// Which of GTK's renderers draws. Its default one uses OpenGL; where no graphics card does that, Mesa does it on the
// processor, and takes some 60 ms for a frame that the Cairo renderer draws in one or two (docs/performance.md). A look
// at devices and environment says so in microseconds; asking OpenGL itself would load it, for 50 ms and 60 MB.

import Glibc

/// The renderer of GTK.
public enum Renderer {
  /// Drivers of Mesa that draw on the processor.
  private static let softwareDrivers: Set<String> = ["llvmpipe", "softpipe", "swrast", "kms_swrast"]

  /// Chooses the renderer, unless `GSK_RENDERER` names one, and leaves OpenGL and Vulkan alone where they are not used: GTK
  /// would load them all the same. Before the toolkit starts.
  public static func choose() {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    if value("GSK_RENDERER") == nil, drawsInSoftware(environment: value, hasCard: { hasCard() }) {
      setenv("GSK_RENDERER", "cairo", 1)
    }
    guard value("GSK_RENDERER") == "cairo" else { return }
    let (name, options) = unused(minorVersion: Toolkit.minorVersion)
    setenv(name, value(name).map { "\($0),\(options)" } ?? options, 1)
  }

  /// The variable, and its value, by which GTK leaves what it does not draw with alone. GTK 4.16 has moved it, and complains
  /// of the old one (https://docs.gtk.org/gtk4/running.html).
  static func unused(minorVersion: Int) -> (name: String, options: String) {
    minorVersion < 16 ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl,vulkan")
  }

  /// True when OpenGL would draw on the processor.
  ///
  /// - Parameters:
  ///   - environment: the value of a variable.
  ///   - hasCard: whether there is a graphics card that this process may draw with.
  static func drawsInSoftware(environment: (String) -> String?, hasCard: () -> Bool) -> Bool {
    // https://docs.mesa3d.org/envvars.html
    if let always = environment("LIBGL_ALWAYS_SOFTWARE")?.lowercased(),
      ["1", "true", "y", "yes"].contains(always)
    {
      return true
    }
    for name in ["GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE"] {
      if let driver = environment(name), softwareDrivers.contains(driver) { return true }
    }
    // Windows on another computer (ssh -X): a card of this one does not help.
    if (environment("WAYLAND_DISPLAY") ?? "").isEmpty, let display = environment("DISPLAY"),
      let host = display.split(separator: ":", omittingEmptySubsequences: false).first, !host.isEmpty,
      host != "unix", !host.hasPrefix("/")
    {
      return true
    }
    return !hasCard()
  }

  /// True when there is a card that can draw, not only show, and that this process may open.
  ///
  /// - Parameters:
  ///   - devices: the folder of cards. A driver that only shows pictures has no render node there
  ///     (https://docs.kernel.org/gpu/drm-uapi.html#render-nodes).
  ///   - classes: what the kernel says about them. A virtual card tells what its host can do: without the first feature
  ///     (VIRTIO_GPU_F_VIRGL, virtio specification 5.7.3) it cannot draw in three dimensions.
  static func hasCard(devices: String = "/dev/dri", classes: String = "/sys/class/drm") -> Bool {
    // The proprietary driver of NVIDIA need not have a node of this kind.
    if devices == "/dev/dri", access("/dev/nvidiactl", R_OK | W_OK) == 0 { return true }
    guard let folder = opendir(devices) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix("renderD"), access("\(devices)/\(name)", R_OK | W_OK) == 0 else { continue }
      if firstFeature(of: "\(classes)/\(name)/device/features") != UInt8(ascii: "0") { return true }
    }
    return false
  }

  /// The first character of a file; nil when there is none.
  private static func firstFeature(of path: String) -> UInt8? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var character: UInt8 = 0
    return read(file, &character, 1) == 1 ? character : nil
  }
}
