// Cairo.swift
// The few Cairo calls that tests need, with names.

import CCairo

/// Moves the origin of a `cairo_t`.
func translate(_ context: OpaquePointer, _ x: Int, _ y: Int) {
  cairo_translate(context, Double(x), Double(y))
}
