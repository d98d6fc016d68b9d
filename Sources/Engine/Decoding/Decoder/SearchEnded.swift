// SearchEnded.swift
// Why a decoder was stopped in a search through a damaged file. Work is bounded by the bytes of the file: whoever would
// exceed that gets no more, and the report says so. A pure value.

import AudioFormats
import HostIO
import Localization
import SystemPackage

/// A search in a file that was ended before it could end by itself.
package enum SearchEnded: Error {
  /// Much more was read, or computed in vain, than whole recordings need.
  case damage
  /// Pages that are none: each would cost the checksum of 64 KiB.
  case falsePages

  /// Words that fit into a sentence, and say what was not looked at.
  package var clause: Sentence {
    switch self {
    case .damage: Sentence("so much of what follows is damaged that the search for sound in it was ended")
    case .falsePages:
      Sentence("so many beginnings of Ogg pages in it are false that the search for true ones was ended")
    }
  }

  /// The error of a file that could not be opened because of it. No other decoder has to try.
  package func error(_ path: FilePath) -> AudioFileError {
    AudioFileError(.damaged, path: path, detail: clause, cause: self)
  }
}

extension SearchEnded {
  /// For what goes between processes; 0 is none.
  var number: UInt8 { self == .damage ? 1 : 2 }

  init?(number: UInt8) {
    switch number {
    case 1: self = .damage
    case 2: self = .falsePages
    default: return nil
    }
  }
}
