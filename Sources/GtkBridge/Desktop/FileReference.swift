// FileReference.swift
// A file as the desktop names it: by its URI, and by its path if it is local. Paths are bytes.

import CGtk

/// A file that was chosen, dropped or named on the command line.
public struct FileReference: Hashable, Sendable {
  /// Always valid ASCII; other bytes are percent-encoded.
  public let uri: String
  /// The bytes of the local path, without a terminating zero; nil when the file is not on this machine.
  public let path: [UInt8]?

  /// - Parameter file: a `GFile *`.
  init(_ file: OpaquePointer) {
    uri = takeString(g_file_get_uri(file)) ?? ""
    guard let path = g_file_get_path(file) else {
      self.path = nil
      return
    }
    defer { g_free(path) }
    self.path = UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
  }

  /// Takes a path, relative to the working folder or absolute, or a URI.
  ///
  /// - Parameter argument: the bytes in `argv`.
  public init(argument: UnsafePointer<CChar>) {
    let file = g_file_new_for_commandline_arg(argument)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    self.init(file)
  }

  public init(uri: String) {
    let file = g_file_new_for_uri(uri)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    self.init(file)
  }

  /// True when the file exists now. Asks the file system.
  public var exists: Bool {
    let file = g_file_new_for_uri(uri)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return g_file_query_exists(file, nil) != 0
  }

  /// The last part of the name as readable text, whatever its bytes are.
  public var displayName: String {
    let file = g_file_new_for_uri(uri)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let name = g_file_get_basename(file) else { return uri }
    defer { g_free(name) }
    return takeString(g_filename_display_name(name)) ?? uri
  }
}

/// `text` with the special characters of markup escaped, for labels that read markup.
public func escapeMarkup(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? "" }

/// Copies a string that C allocated, and frees it.
func takeString(_ string: UnsafeMutablePointer<CChar>?) -> String? {
  guard let string else { return nil }
  defer { g_free(string) }
  return String(cString: string)
}
