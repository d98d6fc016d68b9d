// BridgeTests.swift
// The main actor under the GLib loop, properties, files, settings and a kept render node in a real window.

import CGtk
import Foundation
import XCTest

@testable import GtkBridge

final class BridgeTests: DisplayTestCase {
  func testTheMainActorRunsUnderTheLoop() {
    MainActor.assumeIsolated {
      var steps: [String] = []
      Task { @MainActor in
        steps.append("began")
        let value = await Task.detached { 6 * 7 }.value
        steps.append("\(value)")
        try? await Task.sleep(for: .milliseconds(2))
        steps.append("slept")
      }
      turnLoop { steps.count == 3 }
      XCTAssertEqual(steps, ["began", "42", "slept"])
    }
  }

  func testARangeHoldsItsPageBeforeTheFirstLayoutAsWell() {
    MainActor.assumeIsolated {
      let (_, range) = Widget.verticalScrollbar()
      let native = range.raw.assumingMemoryBound(to: GtkAdjustment.self)
      for (upper, page) in [(0.0, 48.0), (48, 0), (48, 48), (1000, 48)] {
        range.configure(value: 0, upper: upper, step: 1, page: page)
        XCTAssertEqual(gtk_adjustment_get_upper(native), max(upper, page))
        XCTAssertEqual(gtk_adjustment_get_page_size(native), page)
      }
    }
  }

  func testPropertiesRoundTrip() {
    MainActor.assumeIsolated {
      let xml = "<interface><object class='GtkProgressBar' id='bar'/></interface>"
      let bar = Builder(Array(xml.utf8)).get("bar")
      bar.set("text", "½ & <b>")
      bar.set("show-text", true)
      bar.set("width-request", 321)
      XCTAssertEqual(bar.string("text"), "½ & <b>")
      XCTAssertTrue(bar.bool("show-text"))
      XCTAssertEqual(bar.int("width-request"), 321)
      bar.set("text", nil)
      XCTAssertNil(bar.string("text"))
    }
  }

  /// No `tooltip-text` of a visible widget is set, and all is as the description says.
  func testTooltipsAreSetWhileTheirWidgetIsHidden() throws {
    let one = #"<property name="tooltip-text" translatable="yes">One</property>"#
    let xml = """
      <interface><object class="GtkBox" id="box">\(one)
      <child><object class="GtkLabel" id="label"><property name="label">Two</property></object></child>
      <child><object class="GtkButton" id="button">\(one)<property name="visible">False</property></object></child>
      </object></interface>
      """
    let calm = String(decoding: Builder.calmTooltips(Array(xml.utf8)), as: UTF8.self)
    let around = #"<property name="visible">0</property>\#(one)<property name="visible">1</property>"#
    XCTAssertEqual(calm, xml.replacingOccurrences(of: one, with: around))
    XCTAssertEqual(Builder.calmTooltips(Array("<interface/>".utf8)), Array("<interface/>".utf8))
    MainActor.assumeIsolated {
      let builder = Builder(Array(xml.utf8))
      XCTAssertEqual(builder.get("box").string("tooltip-text"), "One")
      XCTAssertEqual(
        ["box", "label", "button"].map { builder.get($0).bool("visible") }, [true, true, false])
      let label = builder.get("label")
      label.setTooltip("Three")
      XCTAssertTrue(label.bool("visible"))
      XCTAssertEqual(label.string("tooltip-text"), "Three")
      label.setTooltip(nil)
      XCTAssertNil(label.string("tooltip-text"))
    }
    // In every description of the program a widget's own `visible` stands behind its tooltip.
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("resources")
    let files = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "ui" }
    XCTAssertGreaterThan(files.count, 20)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let wrong = text.matches(
        of:
          /<property name="visible">[^<]*<\/property>(\s*<property[^>]*>[^<]*<\/property>)*?\s*<property name="tooltip-text"/
      )
      XCTAssertEqual(wrong.count, 0, file.lastPathComponent)
    }
  }

  func testAFileNameKeepsItsBytes() {
    let file = FileReference(uri: "file:///tmp/%FF%0A%3Cb%3E.wav")
    XCTAssertEqual(file.path, Array("/tmp/".utf8) + [0xFF, 0x0A] + Array("<b>.wav".utf8))
    XCTAssertTrue(file.displayName.hasSuffix("<b>.wav"))
    XCTAssertFalse(file.displayName.utf8.contains(0xFF))
    XCTAssertNil(FileReference(uri: "https://example.org/a.wav").path)
  }

  func testMissingSettingsLastAsLongAsTheProgram() {
    MainActor.assumeIsolated {
      let settings = Settings(schema: "org.barline.NoSuchSchema")
      XCTAssertEqual(settings.string("style", default: "bars"), "bars")
      settings.set("style", "envelope")
      settings.set("width", 12)
      settings.set("flag", true)
      XCTAssertEqual(settings.string("style", default: "bars"), "envelope")
      XCTAssertEqual(settings.int("width", default: 3), 12)
      XCTAssertTrue(settings.bool("flag", default: false))
    }
  }

  func testACopiedTextIsOnTheClipboard() {
    MainActor.assumeIsolated {
      let box = BoxWidget.row()
      box.copyToClipboard("Größe\n2")
      let content = gdk_clipboard_get_content(gtk_widget_get_clipboard(box.widget))
      let text = withValue(of: .string) { value in
        gdk_content_provider_get_value(content, value, nil) != 0
          ? g_value_get_string(value).map { String(cString: $0) } : nil
      }
      XCTAssertEqual(text, "Größe\n2")
    }
  }

  func testMarkupIsEscaped() { XCTAssertEqual(escapeMarkup("<b>&"), "&lt;b&gt;&amp;") }

  func testAnAreaIsSnapshotWhenAskedAndNotOtherwise() {
    MainActor.assumeIsolated {
      final class Counter: SnapshotArea {
        var snapshots = 0
        var node: RenderNode?
        override func snapshot(_ snapshot: Snapshot) {
          snapshots += 1
          let bounds = Rect(x: 0, y: 0, width: 10, height: 10)
          node = node ?? RenderNode.recording { $0.fill(bounds, RGBA(red: 1, green: 0, blue: 0)) }
          node.map(snapshot.append)
        }
      }
      let xml = """
        <interface><object class="GtkWindow" id="window"><property name="child">
        <object class="GtkBox" id="box"/></property></object></interface>
        """
      let builder = Builder(Array(xml.utf8))
      let window = builder.get("window", as: Window.self)
      let area = Counter(role: .image)
      area.setContentSize(width: 50, height: 40)
      builder.get("box", as: BoxWidget.self).append(area)
      window.present()
      turnLoop { area.snapshots > 0 }
      XCTAssertEqual(area.width, 50)
      for _ in 0..<50 { MainLoop.iterate() }
      let settled = area.snapshots
      let timer = Timer()
      var isOver = false
      timer.schedule(after: 0.2) { isOver = true }
      turnLoop { isOver }
      XCTAssertEqual(area.snapshots, settled, "an idle area is not drawn")
      area.queueDraw()
      turnLoop { area.snapshots == settled + 1 }
      window.destroy()
    }
  }
}
