// DesktopFiles.swift
// Shows a file in the file manager (https://www.freedesktop.org/wiki/Specifications/file-manager-interface/).

import CGtk

/// The file manager of the desktop.
@MainActor public enum DesktopFiles {
  /// Shows the folder of `file` with the file selected; where no file manager offers that, just the folder.
  public static func show(_ file: FileReference) {
    let folder = file.folderURI
    BusCall(
      G_BUS_TYPE_SESSION, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
      "org.freedesktop.FileManager1", "ShowItems", [.strings([file.uri]), .string("")]
    ).start { isDone in
      if !isDone, let folder { _ = g_app_info_launch_default_for_uri(folder, nil, nil) }
    }
  }
}
