// OfferedContent.swift
// What is offered to other programs on the clipboard or in a drag, and made only when one of them asks for it: a
// content provider whose class is registered from Swift, as `SnapshotArea` is.

import CGtk

/// Data in several formats, each made on demand.
@MainActor public final class OfferedContent: NativeObject {
  /// What a program gets that has asked.
  public enum Answer: Sendable {
    case bytes([UInt8])
    /// The contents of a file.
    case file(FileReference)
    /// Nothing can be had: why.
    case failure(String)
  }

  /// - Parameters:
  ///   - types: the MIME types that are offered, the best one first.
  ///   - kept: those of `types` that are left to the desktop's clipboard when the program ends; they are made then.
  ///   - make: called with one of `types`, each time that a program asks for it.
  public convenience init(
    _ types: [String], kept: [String] = [], make: @escaping @MainActor (_ type: String) async -> Answer
  ) {
    self.init(owned: UnsafeMutableRawPointer(g_object_new_with_properties(offerType, 0, nil, nil)!))
    let box = Box(Offer(types: types, kept: kept, make: make))
    g_object_set_data_full(object, offerKey, box.retained, releaseBox)
  }

  /// The formats in which a list of files is offered.
  public static let fileListTypes = ["text/uri-list"]
  /// The formats in which a text is offered.
  public static let textTypes = ["text/plain;charset=utf-8", "text/plain"]

  /// Puts it on the clipboard of a widget's display.
  public func copy(from widget: Widget) {
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget.widget), provider)
  }

  fileprivate var provider: UnsafeMutablePointer<GdkContentProvider> {
    raw.assumingMemoryBound(to: GdkContentProvider.self)
  }
}

/// Drags something out of a widget, with the primary button or a finger.
@MainActor public final class DragSource: EventController {
  /// - Parameter prepare: called when a drag begins: what is dragged; nil when there is nothing.
  public convenience init(
    on widget: Widget, icon: String, prepare: @escaping @MainActor () -> OfferedContent?
  ) {
    self.init(owned: UnsafeMutableRawPointer(gtk_drag_source_new()!))
    let source = add(to: widget)
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    let box = Box<@MainActor () -> OfferedContent?> { [weak widget] in
      guard let content = prepare() else { return nil }
      if let widget, let picture = Self.picture(icon, for: widget) {
        gtk_drag_source_set_icon(source, picture, 0, 0)
        g_object_unref(UnsafeMutableRawPointer(picture))
      }
      return content
    }
    _ = attach(
      "prepare",
      unsafeBitCast(
        callPrepare
          as @convention(c) (Data, Double, Double, Data) -> UnsafeMutablePointer<GdkContentProvider>?,
        to: GCallback.self), box)
  }

  private static func picture(_ icon: String, for widget: Widget) -> OpaquePointer? {
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget.widget))
    return gtk_icon_theme_lookup_icon(
      theme, icon, nil, 32, gint(widget.scaleFactor), GTK_TEXT_DIR_NONE, GtkIconLookupFlags(0))
  }
}

// MARK: The class

private struct Offer {
  let types: [String], kept: [String]
  let make: @MainActor (String) async -> OfferedContent.Answer

  /// The offer of a provider; lives as long as it does.
  static func of(_ provider: UnsafeMutableRawPointer) -> Offer {
    Box<Offer>.closure(g_object_get_data(provider.assumingMemoryBound(to: GObject.self), offerKey)!)
  }

  static func formats(_ types: [String]) -> OpaquePointer {
    let builder = gdk_content_formats_builder_new()!
    for type in types { gdk_content_formats_builder_add_mime_type(builder, type) }
    return gdk_content_formats_builder_free_to_formats(builder)
  }
}

private let offerKey = "barline-offer"

private let offerType: GType = {
  var query = GTypeQuery()
  g_type_query(gdk_content_provider_get_type(), &query)
  return g_type_register_static_simple(
    gdk_content_provider_get_type(), "BarlineOfferedContent", query.class_size, initializeOffer,
    query.instance_size, nil, GTypeFlags(0))
}()

private func initializeOffer(_ type: gpointer?, _: gpointer?) {
  let type = type!.assumingMemoryBound(to: GdkContentProviderClass.self)
  type.pointee.ref_formats = { Offer.formats(Offer.of($0!).types) }
  type.pointee.ref_storable_formats = { Offer.formats(Offer.of($0!).kept) }
  type.pointee.write_mime_type_async = writeOffer
  type.pointee.write_mime_type_finish = { _, result, error in
    g_task_propagate_boolean(result, error)
  }
}

private func writeOffer(
  _ provider: UnsafeMutablePointer<GdkContentProvider>?, _ type: UnsafePointer<CChar>?,
  _ stream: UnsafeMutablePointer<GOutputStream>?, _ priority: gint,
  _ cancellable: UnsafeMutablePointer<GCancellable>?, _ callback: GAsyncReadyCallback?, _ data: gpointer?
) {
  let task = g_task_new(provider, cancellable, callback, data)!
  g_task_set_priority(task, priority)
  g_object_ref(stream)
  let asked = UncheckedSendable((Offer.of(provider!), String(cString: type!), task, stream!))
  MainActor.assumeIsolated {
    let (offer, type, task, stream) = asked.value
    Task { @MainActor in
      let answer = await offer.make(type)
      send(answer, to: stream, task)
      g_object_unref(stream)
    }
  }
}

/// Writes what was made, and ends the task; takes over the reference to it.
@MainActor private func send(
  _ answer: OfferedContent.Answer, to stream: UnsafeMutablePointer<GOutputStream>, _ task: OpaquePointer
) {
  var error: UnsafeMutablePointer<GError>?
  let input: UnsafeMutablePointer<GInputStream>?
  switch answer {
  case .failure(let why):
    g_task_return_error(task, g_error_new_literal(g_io_error_quark(), gint(G_IO_ERROR_FAILED.rawValue), why))
    return g_object_unref(UnsafeMutableRawPointer(task))
  case .bytes(let bytes):
    let held = g_bytes_new(bytes, gsize(bytes.count))
    input = g_memory_input_stream_new_from_bytes(held)
    g_bytes_unref(held)
  case .file(let file):
    let native = g_file_new_for_uri(file.uri)!
    input = g_file_read(native, nil, &error).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GInputStream.self)
    }
    g_object_unref(UnsafeMutableRawPointer(native))
  }
  guard let input else {
    g_task_return_error(task, error)
    return g_object_unref(UnsafeMutableRawPointer(task))
  }
  g_output_stream_splice_async(
    stream, input, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE, g_task_get_priority(task),
    g_task_get_cancellable(task),
    { stream, result, data in
      let task = OpaquePointer(data!)
      var error: UnsafeMutablePointer<GError>?
      let sent = g_output_stream_splice_finish(
        UnsafeMutableRawPointer(stream!).assumingMemoryBound(to: GOutputStream.self), result, &error)
      if sent < 0 { g_task_return_error(task, error) } else { g_task_return_boolean(task, 1) }
      g_object_unref(UnsafeMutableRawPointer(task))
    }, UnsafeMutableRawPointer(task))
  g_object_unref(input)
}

private func callPrepare(_: Data, _: Double, _: Double, _ data: Data) -> UnsafeMutablePointer<
  GdkContentProvider
>? {
  let closure = UncheckedSendable(Box<@MainActor () -> OfferedContent?>.closure(data))
  return MainActor.assumeIsolated {
    closure.value().map {
      g_object_ref($0.raw)  // GTK takes over a reference
      return UncheckedSendable($0.provider)
    }
  }?.value
}
