// FileDialog.swift
// The desktop's own dialog for choosing files to open, or a place for a new one (a portal where there is
// one).

import CGtk

/// An open or closed dialog.
@MainActor public final class FileDialog: NativeObject {
  /// Asks for sound files to open.
  ///
  /// - Parameters:
  ///   - filters: a name, and MIME types or patterns such as "*.txt" each; a filter for all files is added.
  ///   - chosen: called with the files; not called when the dialog is dismissed.
  public static func open(
    title: String, parent: Window, filters: [(name: String, types: [String])], allFiles: String,
    _ chosen: @escaping @MainActor ([FileReference]) -> Void
  ) {
    let native = gtk_file_chooser_native_new(title, parent.window, GTK_FILE_CHOOSER_ACTION_OPEN, nil, nil)!
    let dialog = FileDialog(owned: UnsafeMutableRawPointer(native))
    let chooser = dialog.opaque
    gtk_file_chooser_set_select_multiple(chooser, 1)
    for (name, types) in filters + [(allFiles, [])] {
      let filter = gtk_file_filter_new()!
      gtk_file_filter_set_name(filter, name)
      if types.isEmpty { gtk_file_filter_add_pattern(filter, "*") }
      for type in types {
        if type.hasPrefix("*.") {
          gtk_file_filter_add_suffix(filter, String(type.dropFirst(2)))
        } else {
          gtk_file_filter_add_mime_type(filter, type)
        }
      }
      gtk_file_chooser_add_filter(chooser, filter)
    }
    dialog.show(chosen)
  }

  /// Asks where to save a file; the desktop asks before a file is overwritten.
  ///
  /// - Parameters:
  ///   - name: the name that is suggested.
  ///   - folder: the bytes of the path of the first folder; nil: the desktop decides.
  ///   - chosen: called with the file; not called when the dialog is dismissed.
  public static func save(
    title: String, parent: Window, name: String, folder: [UInt8]? = nil,
    chosen: @escaping @MainActor (FileReference) -> Void
  ) {
    let native = gtk_file_chooser_native_new(title, parent.window, GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil)!
    let dialog = FileDialog(owned: UnsafeMutableRawPointer(native))
    gtk_file_chooser_set_current_name(dialog.opaque, name)
    dialog.begin(in: folder)
    dialog.show { files in files.first.map(chosen) }
  }

  /// Asks for a folder.
  ///
  /// - Parameters:
  ///   - folder: see `save`.
  ///   - chosen: called with the folder; not called when the dialog is dismissed.
  public static func folder(
    title: String, parent: Window, folder: [UInt8]? = nil,
    chosen: @escaping @MainActor (FileReference) -> Void
  ) {
    let native = gtk_file_chooser_native_new(
      title, parent.window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, nil, nil)!
    let dialog = FileDialog(owned: UnsafeMutableRawPointer(native))
    dialog.begin(in: folder)
    dialog.show { files in files.first.map(chosen) }
  }

  private func begin(in folder: [UInt8]?) {
    guard let folder else { return }
    let start = (folder.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      g_file_new_for_path($0.baseAddress!)!
    }
    gtk_file_chooser_set_current_folder(opaque, start, nil)
    g_object_unref(UnsafeMutableRawPointer(start))
  }

  /// Shows the dialog, which lives until it is answered.
  private func show(_ chosen: @escaping @MainActor ([FileReference]) -> Void) {
    let chooser = opaque
    gtk_native_dialog_set_modal(raw.assumingMemoryBound(to: GtkNativeDialog.self), 1)
    // The handler keeps the dialog alive until it has answered.
    var kept: FileDialog? = self
    let box = Box<@MainActor (Int32) -> Void> { response in
      if response == GTK_RESPONSE_ACCEPT.rawValue { chosen(Self.files(of: chooser)) }
      kept.map { gtk_native_dialog_destroy($0.raw.assumingMemoryBound(to: GtkNativeDialog.self)) }
      kept = nil
    }
    _ = attach(
      "response",
      unsafeBitCast(callResponse as @convention(c) (Data, gint, Data) -> Void, to: GCallback.self), box)
    gtk_native_dialog_show(raw.assumingMemoryBound(to: GtkNativeDialog.self))
  }

  private static func files(of chooser: OpaquePointer) -> [FileReference] {
    guard let list = gtk_file_chooser_get_files(chooser) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      guard let item = g_list_model_get_item(list, index) else { return nil }
      defer { g_object_unref(item) }
      return FileReference(OpaquePointer(item))
    }
  }
}

/// The texts of the window about the program.
public struct AboutText: Sendable {
  public var name: String, icon: String, version: String, developer: String, comments: String,
    copyright: String

  public init(
    name: String, icon: String, version: String, developer: String, comments: String, copyright: String
  ) {
    self.name = name
    self.icon = icon
    self.version = version
    self.developer = developer
    self.comments = comments
    self.copyright = copyright
  }

  @MainActor public func present(over parent: Window) {
    let window = Window(UnsafeMutableRawPointer(adw_about_window_new()!))
    window.set("application-name", name)
    window.set("application-icon", icon)
    window.set("version", version)
    window.set("developer-name", developer)
    window.set("comments", comments)
    window.set("copyright", copyright)
    adw_about_window_set_license_type(window.opaque, GTK_LICENSE_GPL_3_0)
    window.present(over: parent)
  }
}

private func callResponse(_: Data, _ response: gint, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (Int32) -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value(response) }
}
