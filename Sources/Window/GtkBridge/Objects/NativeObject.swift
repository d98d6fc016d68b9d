// NativeObject.swift
// Ownership of GObjects: one strong reference per Swift object, released on the main actor. Everything in
// this target is isolated to the main actor, as GTK requires; callbacks for C are file-scope functions.

import CGtk

/// A GObject to which Swift holds a reference.
@MainActor open class NativeObject {
  /// The instance; valid while this object lives.
  public let raw: UnsafeMutableRawPointer
  /// Whether the reference is one that tells when it is the last: see `liveWithObject`.
  private var isKept = false

  /// Adds a reference to `raw`, or takes over its floating one.
  public required init(_ raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
  }

  /// Takes over a reference of the caller.
  init(owned raw: UnsafeMutableRawPointer) { self.raw = raw }

  /// Adds a reference to what GTK has made and nobody owns yet: its floating one stays for whoever will. Taken over, it
  /// would be given back with this wrapper, and the object would go while GTK works with it.
  convenience init(borrowed raw: UnsafeMutableRawPointer) {
    g_object_ref(raw)
    self.init(owned: raw)
  }

  isolated deinit {
    if isKept {
      g_object_set_qdata(object, Self.keptKey, nil)
      g_object_remove_toggle_ref(object, toggled, nil)
    } else {
      g_object_unref(raw)
    }
  }

  // MARK: A life as long as the object's

  private static let keptKey = g_quark_from_static_string("barline-kept")

  /// What lives as long as an object, once something does; there is one for each.
  static func kept(_ raw: UnsafeMutableRawPointer) -> NativeObject? {
    g_object_get_qdata(raw.assumingMemoryBound(to: GObject.self), keptKey).map {
      Unmanaged<NativeObject>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Lets this wrapper live as long as anybody holds the object, a window that shows it above all: whoever refers to it
  /// weakly finds it until then. Without that a wrapper that was only made to connect a closure is gone before the closure
  /// is called.
  func liveWithObject() {
    guard !isKept, Self.kept(raw) == nil else { return }
    isKept = true
    let own = Unmanaged.passRetained(self).toOpaque()
    g_object_set_qdata(object, Self.keptKey, own)
    // The object holds this wrapper while it is held by others, and this wrapper the object.
    g_object_add_toggle_ref(object, toggled, nil)
    g_object_unref(raw)
  }

  /// Takes back `liveWithObject`: this wrapper goes with whoever holds it in Swift, though GTK may hold the object for longer.
  func liveAlone() {
    guard isKept else { return }
    isKept = false
    let own = Unmanaged.passUnretained(self)
    let isHeldByOthers = referenceCount > 1
    g_object_set_qdata(object, Self.keptKey, nil)
    g_object_ref(raw)
    g_object_remove_toggle_ref(object, toggled, nil)
    // What the object held of this wrapper.
    if isHeldByOthers { own.release() }
  }

  var opaque: OpaquePointer { OpaquePointer(raw) }

  var object: UnsafeMutablePointer<GObject> { raw.assumingMemoryBound(to: GObject.self) }

  /// The number of all references: for tests of ownership.
  var referenceCount: Int { Int(object.pointee.ref_count) }

  // MARK: Properties

  public func set(_ property: String, _ value: String?) {
    withValue(string: value) { g_object_set_property(object, property, $0) }
  }

  public func set(_ property: String, _ value: Bool) {
    write(property, .boolean) { g_value_set_boolean($0, value ? 1 : 0) }
  }

  public func set(_ property: String, _ value: Double) {
    write(property, .double) { g_value_set_double($0, value) }
  }

  public func set(_ property: String, _ value: Int) {
    write(property, .int) { g_value_set_int($0, Int32(clamping: value)) }
  }

  public func bool(_ property: String) -> Bool { read(property, .boolean) { g_value_get_boolean($0) != 0 } }

  public func int(_ property: String) -> Int { read(property, .int) { Int(g_value_get_int($0)) } }

  public func double(_ property: String) -> Double { read(property, .double) { g_value_get_double($0) } }

  public func string(_ property: String) -> String? {
    read(property, .string) { g_value_get_string($0).map { String(cString: $0) } }
  }

  /// The index of the selected item of a list; nil when none is.
  public var selected: Int? {
    get {
      let place = read("selected", .uint) { g_value_get_uint($0) }
      return place == guint.max ? nil : Int(place)
    }
    set { write("selected", .uint) { g_value_set_uint($0, newValue.map { guint(clamping: $0) } ?? .max) } }
  }

  private func write(
    _ property: String, _ type: FundamentalType, _ fill: (UnsafeMutablePointer<GValue>) -> Void
  ) {
    withValue(of: type) {
      fill($0)
      g_object_set_property(object, property, $0)
    }
  }

  private func read<Value>(
    _ property: String, _ type: FundamentalType, _ take: (UnsafeMutablePointer<GValue>) -> Value
  ) -> Value {
    withValue(of: type) {
      g_object_get_property(object, property, $0)
      return take($0)
    }
  }
}

/// Called when the reference of a kept wrapper becomes the last one, and when it is so no more.
private func toggled(_: Data, _ object: UnsafeMutablePointer<GObject>?, isLast: gboolean) {
  let object = UncheckedSendable(object!)
  MainActor.assumeIsolated {
    guard let wrapper = NativeObject.kept(UnsafeMutableRawPointer(object.value)) else { return }
    let own = Unmanaged.passUnretained(wrapper)
    if isLast != 0 { own.release() } else { _ = own.retain() }
  }
}

/// The fundamental types, whose macros do not import.
enum FundamentalType: GType {
  case boolean = 20  // G_TYPE_BOOLEAN: 5 << G_TYPE_FUNDAMENTAL_SHIFT, and so on
  case int = 24
  case uint = 28
  case double = 60
  case string = 64
}

/// Calls `body` with a GValue of `type` and clears it afterwards.
func withValue<Result>(of type: FundamentalType, _ body: (UnsafeMutablePointer<GValue>) -> Result) -> Result {
  var value = GValue()
  g_value_init(&value, type.rawValue)
  defer { g_value_unset(&value) }
  return body(&value)
}

func withValue<Result>(string: String?, _ body: (UnsafeMutablePointer<GValue>) -> Result) -> Result {
  withValue(of: .string) {
    g_value_set_string($0, string)
    return body($0)
  }
}
