// PicturePreview.swift
// A picture to keep as it will be, made smaller. Drawn on another thread: of the pictures that are asked for while one is
// being drawn only the last is drawn, and the old one stays meanwhile.

import GtkBridge
import HostIO
import WaveformDrawing

/// Shows a picture.
final class PicturePreview: SnapshotArea {
  /// Called when a picture has been drawn, with its size in pixels; and with why there is none.
  var onDrawn: ((_ width: Int, _ height: Int) -> Void)?
  var onProblem: ((String) -> Void)?

  private let worker = BackgroundWorker()
  private var wanted: PictureOrder?
  private var isBusy = false
  private var shown: ImageSurface?

  init() {
    super.init(role: .image)
    set("hexpand", true)
    setAccessibleLabel("Preview of the picture")
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  func show(_ order: PictureOrder) {
    wanted = order
    next()
  }

  private func next() {
    guard !isBusy, var order = wanted else { return }
    wanted = nil
    isBusy = true
    // No more pixels than are seen.
    order.size = FigureSize(
      logicalWidth: order.size.logicalWidth, logicalHeight: order.size.logicalHeight,
      scale: min(order.size.scale, scaleFactor))
    worker.run { [weak self, order] in
      do throws(DrawingError) {
        // Made here, and from here on only the main thread's.
        nonisolated(unsafe) let image = try order.picture().image()
        Task { @MainActor in self?.drawn(image, nil) }
      } catch {
        let text = error.message
        Task { @MainActor in self?.drawn(nil, text) }
      }
    }
  }

  private func drawn(_ image: ImageSurface?, _ problem: String?) {
    isBusy = false
    shown = image
    if let problem { onProblem?(problem) }
    if let image { onDrawn?(image.width, image.height) }
    queueDraw()
    next()
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let shown, shown.width > 0, shown.height > 0, width > 0, height > 0 else { return }
    let full = (
      width: Double(shown.width) / Double(shown.scale), height: Double(shown.height) / Double(shown.scale)
    )
    let factor = min(1, Double(width) / full.width, Double(height) / full.height)
    let bounds = Rect(
      x: ((Double(width) - full.width * factor) / 2).rounded(),
      y: ((Double(height) - full.height * factor) / 2).rounded(), width: full.width * factor,
      height: full.height * factor)
    snapshot.append(
      .cairo(bounds: bounds) { shown.draw(in: $0, x: bounds.x, y: bounds.y, factor: factor) })
  }
}
