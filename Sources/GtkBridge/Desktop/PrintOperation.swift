// PrintOperation.swift
// Prints one page through the desktop's dialog.

import CGtk

/// A page on its way to a printer.
@MainActor public final class PrintOperation: NativeObject {
  private struct Page {
    let width: Double, height: Double
    let draw: (OpaquePointer) -> Void
  }

  /// Those that are not done: the dialog does not hold them.
  private static var running: [PrintOperation] = []

  /// Asks for a printer, and prints. Returns at once.
  ///
  /// - Parameters:
  ///   - name: of the job.
  ///   - width, height: in logical pixels of 1/96 inch; what is larger than the page is made smaller.
  ///   - draw: gets a `cairo_t *` whose unit is the logical pixel.
  ///   - failed: called with a sentence.
  public static func print(
    name: String, over parent: Window, width: Double, height: Double, draw: @escaping (OpaquePointer) -> Void,
    failed: @escaping @MainActor (String) -> Void
  ) {
    let operation = PrintOperation(owned: UnsafeMutableRawPointer(gtk_print_operation_new()!))
    let native = operation.raw.assumingMemoryBound(to: GtkPrintOperation.self)
    gtk_print_operation_set_n_pages(native, 1)
    gtk_print_operation_set_job_name(native, name)
    gtk_print_operation_set_unit(native, GTK_UNIT_POINTS)
    gtk_print_operation_set_allow_async(native, 1)
    gtk_print_operation_set_embed_page_setup(native, 1)
    let box = Box(Page(width: width, height: height, draw: draw))
    _ = operation.attach(
      "draw-page",
      unsafeBitCast(
        drawPage as @convention(c) (Data, OpaquePointer?, gint, Data) -> Void, to: GCallback.self), box)
    running.append(operation)
    let done = Box<@MainActor () -> Void> { [weak operation] in running.removeAll { $0 === operation } }
    _ = operation.attach(
      "done",
      unsafeBitCast(endPrinting as @convention(c) (Data, gint, Data) -> Void, to: GCallback.self), done)
    var error: UnsafeMutablePointer<GError>?
    let result = gtk_print_operation_run(
      native, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent.window, &error)
    guard result == GTK_PRINT_OPERATION_RESULT_ERROR else { return }
    failed(error.map { String(cString: $0.pointee.message) } ?? "the printer did not answer.")
    g_clear_error(&error)
    running.removeAll { $0 === operation }
  }

  fileprivate static func draw(_ context: OpaquePointer, _ data: Data) {
    let page: Page = Box<Page>.closure(data)
    // Points in a logical pixel, unless the page is too small.
    let scale = min(
      0.75, gtk_print_context_get_width(context) / page.width,
      gtk_print_context_get_height(context) / page.height)
    guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
    cairo_save(cairo)
    cairo_scale(cairo, scale, scale)
    page.draw(cairo)
    cairo_restore(cairo)
  }
}

private func drawPage(_: Data, _ context: OpaquePointer?, _: gint, _ data: Data) {
  let passed = UncheckedSendable((context, data))
  MainActor.assumeIsolated {
    if let context = passed.value.0 { PrintOperation.draw(context, passed.value.1) }
  }
}

private func endPrinting(_: Data, _: gint, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor () -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value() }
}
