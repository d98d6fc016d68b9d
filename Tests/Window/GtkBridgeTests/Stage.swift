// Stage.swift
// A window for tests of widgets, and hands.

import CGtk
import Foundation

@testable import GtkBridge

/// A window as large as the screen with one area in it.
@MainActor final class Stage {
  let window: Window
  private let box: BoxWidget
  private(set) var area: SnapshotArea?
  private(set) weak var removed: SnapshotArea?

  init() {
    let builder = Builder(
      Array(
        """
        <interface><object class="GtkWindow" id="window"><property name="decorated">False</property>
        <property name="fullscreened">True</property><child><object class="GtkBox" id="box"/></child></object>
        </interface>
        """.utf8))
    window = builder.get("window", as: Window.self)
    box = builder.get("box", as: BoxWidget.self)
    let area = SnapshotArea(role: .image)
    area.set("hexpand", true)
    area.set("vexpand", true)
    area.set("focusable", true)
    box.append(area)
    self.area = area
    window.present()
    turnLoop { area.width > 600 && area.height > 400 }
    area.grabFocus()
  }

  func append(_ widget: Widget) { box.append(widget) }

  /// Nobody but the test keeps the area from here on: it goes within the handler.
  func remove() {
    guard let area else { return }
    box.remove(area)
    removed = area
    self.area = nil
  }

  var isGone: Bool { area == nil && removed == nil }

  func close() {
    window.destroy()
    for _ in 0..<20 { MainLoop.iterate() }
  }
}

/// Lets xdotool do something meanwhile.
@MainActor func xdotool(_ arguments: String) throws -> Process {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
  process.arguments = arguments.split(separator: " ").map(String.init)
  try process.run()
  return process
}

enum Value { case pointer, double(Double) }

/// Emits a signal; for those that xdotool cannot cause.
@MainActor func emit(_ signal: String, from instance: UnsafeMutableRawPointer, _ values: [Value]) {
  var arguments = [GValue](repeating: GValue(), count: values.count + 1)
  let type = instance.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
  g_value_init(&arguments[0], type)
  g_value_set_instance(&arguments[0], instance)
  let identifier = g_signal_lookup(signal, type)
  var query = GSignalQuery()
  g_signal_query(identifier, &query)
  for (index, value) in values.enumerated() {
    g_value_init(&arguments[index + 1], query.param_types[index] & ~1)
    if case .double(let number) = value { g_value_set_double(&arguments[index + 1], number) }
  }
  g_signal_emitv(&arguments, identifier, 0, nil)
  for index in arguments.indices { g_value_unset(&arguments[index]) }
}
