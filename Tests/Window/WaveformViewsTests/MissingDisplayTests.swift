// MissingDisplayTests.swift
// What is said where no display can be opened: which ones were tried, and what can be done.

import Testing

@testable import WaveformViews

struct MissingDisplayTests {
  private func said(_ environment: [String: String]) -> String {
    BarlineApplication.missingDisplay { environment[$0] }.english
  }

  @Test func `that none is named is said, whatever the toolkit is told of its kind`() {
    for environment in [[:], ["GDK_BACKEND": "x11"], ["DISPLAY": "", "WAYLAND_DISPLAY": ""]] {
      #expect(
        said(environment).hasPrefix("There is no display, as neither WAYLAND_DISPLAY nor DISPLAY is set: "))
    }
  }

  @Test func `what cannot be opened is named, and what decides between the two`() {
    #expect(
      said(["DISPLAY": ":9", "WAYLAND_DISPLAY": ""]).hasPrefix("No display can be opened with DISPLAY=:9: "))
    #expect(
      said(["DISPLAY": ":9", "WAYLAND_DISPLAY": "w", "GDK_BACKEND": "x11"]).hasPrefix(
        "No display can be opened with WAYLAND_DISPLAY=w, DISPLAY=:9, GDK_BACKEND=x11: "))
  }

  @Test func `what can be done is said in any case`() {
    for environment in [[:], ["DISPLAY": ":9"]] {
      #expect(said(environment).contains("ssh -X") && said(environment).contains("barline-cli render"))
    }
  }
}
