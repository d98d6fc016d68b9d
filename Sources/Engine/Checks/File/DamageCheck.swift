// DamageCheck.swift
// What reading to the end has shown: frames that are missing, damaged or no numbers, and headers that say something else.
// A pure function.

import AudioFormats
import Localization
import WaveformCore

enum DamageCheck {
  static func findings(
    of report: ReadReport, _ description: AudioDescription, in recording: CheckedRecording
  ) -> [Finding] {
    var findings: [Finding] = []
    let end = [recording.frames..<recording.frames]
    if report.missing > 0 {
      let (missing, all) = (report.missing, report.missing + report.frames)
      findings.append(
        Finding(
          .cutOff,
          Sentence(
            "\(recording.text(ofSeconds: missing)) of \(recording.text(ofSeconds: all)) s are missing at the end"
          ),
          places: end, value: recording.seconds(missing)))
    } else if description.isCutOff {
      findings.append(
        Finding(.cutOff, Sentence("the end is missing, nobody can say how much of it"), places: end))
    } else if report.cause != nil {
      findings.append(Finding(.cutOff, Sentence("could not be read to its end"), places: end))
    }
    var gaps = PlaceList()
    for gap in (report.gaps + report.doubts).sorted(by: { $0.lowerBound < $1.lowerBound }) { gaps.add(gap) }
    if gaps.count > 0 {
      let time = recording.text(ofSeconds: gaps.frames)
      findings.append(
        Finding(
          .gaps,
          Sentence(
            "damaged in \(gaps.count) place, \(time) s in all",
            plural: "damaged in \(gaps.count) places, \(time) s in all", count: gaps.count),
          gaps, channel: nil, value: recording.seconds(gaps.frames)))
    }
    if report.nonFiniteSamples > 0 {
      let count = report.nonFiniteSamples
      findings.append(
        Finding(
          .notFinite,
          Sentence(
            "\(count) sample is no number, or infinite",
            plural: "\(count) samples are no numbers, or infinite",
            count: count), value: Double(count)))
    }
    if let sentence = header(report, description, recording) {
      findings.append(Finding(.header, sentence))
    } else if !report.isComplete, findings.isEmpty {
      findings.append(Finding(.header, Sentence("there is more in the file than this recording")))
    }
    return findings
  }

  /// What the header says wrongly.
  private static func header(
    _ report: ReadReport, _ description: AudioDescription, _ recording: CheckedRecording
  ) -> Sentence? {
    if let promised = report.framesPromised, report.frames > promised {
      return Sentence("\(recording.text(ofSeconds: report.frames - promised)) s longer than the header says")
    }
    if description.isFirstOfSeveral || description.following != nil {
      return Sentence("another recording follows in the file")
    }
    // As `ReadReport` has it.
    if report.framesPromised == nil, description.promiseTolerance == 0, report.cause == nil,
      description.container != .mpeg, !description.isCutOff
    {
      return Sentence("the header does not say how long the recording is: it may not have been closed")
    }
    return nil
  }
}
