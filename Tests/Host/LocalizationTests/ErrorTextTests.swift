import AudioFormats
import Glibc
import HostIO
import Localization
import SystemPackage
import Testing

@testable import Batch

/// What goes wrong is told to people in their language, and to programs in English.
struct ErrorTextTests {
  private static let text = #"""
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=2; plural=n!=1;\n"
    #, c-format
    msgid "“%1$s” is damaged: %2$s."
    msgstr "%2$s: „%1$s“ ist beschädigt."
    #, c-format
    msgid "damaged: %1$s"
    msgstr "beschädigt: %1$s"
    msgid "it has no channels"
    msgstr "ohne Kanäle"
    msgid "Fetch the file again, or look for another copy of it."
    msgstr "Neu laden!"
    #, c-format
    msgid "cannot be written: %1$s"
    msgstr "nicht geschrieben: %1$s"
    #, c-format
    msgid "%1$s sample is not a number or infinite; there is a gap in its place."
    msgid_plural "%1$s samples are not numbers or infinite; there are gaps in their place."
    msgstr[0] "%1$s Sample"
    msgstr[1] "%1$s Samples"
    """#

  /// glibc's own.
  private static let system = #"""
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\n"
    msgid "No space left on device"
    msgstr "Voll"
    """#

  @Test func `people read an error in their language, programs in English`() async {
    await #expect(processExitsWith: .success) {
      let error = AudioFileError(.damaged, path: "/a/take.wav", detail: Sentence("it has no channels"))
      let full = AudioFileError(.writeFailed, path: "/a/out.wav", errno: .noSpace)
      let item = try BatchPlan(["/a/take.wav"], to: nil).items[0]
      var result = FileResult<Never>(failed: error, reason: error.why)
      result.findings = [
        Sentence(
          "\(2) sample is not a number or infinite; there is a gap in its place.",
          plural: "\(2) samples are not numbers or infinite; there are gaps in their place.", count: 2)
      ]
      precondition(error.message == "“take.wav” is damaged: it has no channels.")
      precondition(full.reason == "cannot be written: No space left on device")
      try Catalog.use(ErrorTextTests.text, ofSystem: ErrorTextTests.system) {
        Language.choose()
        precondition(error.message == "ohne Kanäle: „take.wav“ ist beschädigt.")
        precondition(error.advice == "Neu laden!" && error.reason == "beschädigt: ohne Kanäle")
        precondition(error.detail == "ohne Kanäle")
        precondition(error.why.english == "damaged: it has no channels")
        precondition(error.whatHappened.english == "“take.wav” is damaged: it has no channels.")
        // The system has a catalog of its own.
        precondition(full.reason == "nicht geschrieben: Voll", full.reason)
        precondition(full.why.english == "cannot be written: No space left on device")
        precondition(full.about("-").detail == "Voll")
        precondition(result.warnings == ["2 Samples"])
        let line = ManifestEntry(item, result, nil).line
        precondition(line.contains(#""error":"damaged: it has no channels""#), line)
        precondition(line.contains("2 samples are not numbers"), line)
      }
    }
  }

  @Test func `what is wrong with a recording is kept as a sentence`() async {
    await #expect(processExitsWith: .success) {
      let found = Sentence(
        "\(1) sample is not a number or infinite; there is a gap in its place.",
        plural: "\(1) samples are not numbers or infinite; there are gaps in their place.", count: 1)
      let report = ReadReport(
        frames: 8, framesPromised: 8, nonFiniteSamples: 1, isComplete: true, findings: [found],
        seeking: .exact)
      try Catalog.use(ErrorTextTests.text) {
        Language.choose()
        precondition(report.warnings == ["1 Sample"])
        precondition(
          report.findings.map(\.english) == [
            "1 sample is not a number or infinite; there is a gap in its place."
          ])
      }
    }
  }
}
