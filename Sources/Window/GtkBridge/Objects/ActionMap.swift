// ActionMap.swift
// Commands as GActions: menus, keys, buttons and D-Bus activate them by name.

import CGtk

/// A named command; it may be disabled, and may have a state.
@MainActor public final class NamedAction: NativeObject {
  public var isEnabled: Bool {
    get { g_action_get_enabled(opaque) != 0 }
    set { if newValue != isEnabled { g_simple_action_set_enabled(opaque, newValue ? 1 : 0) } }
  }

  /// Shows `text` as the chosen item of a group of radio items.
  public func setState(_ text: String) { g_simple_action_set_state(opaque, g_variant_new_string(text)) }

  /// Shows the check mark of a toggle.
  public func setState(_ isOn: Bool) {
    g_simple_action_set_state(opaque, g_variant_new_boolean(isOn ? 1 : 0))
  }
}

extension NativeObject {
  /// True when this application or window has a command of that name.
  public func hasAction(_ name: String) -> Bool { g_action_map_lookup_action(opaque, name) != nil }

  /// Adds a command to this application or window.
  @discardableResult
  public func addAction(_ name: String, _ handler: @escaping Action0) -> NamedAction {
    install(g_simple_action_new(name, nil)) { _ in handler() }
  }

  /// Adds a command with a text as its parameter.
  @discardableResult
  public func addTextAction(_ name: String, _ handler: @escaping @MainActor (String) -> Void) -> NamedAction {
    withVariantType("s") { type in
      install(g_simple_action_new(name, type)) { $0.map { handler(text(of: $0)) } }
    }
  }

  /// Adds a choice between texts, for radio items.
  @discardableResult
  public func addChoice(_ name: String, state: String, _ handler: @escaping @MainActor (String) -> Void)
    -> NamedAction
  {
    withVariantType("s") { type in
      install(g_simple_action_new_stateful(name, type, g_variant_new_string(state))) {
        $0.map { handler(text(of: $0)) }
      }
    }
  }

  /// Adds a switch that is on or off.
  @discardableResult
  public func addToggle(_ name: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void)
    -> NamedAction
  {
    let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))
    let address = UInt(bitPattern: action)
    return install(action) { _ in
      let state = g_action_get_state(OpaquePointer(bitPattern: address))
      handler(g_variant_get_boolean(state) == 0)
      g_variant_unref(state)
    }
  }

  private func install(_ action: OpaquePointer?, _ handler: @escaping @MainActor (OpaquePointer?) -> Void)
    -> NamedAction
  {
    let named = NamedAction(owned: UnsafeMutableRawPointer(action!))
    let box = Box<@MainActor (OpaquePointer?) -> Void>(handler)
    _ = named.attach(
      "activate",
      unsafeBitCast(callAction as @convention(c) (Data, OpaquePointer?, Data) -> Void, to: GCallback.self),
      box)
    g_action_map_add_action(opaque, named.opaque)
    return named
  }
}

/// The actions of a window or of the application, for those who carry them out by name.
extension NativeObject {
  /// The chosen text of a group of radio items; nil when there is no such action.
  public func chosen(_ action: String) -> String? {
    guard let state = g_action_group_get_action_state(opaque, action) else { return nil }
    defer { g_variant_unref(state) }
    return withVariantType("s") { g_variant_is_of_type(state, $0) } != 0 ? text(of: state) : nil
  }

  /// Chooses a text of a group of radio items.
  public func choose(_ text: String, of action: String) {
    g_action_group_activate_action(opaque, action, g_variant_new_string(text))
  }
}

extension Widget {
  /// Lets buttons and switches inside find the actions of `owner` below `prefix`.
  public func insertActions(of owner: NativeObject, as prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, owner.opaque)
  }
}

private func withVariantType<Result>(_ text: String, _ body: (OpaquePointer) -> Result) -> Result {
  let type = g_variant_type_new(text)!
  defer { g_variant_type_free(type) }
  return body(type)
}

private func text(of variant: OpaquePointer) -> String { String(cString: g_variant_get_string(variant, nil)) }

private func callAction(_: Data, _ parameter: OpaquePointer?, _ data: Data) {
  let closure = UncheckedSendable((Box<@MainActor (OpaquePointer?) -> Void>.closure(data), parameter))
  MainActor.assumeIsolated { closure.value.0(closure.value.1) }
}
