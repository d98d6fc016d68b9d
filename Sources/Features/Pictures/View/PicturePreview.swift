// PicturePreview.swift
// A picture to keep as it will be, made smaller. Drawn on another thread: of the pictures that are asked for while one is
// being drawn only the last is drawn, and the old one stays meanwhile.

import GtkBridge
import HostIO
import Localization
import WaveformDrawing

/// Shows a picture.
final class PicturePreview: SnapshotArea {
  /// Called when the last picture that was asked for has been drawn, with its size in pixels and with what is missing in
  /// it; or with why there is none.
  var onDrawn: ((_ width: Int, _ height: Int, _ losses: [String]) -> Void)?
  var onProblem: ((String) -> Void)?

  private let worker = BackgroundWorker()
  private var wanted: PictureOrder?
  private var isBusy = false
  private var shown: ImageSurface?

  /// More than are seen of a picture here.
  nonisolated static let mostPixels = 1 << 21

  init() {
    super.init(role: .image)
    set("hexpand", true)
    setAccessibleLabel(localized("Preview of the picture"))
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  func show(_ order: PictureOrder) {
    wanted = order
    next()
  }

  private func next() {
    guard !isBusy, var order = wanted else { return }
    wanted = nil
    // No more pixels than are seen.
    let (width, height) = (order.size.logicalWidth, order.size.logicalHeight)
    let scale = min(order.size.scale, scaleFactor)
    order.size = FigureSize(
      logicalWidth: width, logicalHeight: height,
      scale: width * height * scale * scale > Self.mostPixels ? 1 : scale)
    isBusy = worker.run { [weak self, order] in
      do throws(DrawingError) {
        var losses: [String] = []
        // Made here, and from here on only the main thread's.
        nonisolated(unsafe) let image =
          try order.picture { losses.append($0) }.image(ofAtMost: Self.mostPixels)
        Task { @MainActor [losses] in self?.drawn(.success((image, losses))) }
      } catch {
        Task { @MainActor in self?.drawn(.failure(error)) }
      }
    }
    if !isBusy { onProblem?(localized("There is no memory for a preview.")) }
  }

  private func drawn(_ result: Result<(image: ImageSurface, losses: [String]), DrawingError>) {
    isBusy = false
    let drawn = try? result.get()
    // While another one is wanted, the old one stays, and its problems are nobody's.
    if drawn != nil || wanted == nil { shown = drawn?.image }
    queueDraw()
    guard wanted == nil else { return next() }
    switch result {
    case .success(let drawn): onDrawn?(drawn.image.width, drawn.image.height, drawn.losses)
    case .failure(let error): onProblem?(error.message)
    }
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
