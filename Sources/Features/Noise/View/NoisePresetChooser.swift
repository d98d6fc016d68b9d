// NoisePresetChooser.swift
// The list of presets at the top of the panel, and what keeps and deletes the user's own. The presets lie in the program's
// settings, and are read anew each time: another window may have changed them.

import GtkBridge
import Localization
import Spectral

/// Chooses, keeps and deletes presets of noise reduction.
@MainActor final class NoisePresetChooser {
  private static let key = "noise-presets"

  private let noise: NoiseReduction
  private let settings: Settings
  private let list: DropDown, choices: StringList, delete: Widget
  private let popover: Popover, name: Widget, note: Widget, done: Widget
  /// The preset that was chosen last: two may set the same.
  private var chosen: String?
  private var shown: [String] = []
  /// True while the program changes the list.
  private var isFollowing = false

  init(_ builder: Builder, _ noise: NoiseReduction, _ settings: Settings) {
    self.noise = noise
    self.settings = settings
    list = builder.get("preset", as: DropDown.self)
    list.setAccessibleLabel(localized("Preset"))
    choices = builder.get("preset_choices", as: StringList.self)
    delete = builder.get("delete")
    popover = builder.get("keep_popover", as: Popover.self)
    name = builder.get("keep_name")
    note = builder.get("keep_note")
    done = builder.get("keep_done")
    list.connectNotify("selected") { [weak self] in self?.choose() }
    delete.connect("clicked") { [weak self] in self?.deleteChosen() }
    done.connect("clicked") { [weak self] in self?.keep() }
    name.connect("changed") { [weak self] in self?.judgeName() }
    let keep = builder.get("keep")
    keep.onPopoverOpen { [weak self] in self?.ask() }
    // Else the next Space would open it again.
    keep.onPopoverRelease { [weak list] in list?.dropFocus() }
  }

  private var presets: NoisePresets {
    NoisePresets(settings.string(Self.key, default: ""), standard: noise.standard)
  }

  /// - Returns: false, and it is told, when they cannot be kept.
  private func put(_ presets: NoisePresets) -> Bool {
    let isKept = settings.set(Self.key, presets.text)
    if !isKept {
      noise.tell(
        localized(
          "The presets cannot be changed: they are locked on this computer. Ask whoever looks after it."))
    }
    return isKept
  }

  /// Shows which preset the settings are; none: they are the user's own, without a name.
  func show() {
    let presets = presets, all = presets.all
    let preset = presets.preset(with: noise.settings, preferring: chosen)
    isFollowing = true
    defer { isFollowing = false }
    var names = all.map(\.name)
    if preset == nil { names.append(localized("Custom", context: "noise preset")) }
    if names != shown {
      choices.replace(with: names)
      shown = names
    }
    list.set("selected", preset.flatMap { all.firstIndex(of: $0) } ?? names.count - 1)
    delete.set("sensitive", preset?.isOwn == true)
  }

  private func choose() {
    let all = presets.all, place = list.int("selected")
    guard !isFollowing else { return }
    // Another window may have changed the list.
    guard all.indices.contains(place), all[place].name == shown[place] else { return show() }
    chosen = all[place].name
    // A step of its own, whatever it sets.
    noise.endChange()
    noise.settings = all[place].settings(in: noise.settings)
    noise.endChange()
    // What sets the same is shown at once.
    show()
  }

  /// Deletes the preset that is shown, if it is the user's.
  func deleteChosen() {
    var presets = presets
    guard let preset = presets.preset(with: noise.settings, preferring: chosen), preset.isOwn else { return }
    presets.remove(preset.name)
    if put(presets) { show() }
  }

  // MARK: Keeping

  private func ask() {
    let preset = presets.preset(with: noise.settings, preferring: chosen)
    name.set("text", preset?.isOwn == true ? preset?.name : "")
    judgeName()
    name.grabFocus()
  }

  /// Says below the name why it cannot be, or what becomes of a preset that has it.
  private func judgeName() {
    let presets = presets, text = name.string("text") ?? ""
    let problem = presets.problem(ofName: text), replaces = presets.replaces(text)
    done.set("sensitive", problem == nil)
    done.set("label", replaces ? localized("Replace") : localized("Save"))
    note.set("label", problem ?? (replaces ? localized("You have a preset of that name.") : ""))
    note.isVisible = problem != nil || replaces
  }

  /// Keeps the settings under the name that was typed, if that can be.
  func keep() {
    var presets = presets
    guard let kept = presets.save(noise.settings, as: name.string("text") ?? "") else { return }
    guard put(presets) else { return }
    chosen = kept
    popover.close()
    show()
  }
}
