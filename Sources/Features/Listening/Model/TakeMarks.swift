// TakeMarks.swift
// What is marked while it is recorded. It is on the disk beside the recording a moment later, so that nothing typed is
// lost if the program ends, and goes into a WAV file itself as soon as that is complete. Main actor; the disk is touched
// by a thread.

import Capture
import HostIO
import Localization
import Marks
import SystemPackage
import WaveformCore
import WaveformModel

/// The marks of one recording after the other.
@MainActor final class TakeMarks {
  /// Those of all that is heard.
  private var document: MarkDocument?
  private var files: KeptMarks?
  private let writer = BackgroundWorker()

  /// Takes over the marks of all that is heard, in its frames.
  ///
  /// - Parameter take: that is being made.
  func adopt(_ document: MarkDocument, while take: Take?) {
    self.document = document
    guard let take else { return }
    let marks = document.part(take.start..<Mark.furthest), files = files(of: take.path)
    // What fails now is told when it is complete. The worker goes with this object, which has to wait for it.
    writer.run { [self] in
      _ = try? files.save(marks)
      withExtendedLifetime(self) {}
    }
  }

  /// Keeps the marks of a recording that is complete.
  ///
  /// - Parameter told: gets a sentence; nil: there are none.
  func keep(_ result: Take.Result, told: @escaping @MainActor (String?) -> Void) {
    let range = result.start..<result.start + result.frames
    guard let marks = document?.part(range), !marks.isEmpty || files?.recording == result.path else {
      return told(nil)
    }
    let files = files(of: result.path)
    self.files = nil
    let isStarted = writer.run { [self] in
      let text = Self.write(marks, files)
      Task { @MainActor in
        told(text)
        withExtendedLifetime(self) {}
      }
    }
    if !isStarted { told(localized("There is no memory to keep the marks.")) }
  }

  private func files(of path: FilePath) -> KeptMarks {
    let files = files.flatMap { $0.recording == path ? $0 : nil } ?? KeptMarks(of: path)
    self.files = files
    return files
  }

  private nonisolated static func write(_ marks: MarkDocument, _ files: KeptMarks) -> String? {
    do throws(AudioFileError) { _ = try files.save(marks) } catch {
      return localized("The marks are not kept: \(error.message)")
    }
    let count = marks.count
    guard count > 0 else { return nil }
    guard RecordedMarks.fit(into: files.recording) else {
      return localized(
        "\(count) mark lies beside it.", plural: "\(count) marks lie beside it.", count: count)
    }
    do throws(MarkError) {
      let losses = try RecordedMarks.append(marks, to: files.recording)
      let sentence = localized("\(count) mark is in it.", plural: "\(count) marks are in it.", count: count)
      return ([sentence] + losses).joined(separator: " ")
    } catch {
      return error.sentence { localized("The marks lie beside it, but are not in it: \($0).") }
    }
  }
}
