// FileDialog+Saving.swift
// Where a new file goes.

import CGtk

extension FileDialog {
  /// Asks for the name of a file to write; the desktop asks again before one is overwritten.
  ///
  /// - Parameters:
  ///   - name: what is suggested.
  ///   - chosen: called with the file, not at all when the dialog is dismissed.
  public static func saveFile(
    title: String, parent: Window, name: String, chosen: @escaping @MainActor (FileReference) -> Void
  ) {
    let native = gtk_file_chooser_native_new(title, parent.window, GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil)!
    let dialog = FileDialog(owned: UnsafeMutableRawPointer(native))
    let chooser = dialog.opaque
    gtk_file_chooser_set_current_name(chooser, name)
    gtk_native_dialog_set_modal(dialog.raw.assumingMemoryBound(to: GtkNativeDialog.self), 1)
    // The handler keeps the dialog alive until it has answered.
    var kept: FileDialog? = dialog
    let box = Box<@MainActor (Int32) -> Void> { response in
      if response == GTK_RESPONSE_ACCEPT.rawValue { files(of: chooser).first.map(chosen) }
      kept.map { gtk_native_dialog_destroy($0.raw.assumingMemoryBound(to: GtkNativeDialog.self)) }
      kept = nil
    }
    _ = dialog.attach(
      "response",
      unsafeBitCast(callResponse as @convention(c) (Data, gint, Data) -> Void, to: GCallback.self), box)
    gtk_native_dialog_show(dialog.raw.assumingMemoryBound(to: GtkNativeDialog.self))
  }
}
