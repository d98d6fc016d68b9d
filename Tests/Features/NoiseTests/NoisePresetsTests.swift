// NoisePresetsTests.swift
// Presets of noise reduction: the program's differ, the user's are kept as text, and names cannot be taken twice.

import Spectral
import Testing

@testable import Noise
@testable import WaveformModel

struct NoisePresetsTests {
  private let standard = NoiseReductionSettings(reduction: 12)
  private var presets: NoisePresets { NoisePresets("", standard: standard) }

  @Test func `each preset of the program sets something else, has a name of its own, and needs a profile`() {
    let all = NoisePresets("", standard: NoiseReductionSettings()).all
    #expect(Set(all.map(\.settings)).count == all.count && Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { !$0.isOwn && !$0.settings.isAdaptive })
    #expect(all.first?.settings == NoiseReductionSettings())
  }

  @Test func `settings are those of a preset, or nobody's`() {
    #expect(presets.preset(with: standard)?.name == "Standard")
    #expect(presets.preset(with: NoiseReductionSettings(reduction: 11)) == nil)
    for preset in presets.all { #expect(presets.preset(with: preset.settings) == preset) }
  }

  @Test func `of two that set the same, the one that was chosen is meant`() {
    var presets = presets
    presets.save(standard, as: "Cellar")
    #expect(presets.preset(with: standard)?.name == "Standard")
    #expect(presets.preset(with: standard, preferring: "Cellar")?.isOwn == true)
    #expect(presets.preset(with: standard, preferring: "Attic")?.name == "Standard")
  }

  @Test func `the user's are kept in every detail, by name, behind the program's`() {
    let cellar = NoiseReductionSettings(
      reduction: 31.5, sensitivity: 3, smoothing: 4, clicks: 0.35, removesHum: false, followsLevel: true,
      isAdaptive: true)
    var presets = presets
    #expect(presets.save(cellar, as: "  Täglich\n„Keller“ ") == "Täglich „Keller“")
    presets.save(NoiseReductionSettings(clicks: 1), as: "attic")
    let read = NoisePresets(presets.text, standard: standard)
    #expect(read == presets && !presets.text.contains("\n"))
    #expect(read.all.suffix(2).map(\.name) == ["attic", "Täglich „Keller“"])
    #expect(read.preset(with: cellar)?.name == "Täglich „Keller“")
  }

  @Test func `one that has the name is replaced, and one is removed`() {
    var presets = presets
    presets.save(standard, as: "Cellar")
    #expect(presets.replaces("cellar ") && presets.problem(ofName: "CELLAR") == nil)
    presets.save(NoiseReductionSettings(), as: "CELLAR")
    #expect(presets.all.filter(\.isOwn).map(\.name) == ["CELLAR"])
    presets.remove("cellar")
    #expect(presets == self.presets)
  }

  @Test(arguments: ["", " \n", "standard", "Gentle"]) func `some names cannot be taken`(name: String) {
    var presets = presets
    #expect(presets.problem(ofName: name) != nil && presets.save(standard, as: name) == nil)
    #expect(presets == self.presets)
  }

  @Test func `there is an end to them, and to a name`() {
    var presets = presets
    for number in 0...NoisePresets.limit { presets.save(standard, as: "\(number)") }
    #expect(presets.all.count { $0.isOwn } == NoisePresets.limit)
    #expect(presets.problem(ofName: "another") != nil && presets.problem(ofName: "1") == nil)
    let long = String(repeating: "ä", count: 2 * NoisePresets.longestName)
    presets.remove("1")
    #expect(presets.save(standard, as: long)?.count == NoisePresets.longestName)
  }

  @Test(arguments: [
    "{", "[]", "{\"presets\":1}", "{\"presets\":[1,{},{\"name\":\"\"},{\"name\":2}]}",
  ])
  func `what cannot be read is left out`(text: String) {
    #expect(NoisePresets(text, standard: standard) == presets)
  }

  @Test func `a name that is one of the program's in this language stays`() throws {
    let name = NoisePreset.builtIn[0].name
    let read = NoisePresets(
      "{\"presets\":[{\"name\":\"\(name)\",\"reduction\":33}]}", standard: standard)
    let last = try #require(read.all.last)
    #expect(last.name == name && last.settings.reduction == 33 && last.isOwn)
    #expect(NoisePresets(read.text, standard: standard) == read)
  }

  @Test func `the program's leave on what needs no profile`() throws {
    let strong = try #require(NoisePreset.builtIn.first { $0.settings.reduction == 30 })
    let next = strong.settings(in: NoiseReductionSettings(isAdaptive: true))
    #expect(next.isAdaptive && next.reduction == 30)
    #expect(presets.preset(with: next)?.name == strong.name)
  }

  @Test func `numbers beyond their limits are brought back`() {
    let read = NoisePresets(
      "{\"presets\":[{\"name\":\"Wild\",\"reduction\":1e300,\"smoothing\":-5,\"clicks\":7}]}",
      standard: standard)
    #expect(read.all.last?.settings == NoiseReductionSettings(reduction: 48, smoothing: 0, clicks: 1))
  }
}
