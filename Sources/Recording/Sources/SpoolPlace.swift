// SpoolPlace.swift
// Where decoded samples are kept for a while, and how much of the disk they may take. A value; the free space can
// be asked of somebody else, for tests.

import Glibc
import HostIO
import SystemPackage

/// The folders in which a spool may lie, in the order of preference.
public struct SpoolPlace: Sendable {
  let folders: [FilePath]
  /// The free space is looked at again after so many bytes: others fill the disk as well.
  package let step: Int
  private let freeBytes: @Sendable (_ descriptor: Int32) -> Int?

  /// - Parameters:
  ///   - folders: made when they do not exist, each with the folder that it lies in.
  ///   - step: the free space is looked at again after so many bytes.
  ///   - freeBytes: how much may still be written where an open file lies; nil when nobody knows.
  public init(
    folders: [FilePath], step: Int = 64 << 20,
    freeBytes: @escaping @Sendable (_ descriptor: Int32) -> Int? = Self.systemFreeBytes
  ) {
    self.folders = folders
    self.step = step
    self.freeBytes = freeBytes
  }

  /// The user's cache (XDG Base Directory Specification), else `/var/tmp`. Not `/tmp`: it is often memory.
  public static let standard = SpoolPlace(
    folders: standardFolders { name in getenv(name).map { FilePath(platformString: $0) } })

  /// - Parameter variable: a variable of the environment.
  public static func standardFolders(_ variable: (String) -> FilePath?) -> [FilePath] {
    func absolute(_ name: String) -> FilePath? { variable(name).flatMap { $0.isAbsolute ? $0 : nil } }
    let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME")?.appending(".cache")
    return (cache.map { [$0.appending("barline")] } ?? []) + ["/var/tmp"]
  }

  /// What the file system says.
  public static let systemFreeBytes: @Sendable (Int32) -> Int? = { descriptor in
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize))
    return overflow ? .max : bytes
  }

  // MARK: How much may be taken

  /// Left to everybody else, besides a tenth of what is free.
  package static let reserve = 1 << 30

  /// Checks that a file that holds `written` bytes may become `size` bytes long.
  ///
  /// - Throws: `noSpace`, which names the folder, how much would have to be free there and how much is.
  package func check(
    _ file: SpoolFile, holding written: Int, growingTo size: Int, for path: FilePath
  ) throws(AudioFileError) {
    guard let free = freeBytes(file.descriptor) else { return }
    let needed = (Double(size) + Double(Self.reserve)) / 0.9 - Double(written)
    guard Double(free) < needed else { return }
    throw AudioFileError(
      .noSpace, path: path,
      detail: "\(ByteText.of(needed)) must be free in “\(file.folder.displayPath)”, and "
        + "\(ByteText.of(Double(free))) are")
  }

  /// An empty file in the first folder that has room for `size` bytes.
  func makeFile(ofSize size: Int, for path: FilePath) throws(AudioFileError) -> SpoolFile {
    var first: AudioFileError?
    for folder in folders {
      do throws(AudioFileError) {
        let file = try SpoolFile(in: folder, for: path)
        try check(file, holding: 0, growingTo: size, for: path)
        return file
      } catch {
        // A folder without room says more than one that cannot be used.
        if first == nil || (first?.code != .noSpace && error.code == .noSpace) { first = error }
      }
    }
    throw first
      ?? AudioFileError(.readFailed, path: path, detail: "there is no folder for its decoded samples")
  }
}

/// Numbers of bytes for people.
enum ByteText {
  /// "3.4 GB", "250 MB", in powers of ten.
  static func of(_ bytes: Double) -> String {
    let tenths = (bytes / 1e8).rounded(.up)
    guard tenths >= 10 else { return "\(Int((max(bytes, 0) / 1e6).rounded(.up))) MB" }
    let (whole, fraction) = Int(min(tenths, 1e15)).quotientAndRemainder(dividingBy: 10)
    return fraction == 0 || whole >= 100 ? "\(whole) GB" : "\(whole).\(fraction) GB"
  }
}
