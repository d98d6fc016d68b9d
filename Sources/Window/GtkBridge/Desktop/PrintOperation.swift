// PrintOperation.swift
// Prints one page through the desktop's dialog.

import CGtk

/// A page on its way to a printer.
@MainActor public final class PrintOperation: NativeObject {
  private struct Page {
    let width: Double, height: Double
    let draw: (OpaquePointer) -> Void
  }

  /// Those that are not done: GTK holds them neither while its dialog is open nor until they are sent.
  private static var running: [PrintOperation] = []
  private var failed: (@MainActor () -> Void)?
  /// True when the page has been drawn, and is on its way.
  private var isDrawn = false

  /// Asks for a printer, and prints. Returns at once.
  ///
  /// - Parameters:
  ///   - name: of the job.
  ///   - width, height: in logical pixels of 1/96 inch; what is larger than the page is made smaller.
  ///   - draw: gets a `cairo_t *` whose unit is the logical pixel.
  ///   - file: for tests: the PDF that is made in place of asking.
  ///   - failed: called when the page could not be sent.
  public static func print(
    name: String, over parent: Window, width: Double, height: Double, into file: String? = nil,
    draw: @escaping (OpaquePointer) -> Void, failed: @escaping @MainActor () -> Void
  ) {
    // Nobody tells when a preview has ended.
    running.removeAll { $0.isDrawn }
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
    operation.failed = failed
    running.append(operation)
    let done = Box<@MainActor (GtkPrintOperationResult) -> Void> { [weak operation] in operation?.end($0) }
    _ = operation.attach(
      "done",
      unsafeBitCast(endPrinting as @convention(c) (Data, gint, Data) -> Void, to: GCallback.self), done)
    operation.connect("status-changed") { [weak operation] in operation?.advance() }
    if let file { gtk_print_operation_set_export_filename(native, file) }
    let action =
      file == nil ? GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG : GTK_PRINT_OPERATION_ACTION_EXPORT
    // The signal tells the result, and so a failure.
    gtk_print_operation_run(native, action, parent.window, nil)
  }

  /// The page has been drawn, or it was cancelled, or has failed.
  private func end(_ result: GtkPrintOperationResult) {
    switch result {
    case GTK_PRINT_OPERATION_RESULT_ERROR: forget(hasFailed: true)
    case GTK_PRINT_OPERATION_RESULT_APPLY:
      isDrawn = true
      advance()
    default: forget(hasFailed: false)
    }
  }

  /// What was drawn may have been sent.
  private func advance() {
    let native = raw.assumingMemoryBound(to: GtkPrintOperation.self)
    guard isDrawn, gtk_print_operation_is_finished(native) != 0 else { return }
    forget(hasFailed: gtk_print_operation_get_status(native) == GTK_PRINT_STATUS_FINISHED_ABORTED)
  }

  private func forget(hasFailed: Bool) {
    let failed = failed
    self.failed = nil
    Self.running.removeAll { $0 === self }
    if hasFailed { failed?() }
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

private func endPrinting(_: Data, _ result: gint, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (GtkPrintOperationResult) -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value(GtkPrintOperationResult(UInt32(bitPattern: result))) }
}
