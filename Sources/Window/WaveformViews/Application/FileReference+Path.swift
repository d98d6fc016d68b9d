// FileReference+Path.swift
// Files of the desktop as paths.

import GtkBridge
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
}
