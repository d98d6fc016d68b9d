// NoisePanelTests.swift
// The panel of noise reduction without a window: its rows follow the model, the user's input goes to it, and presets are
// chosen, kept and deleted.

import Functions
import GtkBridge
import Playback
import Resources
import XCTest

@testable import Noise
@testable import WaveformModel
@testable import WaveformViews

final class NoisePanelTests: XCTestCase {
  @MainActor private struct Panel {
    let builder: Builder
    let diagram = DiagramViewModel(player: SilentPlayer())
    let settings = Settings(schema: "org.barline.NoSuchSchema")
    var noise: NoiseReduction { diagram.noise }

    init() {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      builder = Builder(Resources.noise)
      // Settings are those of a waveform.
      if let signal = try? FunctionSignal("noise()", sampleRate: 8000, frames: 8000) {
        diagram.lanes.add(PlotViewModel(signal))
      }
      XCTAssertNotNil(diagram.noise.target)
    }

    func isOn(_ name: String) -> Bool { builder.get(name).bool("active") }
    func isSensitive(_ name: String) -> Bool { builder.get(name).bool("sensitive") }
  }

  func testSwitchesAndTheSliderOfClicksFollowTheSettings() {
    MainActor.assumeIsolated {
      let panel = Panel(), noise = panel.noise
      let kinds = NoiseKinds(panel.builder, noise)
      kinds.show(noise.settings)
      XCTAssertEqual(["hum", "changing", "clicks", "adaptive"].map(panel.isOn), [true, false, false, false])
      XCTAssertFalse(panel.builder.get("amount_row").isVisible)
      noise.settings.clicks = 0.8
      noise.settings.isAdaptive = true
      kinds.show(noise.settings)
      XCTAssertEqual(["clicks", "adaptive"].map(panel.isOn), [true, true])
      XCTAssertTrue(panel.builder.get("amount_row").isVisible)
      XCTAssertEqual(panel.builder.get("amount_value").string("label"), "80 %")
      XCTAssertFalse(panel.isSensitive("changing"), "followed in any case")
      XCTAssertEqual(noise.settings.clicks, 0.8, "to show them changes nothing")
    }
  }

  func testSwitchesSetWhatTheyAreCalled() {
    MainActor.assumeIsolated {
      let panel = Panel(), noise = panel.noise
      let kinds = NoiseKinds(panel.builder, noise)
      kinds.show(noise.settings)
      for name in ["hum", "changing", "clicks"] { panel.builder.get(name).set("active", !panel.isOn(name)) }
      XCTAssertEqual(
        [noise.settings.removesHum, noise.settings.followsLevel, noise.settings.clicks > 0],
        [false, true, true])
      noise.settings.clicks = 0.25
      kinds.show(noise.settings)
      // Off and on again: as it was.
      for isOn in [false, true] { panel.builder.get("clicks").set("active", isOn) }
      XCTAssertEqual(noise.settings.clicks, 0.25)
    }
  }

  func testAPresetIsChosenKeptAndDeleted() {
    MainActor.assumeIsolated {
      let panel = Panel(), noise = panel.noise, list = panel.builder.get("preset")
      let presets = NoisePresetChooser(panel.builder, noise, panel.settings)
      presets.show()
      let builtIn = NoisePresets("", standard: noise.standard).all
      XCTAssertEqual(list.selected, 0)
      list.selected = 2
      XCTAssertEqual(noise.settings, builtIn[2].settings)
      XCTAssertFalse(panel.isSensitive("delete"), "one of the program's")
      noise.settings.sensitivity = 7
      presets.show()
      XCTAssertEqual(list.selected, builtIn.count, "behind all others: none of them")

      panel.builder.get("keep_name").set("text", builtIn[1].name)
      XCTAssertFalse(panel.isSensitive("keep_done"), "that name is taken")
      panel.builder.get("keep_name").set("text", "Cellar")
      XCTAssertTrue(panel.isSensitive("keep_done"))
      presets.keep()
      XCTAssertEqual(list.selected, builtIn.count)
      XCTAssertTrue(panel.isSensitive("delete"))
      list.selected = 0
      XCTAssertEqual(noise.settings, noise.standard)

      // Another window has the same ones.
      let other = Panel()
      other.settings.set("noise-presets", panel.settings.string("noise-presets", default: ""))
      let others = NoisePresetChooser(other.builder, other.noise, other.settings)
      others.show()
      other.builder.get("preset").selected = builtIn.count
      XCTAssertEqual(other.noise.settings.sensitivity, 7)
      others.deleteChosen()
      let left = NoisePresets(other.settings.string("noise-presets", default: ""), standard: noise.standard)
      XCTAssertEqual(left.all, builtIn)
      XCTAssertEqual(other.builder.get("preset").selected, builtIn.count, "the settings stay, without a name")
    }
  }
}
