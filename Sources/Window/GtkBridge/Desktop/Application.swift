// Application.swift
// The desktop application: one instance, files opened from the file manager, actions and their keys.

import CGtk

/// An `AdwApplication`.
@MainActor public final class Application: NativeObject {
  var application: UnsafeMutablePointer<GtkApplication> { raw.assumingMemoryBound(to: GtkApplication.self) }
  private var native: UnsafeMutablePointer<GApplication> { raw.assumingMemoryBound(to: GApplication.self) }
  /// True when another instance was running at the start, and answered.
  private var isSecond = false

  /// - Parameters:
  ///   - name: the program's name as users know it.
  ///   - identifier: the reverse domain name under which the desktop knows the application.
  ///   - isUnique: false for an instance of its own, beside one that is already running.
  ///   - replacing: called when an instance that does not answer is replaced: files go to this one from now on.
  public convenience init(
    name: String, identifier: String, isUnique: Bool, replacing: @MainActor () -> Void = {}
  ) {
    g_set_application_name(name)
    // GTK expects the program's name to be set; `run` would set it, but only later.
    if g_get_prgname() == nil { g_set_prgname(identifier) }
    var flags = G_APPLICATION_HANDLES_OPEN.rawValue
    flags |= (isUnique ? G_APPLICATION_ALLOW_REPLACEMENT : G_APPLICATION_NON_UNIQUE).rawValue
    let other = isUnique ? RunningInstance.ask(identifier) : .none
    if other == .silent {
      flags |= G_APPLICATION_REPLACE.rawValue
      replacing()
    }
    self.init(
      owned: UnsafeMutableRawPointer(
        adw_application_new(identifier, GApplicationFlags(rawValue: flags))!))
    isSecond = other == .alive
    // One that was replaced, and goes on after all, keeps its windows. GLib would quit it.
    connectBool("name-lost") { true }
  }

  /// Adds a flag to `--help`. The program itself parses its arguments.
  public func addFlag(_ name: String, summary: String) {
    g_application_add_main_option(native, name, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, summary, nil)
  }

  /// The lines that `--help` begins with. To be called before `onOptions`.
  ///
  /// - Parameter command: what the program is called there. As soon as options have been read it has the name of the
  ///   application again, by which desktops know its windows.
  public func setUsage(of command: String, _ parameters: String, _ summary: String) {
    g_application_set_option_context_parameter_string(native, parameters)
    g_application_set_option_context_summary(native, summary)
    let name = String(cString: g_get_prgname())
    g_set_prgname(command)
    onOptions {
      g_set_prgname(name)
      return nil
    }
  }

  /// Calls `handler` with the files to open, and with the hint of `handOver`, else empty; without files `activate` is
  /// emitted instead.
  public func onOpen(_ handler: @escaping @MainActor ([FileReference], _ hint: String) -> Void) {
    let box = Box<@MainActor ([FileReference], String) -> Void>(handler)
    _ = attach(
      "open",
      unsafeBitCast(
        callOpen
          as @convention(c) (
            Data, UnsafePointer<OpaquePointer?>?, gint, UnsafePointer<CChar>?, Data
          ) -> Void,
        to: GCallback.self), box)
  }

  /// Calls `handler` when the options of the command line have been looked at, before its files are opened.
  ///
  /// - Parameter handler: returns the exit status when nothing is left to do, nil to go on.
  public func onOptions(_ handler: @escaping @MainActor () -> Int32?) {
    let box = Box<@MainActor () -> Int32?>(handler)
    _ = attach(
      "handle-local-options",
      unsafeBitCast(callOptions as @convention(c) (Data, Data, Data) -> gint, to: GCallback.self), box)
  }

  /// Opens the display, as `run` would later: the toolkit ends the process when it cannot, with few words. A process
  /// that hands everything over to another instance opens none.
  ///
  /// - Returns: false when one is needed, and cannot be opened. Nothing is left to do then but to say so.
  public func openDisplay() -> Bool { isSecond || Toolkit.start() }

  /// Hands files over to the instance that is running already.
  ///
  /// - Parameter hint: how they are to be opened.
  /// - Returns: false when this is the only instance.
  public func handOver(_ files: [FileReference], hint: String) -> Bool {
    guard register(), g_application_get_is_remote(native) != 0 else { return false }
    var natives: [OpaquePointer?] = files.map { g_file_new_for_uri($0.uri) }
    defer { for file in natives { g_object_unref(UnsafeMutableRawPointer(file)) } }
    g_application_open(native, &natives, gint(natives.count), hint)
    return true
  }

  /// Lets the locale be as it was chosen: GTK would choose once more, and not care for its encoding. Before anything of GTK.
  public static func keepLocale() { gtk_disable_setlocale() }

  /// Runs the program until its last window is closed.
  ///
  /// - Parameter words: the program's arguments, its name first: C strings.
  /// - Returns: the exit status.
  public func run(_ words: [UnsafeMutablePointer<CChar>]) -> Int32 {
    let options = words.prefix { strcmp($0, "--") != 0 }
    // GLib keeps a “--” before a name that begins with a hyphen, and would open a file of that name as well.
    let names = words.dropFirst(options.count + 1).map {
      $0.pointee == 0x2D ? inThisFolder($0) : g_strdup($0)!
    }
    defer { names.forEach { g_free($0) } }
    var arguments: [UnsafeMutablePointer<CChar>?] = options + names + [nil]
    return g_application_run(native, gint(arguments.count - 1), &arguments)
  }

  /// Starts the application without running its loop.
  /// - Returns: false when the session's bus refuses.
  public func register() -> Bool { g_application_register(native, nil, nil) != 0 }

  /// Sets the keys that trigger an action anywhere in a window; menus show them beside it.
  public func setKeys(_ keys: [String], for action: String) {
    withCStrings(keys) { gtk_application_set_accels_for_action(application, action, $0) }
  }

  /// True for the window that was last in use.
  public func isActive(_ window: Widget) -> Bool {
    guard let active = gtk_application_get_active_window(application) else { return false }
    return UnsafeMutableRawPointer(active) == window.raw
  }
  /// A request that keeps the computer awake.
  public struct Inhibition { fileprivate let cookie: guint }

  /// Asks the desktop not to suspend the computer by itself.
  ///
  /// - Parameter reason: what is going on, for the user.
  /// - Returns: nil when the desktop does not support this.
  public func inhibitSuspend(for window: Window, because reason: String) -> Inhibition? {
    let cookie = gtk_application_inhibit(
      application, window.window, GTK_APPLICATION_INHIBIT_SUSPEND, reason)
    return cookie == 0 ? nil : Inhibition(cookie: cookie)
  }

  public func end(_ inhibition: Inhibition) {
    gtk_application_uninhibit(application, inhibition.cookie)
  }
}

/// “./” and the name; to be freed.
private func inThisFolder(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar> {
  let bytes = [0x2E, 0x2F] + UnsafeBufferPointer(start: name, count: strlen(name) + 1)
  return g_memdup2(bytes, gsize(bytes.count))!.assumingMemoryBound(to: CChar.self)
}

private func callOptions(_: Data, _: Data, _ data: Data) -> gint {
  let closure = UncheckedSendable(Box<@MainActor () -> Int32?>.closure(data))
  return MainActor.assumeIsolated { closure.value() } ?? -1
}

private func callOpen(
  _: Data, _ files: UnsafePointer<OpaquePointer?>?, _ count: gint, _ hint: UnsafePointer<CChar>?, _ data: Data
) {
  let closure = UncheckedSendable((Box<@MainActor ([FileReference], String) -> Void>.closure(data), files))
  let hint = hint.map { String(cString: $0) } ?? ""
  MainActor.assumeIsolated {
    let list = UnsafeBufferPointer(start: closure.value.1, count: Int(count))
    closure.value.0(list.compactMap { $0.map(FileReference.init) }, hint)
  }
}

/// Calls `body` with a zero-terminated array of C strings.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
)
  -> Result
{
  let copies = strings.map { g_strdup($0) }
  defer { copies.forEach { g_free($0) } }
  var pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
  return body(&pointers)
}
