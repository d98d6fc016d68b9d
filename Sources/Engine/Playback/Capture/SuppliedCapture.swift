// SuppliedCapture.swift
// An input that is fed by a function as fast as its sound is dealt with: for tests, and for hours of sound in minutes.

import Glibc
import HostIO
import Synchronization

/// Sound from a function, at the machine's speed.
package final class SuppliedCapture: CaptureInput {
  private let format: CaptureFormat
  private let framesPerBlock: Int
  private let supply: @Sendable (_ first: Int, UnsafeMutableBufferPointer<Float>) -> Int
  private let isEnded = Atomic<Bool>(false)

  /// Frames that may wait before no more are given.
  private static let most = 1 << 16

  /// - Parameter supply: fills the buffer with the frames from `first` on, and returns how many there are; fewer than
  ///   it has room for end the sound, as a device does that goes away.
  package init(
    _ format: CaptureFormat, framesPerBlock: Int = 480,
    supply: @escaping @Sendable (_ first: Int, UnsafeMutableBufferPointer<Float>) -> Int
  ) {
    self.format = format
    self.framesPerBlock = framesPerBlock
    self.supply = supply
  }

  package func start(
    _ device: String?, onBlock: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Int,
    onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    _ = BackgroundThread.start { [self] in
      let device = CaptureDevice(name: "supplied", title: "Supplied", isMonitor: false, isDefault: true)
      onEvent(.devices([device]))
      onEvent(.opened(format, device: device.title))
      let channels = format.stream.channels
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: framesPerBlock * channels)
      defer { buffer.deallocate() }
      var first = 0
      while !isEnded.load(ordering: .acquiring) {
        let frames = supply(first, buffer)
        let waiting = onBlock(UnsafeBufferPointer(rebasing: buffer[..<(frames * channels)]))
        first += frames
        if frames < framesPerBlock {
          return onEvent(
            .failed(CaptureError(.deviceGone, "The source has gone. Choose another one to go on.")))
        }
        if waiting > Self.most { usleep(500) }
      }
    }
  }

  package func choose(_ device: String?) {}
  package func stop() { isEnded.store(true, ordering: .releasing) }
}
