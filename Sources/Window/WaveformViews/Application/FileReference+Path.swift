// FileReference+Path.swift
// Files of the desktop as paths.

import GtkBridge
import Projects
import SystemPackage

extension FileReference {
  /// A local file.
  package init(_ path: FilePath) { self = path.withPlatformString { FileReference(argument: $0) } }

  /// The local path; nil when the file is not on this machine.
  package var filePath: FilePath? {
    path.map { bytes in
      (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        FilePath(platformString: $0.baseAddress!)
      }
    }
  }

  /// True for a name that only projects have.
  var isProject: Bool { filePath.map(ProjectFile.isProject) == true }
}

extension FilePath {
  /// Without the terminating zero.
  package var bytes: [UInt8] {
    withPlatformString { text in
      UnsafeBufferPointer(start: text, count: length).map { UInt8(bitPattern: $0) }
    }
  }
}
