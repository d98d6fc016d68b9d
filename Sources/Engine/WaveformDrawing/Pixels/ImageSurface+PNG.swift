// ImageSurface+PNG.swift
// Pictures as PNG, to and from memory. Cairo calls back with pieces of the stream on the calling thread, and
// only during the call. The callbacks are file-scope functions; their closure pointer is a Swift array or
// reader that outlives the call.

import CCairo
import Localization

extension ImageSurface {
  /// The picture as a PNG file, in device pixels.
  ///
  /// - Throws: `impossibleSize` for a picture without pixels, `outOfMemory`, `writeFailed`.
  public func pngBytes() throws(DrawingError) -> [UInt8] {
    guard width > 0, height > 0 else {
      throw DrawingError(.impossibleSize, localized("A PNG picture needs at least one pixel."))
    }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) {
      cairo_surface_write_to_png_stream(pointer, appendToArray, $0)
    }
    try DrawingError.check(status, localized("The picture could not be encoded as PNG."))
    return bytes
  }

  /// Reads a PNG file.
  ///
  /// - Throws: `damagedPicture`, `outOfMemory`.
  public convenience init(png bytes: [UInt8], scale: Int = 1) throws(DrawingError) {
    var reader = bytes[...]
    let surface = withUnsafeMutablePointer(to: &reader) {
      cairo_image_surface_create_from_png_stream(takeFromSlice, $0)
    }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let surface else {
      cairo_surface_destroy(surface)
      throw DrawingError(
        status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .damagedPicture,
        localized("This is not a whole PNG picture."),
        status: Int32(status.rawValue))
    }
    // PNG without transparency comes as RGB24, whose fourth byte is undefined: convert it to ARGB32.
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    defer { cairo_surface_destroy(surface) }
    try self.init(width: width, height: height, scale: scale)
    withContext { context in
      cairo_set_source_surface(context, surface, 0, 0)
      cairo_paint(context)
    }
  }
}

extension DrawingError {
  /// Throws when Cairo reports an error.
  static func check(_ status: cairo_status_t, _ message: String) throws(DrawingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw DrawingError(
      status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .writeFailed, message, status: Int32(status.rawValue))
  }
}

/// Appends a piece of a stream to the `[UInt8]` that `closure` points to.
func appendToArray(
  _ closure: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ length: UInt32
) -> cairo_status_t {
  guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
  closure.assumingMemoryBound(to: [UInt8].self).pointee
    .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
  return CAIRO_STATUS_SUCCESS
}

/// Takes the next piece of a stream from the `ArraySlice<UInt8>` that `closure` points to.
private func takeFromSlice(
  _ closure: UnsafeMutableRawPointer?, _ data: UnsafeMutablePointer<UInt8>?, _ length: UInt32
) -> cairo_status_t {
  guard let slice = closure?.assumingMemoryBound(to: ArraySlice<UInt8>.self), let data,
    slice.pointee.count >= Int(length)
  else { return CAIRO_STATUS_READ_ERROR }
  _ = UnsafeMutableBufferPointer(start: data, count: Int(length)).update(
    fromContentsOf: slice.pointee.prefix(Int(length)))
  slice.pointee = slice.pointee.dropFirst(Int(length))
  return CAIRO_STATUS_SUCCESS
}
