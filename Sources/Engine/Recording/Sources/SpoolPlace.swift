// SpoolPlace.swift
// Where decoded samples are kept for a while, and how much of the disk they may use. A value; tests can replace the
// function that returns the free space.

import Glibc
import HostIO
import Localization
import SystemPackage

/// The folders for spools, in order of preference.
public struct SpoolPlace: Sendable {
  let folders: [FilePath]
  /// Bytes after which the free space is checked again, because other programs fill the disk, too.
  package let step: Int
  private let freeBytes: @Sendable (_ descriptor: Int32) -> Int?

  /// - Parameters:
  ///   - folders: created when they do not exist, each with its parent folder.
  ///   - step: bytes after which the free space is checked again.
  ///   - freeBytes: the free space of the disk with an open file; nil when unknown.
  public init(
    folders: [FilePath], step: Int = 64 << 20,
    freeBytes: @escaping @Sendable (_ descriptor: Int32) -> Int? = Self.systemFreeBytes
  ) {
    self.folders = folders
    self.step = step
    self.freeBytes = freeBytes
  }

  /// The user's cache (XDG Base Directory Specification), else `/var/tmp`. Not `/tmp`, which is often in memory.
  public static let standard = SpoolPlace(
    folders: standardFolders { name in getenv(name).map { FilePath(platformString: $0) } })

  /// - Parameter variable: a variable of the environment.
  public static func standardFolders(_ variable: (String) -> FilePath?) -> [FilePath] {
    func absolute(_ name: String) -> FilePath? { variable(name).flatMap { $0.isAbsolute ? $0 : nil } }
    let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME")?.appending(".cache")
    return (cache.map { [$0.appending("barline")] } ?? []) + ["/var/tmp"]
  }

  /// The free space according to the file system.
  public static let systemFreeBytes: @Sendable (Int32) -> Int? = { descriptor in
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize))
    return overflow ? .max : bytes
  }

  // MARK: How much may be taken

  /// Bytes that are left to other programs, besides a tenth of the free space.
  package static let reserve = 1 << 30

  /// Checks that a file that holds `written` bytes may become `size` bytes long.
  ///
  /// - Throws: `noSpace`, which names the folder, the space that would be needed there and the free space.
  package func check(
    _ file: SpoolFile, holding written: Int, growingTo size: Int, for path: FilePath
  ) throws(AudioFileError) {
    guard let free = freeBytes(file.descriptor) else { return }
    let needed = (Double(size) + Double(Self.reserve)) / 0.9 - Double(written)
    guard Double(free) < needed else { return }
    throw AudioFileError(
      .noSpace, path: path,
      // Translators: %1$s and %3$s are sizes, as “2 GB”, %2$s is a folder. Follows a colon.
      detail: Sentence(
        """
        \(ByteText.of(needed)) must be free in “\(file.folder.displayPath)”, and \(ByteText.of(Double(free))) are
        """))
  }

  /// Bytes by which a file that holds `written` bytes may grow; nil when unknown.
  package func room(_ file: SpoolFile, holding written: Int) -> Int? {
    freeBytes(file.descriptor).map {
      max(0, Int((Double($0) + Double(written)) * 0.9 - Double(Self.reserve)) - written)
    }
  }

  /// An empty file in the first folder that has room for `size` bytes.
  package func makeFile(ofSize size: Int, for path: FilePath) throws(AudioFileError) -> SpoolFile {
    var first: AudioFileError?
    for folder in folders {
      do throws(AudioFileError) {
        let file = try SpoolFile(in: folder, for: path)
        try check(file, holding: 0, growingTo: size, for: path)
        return file
      } catch {
        // A full disk is a more useful error than a folder that cannot be used.
        if first == nil || (first?.code != .noSpace && error.code == .noSpace) { first = error }
      }
    }
    throw first
      ?? AudioFileError(
        .readFailed, path: path, detail: Sentence("there is no folder for its decoded samples"))
  }
}

/// Texts for numbers of bytes.
enum ByteText {
  /// "3.4 GB", "250 MB", in powers of ten.
  static func of(_ bytes: Double) -> String {
    let tenths = (bytes / 1e8).rounded(.up)
    guard tenths >= 10 else { return "\(Int((max(bytes, 0) / 1e6).rounded(.up))) MB" }
    let (whole, fraction) = Int(min(tenths, 1e15)).quotientAndRemainder(dividingBy: 10)
    return fraction == 0 || whole >= 100 ? "\(whole) GB" : "\(whole).\(fraction) GB"
  }
}
