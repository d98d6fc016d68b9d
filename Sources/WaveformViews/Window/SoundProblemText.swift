// SoundProblemText.swift
// A lost output in the few words that a toast has room for; the sentence of the error itself stands above the volume.

import Playback

extension AudioOutputError {
  /// What a toast says.
  var title: String {
    switch code {
    case .noServer: "No Sound Server"
    case .serverGone: "The Sound Server Has Ended"
    case .noDevice: "No Sound Device"
    case .refusedFormat: "Format Not Played Here"
    case .failed: "No Sound"
    }
  }
}
