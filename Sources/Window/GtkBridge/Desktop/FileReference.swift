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

  /// The folder that it lies in; nil for the root.
  var folderURI: String? {
    let file = g_file_new_for_uri(uri)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let folder = g_file_get_parent(file) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
    return takeString(g_file_get_uri(folder))
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

extension FileReference {
  /// The sounds and videos of this file's folder, as a file manager sorts them by name; hidden ones are left out, and
  /// this file is always among them. Kinds are told by names, so that no file is opened. Empty where the folder cannot
  /// be read. Asks the file system.
  public func recordingsBeside() -> [FileReference] {
    let file = g_file_new_for_uri(uri)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let folder = g_file_get_parent(file) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
    let attributes = "standard::name,standard::display-name,standard::is-hidden,standard::fast-content-type"
    guard let list = g_file_enumerate_children(folder, attributes, G_FILE_QUERY_INFO_NONE, nil, nil) else {
      return []
    }
    defer { g_object_unref(list) }
    var found: [(file: FileReference, key: String)] = []
    while let info = g_file_enumerator_next_file(list, nil, nil) {
      defer { g_object_unref(UnsafeMutableRawPointer(info)) }
      guard let name = g_file_info_get_name(info), let child = g_file_get_child(folder, name) else {
        continue
      }
      defer { g_object_unref(UnsafeMutableRawPointer(child)) }
      let kind = g_file_info_get_attribute_string(info, "standard::fast-content-type").map {
        String(cString: $0)
      }
      let reference = FileReference(child)
      let isSound = Self.isSound(kind ?? "") && g_file_info_get_is_hidden(info) == 0
      guard isSound || reference == self else { continue }
      found.append(
        (reference, takeString(g_utf8_collate_key_for_filename(g_file_info_get_display_name(info), -1)) ?? "")
      )
    }
    return found.sorted { ($0.key, $0.file.uri) < ($1.key, $1.file.uri) }.map(\.file)
  }

  /// True for a MIME type of recordings. (Some containers of sound and video are of the type "application".)
  private static func isSound(_ type: String) -> Bool {
    type.hasPrefix("audio/") && !type.contains("mpegurl") && !type.contains("scpls")
      || type.hasPrefix("video/")
      || ["application/ogg", "application/x-ogg", "application/mxf", "application/vnd.ms-asf"].contains(type)
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
