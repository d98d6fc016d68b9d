import Glibc
import Synchronization

package enum DecoderProgram {
  package static let path: String? = nil
  private static let unlocked = Atomic<Bool>(false)
  package static var isLocked: Bool { !unlocked.load(ordering: .relaxed) }
}
