// ChannelLabels.swift
// The labels of lanes: channels as people write them.

/// Short labels, one for each channel; none for mono.
package enum ChannelLabels {
  /// - Parameter speakers: the labels of loudspeakers, nil for unknown ones; used only if all are known and differ.
  package static func of(_ count: Int, speakers: [String?] = []) -> [String] {
    guard count > 1 else { return [] }
    let known = speakers.compactMap { $0 }
    if speakers.count == count, known.count == count, Set(known).count == count { return known }
    return count == 2 ? ["L", "R"] : (1...count).map { String($0) }
  }

  /// The labels of channels in Vorbis' order (Vorbis I specification, section 4.3.9), which Opus shares; empty for
  /// mono, numbers where the order has no meaning.
  package static func vorbis(_ count: Int) -> [String] {
    switch count {
    case 3: ["L", "C", "R"]
    case 4: ["L", "R", "Ls", "Rs"]
    case 5: ["L", "C", "R", "Ls", "Rs"]
    case 6: ["L", "C", "R", "Ls", "Rs", "LFE"]
    case 7: ["L", "C", "R", "Lss", "Rss", "Cs", "LFE"]
    case 8: ["L", "C", "R", "Lss", "Rss", "Ls", "Rs", "LFE"]
    default: of(count)
    }
  }
}
