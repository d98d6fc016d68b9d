// ColorButton.swift
// A button for a color.

import CGtk

/// A `GtkColorButton`.
@MainActor public final class ColorButton: Widget {
  public required init(_ raw: UnsafeMutableRawPointer) {
    super.init(raw)
    // GTK 4.8 leaves the button in it without a name: the title of the dialog says what the color is of.
    if let button = gtk_widget_get_first_child(widget), let title = string("title") {
      Widget.of(button).setAccessibleLabel(title)
    }
  }

  /// The color as 0xRRGGBB.
  public var hex: UInt32 {
    get {
      var color = GdkRGBA()
      gtk_color_chooser_get_rgba(opaque, &color)
      func byte(_ value: Float) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
      return byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    }
    set {
      func part(_ shift: UInt32) -> Float { Float(newValue >> shift & 255) / 255 }
      var color = GdkRGBA(red: part(16), green: part(8), blue: part(0), alpha: 1)
      gtk_color_chooser_set_rgba(opaque, &color)
    }
  }
}
