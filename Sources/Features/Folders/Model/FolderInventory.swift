// FolderInventory.swift
// All files of a folder by number and by name, and what a new listing changes of them: with tens of thousands of files
// that takes longer than a frame, so the thread that lists them does it. A value.

/// The files that a folder had when it was listed last, and what is known of them.
struct FolderInventory: Sendable {
  private(set) var rows: [FolderRow.ID: FolderRow] = [:]
  /// All of them by name.
  private(set) var listed: [FolderRow.ID] = []
  /// Counts what was found out of single files.
  private(set) var revision = 0
  /// Their numbers, by what tells them apart.
  private var numbers: [[CChar]: FolderRow.ID] = [:]
  private var lastNumber = 0

  /// What a listing has found.
  struct Listing: Sendable {
    var inventory: FolderInventory
    /// False when all is as it was.
    var isChanged: Bool
    /// What is to be found out of new files.
    var missing: [FolderReader.Job] = []
    /// Files whose labels may be others.
    var labelled: [FolderRow] = []
  }

  /// Changes a row that there is.
  mutating func change(_ id: FolderRow.ID, _ body: (inout FolderRow) -> Void) {
    guard var row = rows[id] else { return }
    body(&row)
    revision += 1
    row.revision = revision
    rows[id] = row
  }

  /// The same folder, listed again. Files that are as they were keep what is known of them.
  ///
  /// - Parameter found: rows of which nothing is known, sorted by name.
  /// - Complexity: O(n)
  func listing(_ found: [FolderRow]) -> Listing {
    var next = FolderInventory()
    (next.revision, next.lastNumber) = (revision, lastNumber)
    next.rows.reserveCapacity(found.count)
    next.numbers.reserveCapacity(found.count)
    next.listed.reserveCapacity(found.count)
    var listing = Listing(inventory: FolderInventory(), isChanged: found.count != rows.count)
    for var row in found {
      row.id = next.take(row.identity, from: numbers)
      let old = rows[row.id]
      if let old { row.keep(old) }
      if old != row {
        listing.isChanged = true
        next.revision += 1
        row.revision = next.revision
        if row.summary == nil, let missing = row.missing { listing.missing.append(missing) }
        if old?.marks != row.marks { listing.labelled.append(row) }
      }
      next.rows[row.id] = row
      next.listed.append(row.id)
    }
    listing.inventory = next
    return listing
  }

  /// Takes over what was found out of some files while others were listed.
  mutating func adopt(_ ids: Set<FolderRow.ID>, of present: FolderInventory) {
    revision = max(revision, present.revision)
    for id in ids {
      if let row = present.rows[id] { change(id) { $0.keep(row) } }
    }
  }

  private mutating func take(_ identity: [CChar], from known: [[CChar]: FolderRow.ID]) -> FolderRow.ID {
    let number: FolderRow.ID
    if let known = known[identity] {
      number = known
    } else {
      lastNumber += 1
      number = lastNumber
    }
    numbers[identity] = number
    return number
  }
}
