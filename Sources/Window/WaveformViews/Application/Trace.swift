// Trace.swift
// Writes events for `barline --trace`, to measure speed: one JSON object per line on standard output. Without
// the option there is no Trace, and nothing is formatted.

import Glibc
import GtkBridge
import HostIO

/// Writes events with their time since the process started.
@MainActor public final class Trace {
  private let start: Double

  public init() { start = Trace.processStart() }

  /// The fields of an event, in order.
  public typealias Fields = KeyValuePairs<String, any TraceValue>

  /// Writes one event.
  public func write(_ event: String, _ fields: Fields = [:]) {
    OwnTime.leaveOut { send(event, fields) }
  }

  private func send(_ event: String, _ fields: Fields) {
    let microseconds = Int((Trace.now() - start) * 1e6)
    let head = "\"t_us\":\(microseconds),\"event\":\(event.json)"
    let line = "{" + head + fields.map { ",\($0.json):\($1.json)" }.joined() + "}\n"
    // One write per line, so that a reader at the other end of a pipe sees it at once.
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Fields as one JSON object.
  nonisolated static func object(_ fields: Fields) -> String {
    "{" + fields.map { "\($0.json):\($1.json)" }.joined(separator: ",") + "}"
  }

  /// Seconds of CLOCK_BOOTTIME, in which the kernel gives the start of a process.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// When this process was started, from field 22 of /proc/self/stat (proc(5)); exact to one clock tick, 10 ms.
  private static func processStart() -> Double {
    let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return now() }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0, let afterName = buffer.lastIndex(of: UInt8(ascii: ")")) else { return now() }
    // The name, field 2, may contain anything; field 3 begins two bytes after its closing parenthesis.
    let fields = buffer[(afterName + 2)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let ticks = Double(String(decoding: fields[19], as: UTF8.self)) else {
      return now()
    }
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// A value that the trace can write.
public protocol TraceValue {
  /// The value as JSON.
  var json: String { get }
}

extension Int: TraceValue { public var json: String { "\(self)" } }
extension Double: TraceValue { public var json: String { JSONText.decimal(self).text() } }
extension Float: TraceValue { public var json: String { isFinite ? "\(self)" : "null" } }
extension Bool: TraceValue { public var json: String { "\(self)" } }

extension String: TraceValue { public var json: String { JSONText.string(self).text() } }

extension Array: TraceValue where Element: TraceValue {
  public var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}
