// ProjectPlaces.swift
// Where the recordings of a project are: by the path from the project's folder, so that both can be moved together, and
// by the whole path. JSON holds text, but a file name is bytes: where they are no UTF-8, all of the path is
// percent-encoded, and a member says so.

import HostIO
import SystemPackage

/// The two paths of a recording as they stand in a project.
struct ProjectPlaces: Equatable {
  /// From the project's folder.
  let relative: FilePath
  let absolute: FilePath

  init(of path: FilePath, from folder: FilePath) {
    absolute = path
    let target = path.lexicallyNormalized(), base = folder.lexicallyNormalized()
    let common = zip(target.components, base.components).prefix { $0 == $1 }.count
    var relative = FilePath()
    for _ in base.components.dropFirst(common) { relative.append("..") }
    for component in target.components.dropFirst(common) { relative.append(component) }
    self.relative = relative
  }

  /// - Returns: nil when there is neither path.
  init?(_ json: JSONText) {
    let isEscaped = json["escaped"]?.isTrue == true
    func path(_ name: String) -> FilePath? {
      guard let text = json[name]?.text, !text.isEmpty, !text.utf8.contains(0) else { return nil }
      return isEscaped ? Self.unescaped(text) : FilePath(text)
    }
    let relative = path("path"), absolute = path("absolutePath")
    guard let any = relative ?? absolute else { return nil }
    self.relative = relative ?? any
    self.absolute = absolute ?? any
  }

  var json: [(String, JSONText)] {
    let paths = [relative, absolute].map(Self.bytes)
    let texts = paths.compactMap { String(validating: $0, as: UTF8.self) }
    if texts.count == 2 { return [("path", .string(texts[0])), ("absolutePath", .string(texts[1]))] }
    return [
      ("path", .string(Self.escaped(paths[0]))), ("absolutePath", .string(Self.escaped(paths[1]))),
      ("escaped", .bool(true)),
    ]
  }

  /// The recording: by the path from the project, by the whole path, or by its name beside the project.
  ///
  /// - Returns: nil when there is none.
  func found(from folder: FilePath, exists: (FilePath) -> Bool) -> FilePath? {
    var places = [folder.pushing(relative).lexicallyNormalized(), absolute]
    if let name = absolute.lastComponent { places.append(folder.appending(name)) }
    return places.first { $0.isAbsolute && exists($0) }
  }

  private static func bytes(of path: FilePath) -> [UInt8] {
    path.withPlatformString { text in
      UnsafeBufferPointer(start: text, count: path.length).map { UInt8(bitPattern: $0) }
    }
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      if byte > 0x20, byte < 0x7F, byte != 0x25 { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  /// - Returns: nil for what is no percent-encoding.
  private static func unescaped(_ text: String) -> FilePath? {
    var bytes: [CChar] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(CChar(bitPattern: byte))
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        value != 0
      else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(CChar(bitPattern: value))
    }
    return (bytes + [0]).withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
  }
}
