// DesktopFiles.swift
// Shows a file in the file manager (https://www.freedesktop.org/wiki/Specifications/file-manager-interface/).

import CGtk

/// The files of the desktop: its file manager, and its folders.
@MainActor public enum DesktopFiles {
  /// The user's folder of music; the home folder where there is none.
  public static var musicFolder: String {
    if let music = g_get_user_special_dir(G_USER_DIRECTORY_MUSIC), g_file_test(music, G_FILE_TEST_IS_DIR) != 0
    {
      return String(cString: music)
    }
    return String(cString: g_get_home_dir())
  }

  /// The local time as the name of a file: "2026-11-23 10-41-07".
  public static var timeAsName: String {
    let now = g_date_time_new_now_local()!
    defer { g_date_time_unref(now) }
    return takeString(g_date_time_format(now, "%Y-%m-%d %H-%M-%S")) ?? "Recording"
  }

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
