// ProgramSearch.swift
// Finds a program as a shell does. Whoever starts it by its path knows before whether there is one.

import Glibc

/// The folders of PATH.
enum ProgramSearch {
  /// The first executable file of this name, absolute; nil when no folder has one.
  static func path(of program: String) -> String? {
    if program.contains("/") { return executable(program) }
    // execvp(3) without PATH.
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    for folder in folders.split(separator: ":", omittingEmptySubsequences: false) {
      // An empty one is the current folder.
      if let found = executable((folder.isEmpty ? "." : folder) + "/" + program) { return found }
    }
    return nil
  }

  private static func executable(_ path: String) -> String? {
    var state = stat()
    guard stat(path, &state) == 0, state.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else {
      return nil
    }
    if path.hasPrefix("/") { return path }
    guard let absolute = realpath(path, nil) else { return nil }
    defer { free(absolute) }
    return String(cString: absolute)
  }
}
