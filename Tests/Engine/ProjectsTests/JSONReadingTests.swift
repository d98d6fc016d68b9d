// JSONReadingTests.swift
// What is taken for JSON, and what is refused.

import Testing

@testable import HostIO

@Suite struct JSONReadingTests {
  private func isRead(_ text: String) -> Bool { (try? JSONText(reading: Array(text.utf8))) != nil }

  @Test func `what was written is read again`() throws {
    let value = JSONText.object([
      ("text", .string("“ä” \"\\\n\t\u{1} 🎵")), ("whole", .number(-(1 << 60))), ("part", .decimal(0.1)),
      ("yes", .bool(true)), ("nothing", .null), ("list", .list([.number(1), .list([]), .object([])])),
    ])
    let read = try JSONText(reading: Array(value.text().utf8))
    #expect(read["text"]?.text == "“ä” \"\\\n\t\u{1} 🎵")
    #expect(read["whole"]?.whole == -(1 << 60) && read["part"]?.number == 0.1)
    #expect(read["yes"]?.isTrue == true && read["nothing"]?.text == nil)
    #expect(read["list"]?.list.count == 3)
    #expect(read.text() == value.text())
  }

  @Test func `no cut of an object is taken for one`() throws {
    let text = #"{"a": [1, 2.5, {"b": "\"}]"}], "c": true}"#
    #expect(isRead(text) && isRead(" \n" + text + "\n "))
    for count in 0..<text.utf8.count {
      #expect(!isRead(String(decoding: Array(text.utf8).prefix(count), as: UTF8.self)), "\(count)")
    }
  }

  @Test func `what is no JSON object is refused`() {
    for text in [
      "", "[]", "1", "{} {}", "{}x", "var a = {}", "{'a': 1}", "{/* \" */}", "{\"a\": 1} // b", "{\"a\" 1}",
      "{\"a\": nul}", "{\"a\": 1e999}", "{\"a\": \"\u{1}\"}", "{a: 1}", "{\"a\": [1}", "{]",
    ] { #expect(!isRead(text), "\(text)") }
    #expect((try? JSONText(reading: Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8))) == nil)
    #expect((try? JSONText(reading: Array("{\"a\": 0}".utf8) + [0])) == nil)
  }

  @Test func `depth is bounded, in whatever way it is hidden`() {
    func nested(_ depth: Int) -> String {
      "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(isRead(nested(JSONText.deepest - 1)))
    for depth in [JSONText.deepest, 1_000_000] { #expect(!isRead(nested(depth))) }
    #expect(!isRead("{\"a\\\":" + String(repeating: "[", count: 100_000)))
  }
}
