// BusValue.swift
// Values that travel over D-Bus, as Swift values instead of GVariants; only the types that this program
// needs.

import CGtk

/// A value of a D-Bus type.
public indirect enum BusValue: Equatable, Sendable {
  case string(String)
  case boolean(Bool)
  case int64(Int64)
  case uint32(UInt32)
  case uint64(UInt64)
  case double(Double)
  /// The path of an object.
  case path(String)
  case strings([String])
  /// a{sv}
  case dictionary([String: BusValue])

  /// - Returns: nil for any other type.
  init?(_ native: OpaquePointer) {
    switch String(cString: g_variant_get_type_string(native)) {
    case "s": self = .string(String(cString: g_variant_get_string(native, nil)))
    case "o": self = .path(String(cString: g_variant_get_string(native, nil)))
    case "b": self = .boolean(g_variant_get_boolean(native) != 0)
    case "x": self = .int64(Int64(g_variant_get_int64(native)))
    case "u": self = .uint32(g_variant_get_uint32(native))
    case "t": self = .uint64(UInt64(g_variant_get_uint64(native)))
    case "d": self = .double(g_variant_get_double(native))
    default: return nil
    }
  }

  /// A new GVariant with a floating reference, which its receiver takes over.
  var native: OpaquePointer {
    switch self {
    case .string(let text): g_variant_new_string(text)
    case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
    case .int64(let value): g_variant_new_int64(gint64(value))
    case .uint32(let value): g_variant_new_uint32(value)
    case .uint64(let value): g_variant_new_uint64(guint64(value))
    case .double(let value): g_variant_new_double(value)
    case .path(let path): g_variant_new_object_path(path)
    case .strings(let texts): withCStrings(texts) { g_variant_new_strv($0, gssize(texts.count)) }
    case .dictionary(let entries): Self.dictionary(entries)
    }
  }

  private static func dictionary(_ entries: [String: BusValue]) -> OpaquePointer {
    let dictionary = g_variant_dict_new(nil)!
    defer { g_variant_dict_unref(dictionary) }
    for (key, value) in entries { g_variant_dict_insert_value(dictionary, key, value.native) }
    return g_variant_dict_end(dictionary)
  }

  /// The arguments of a method or signal.
  static func tuple(_ values: [BusValue]) -> OpaquePointer {
    let natives: [OpaquePointer?] = values.map(\.native)
    return g_variant_new_tuple(natives, gsize(natives.count))
  }
}
