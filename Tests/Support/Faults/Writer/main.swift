// main.swift
// Writes what only the window writes, as the window does, so that it can be spoilt by faults.c:
//
//   document-writer project FILE RECORDING        a project of one lane
//   document-writer marks RECORDING FOLDER        the marks of a recording, beside it or, where that fails, in FOLDER
//
// Ends with 4 and a line when that fails.

import Glibc
import HostIO
import Marks
import Projects
import SystemPackage

let words = CommandLine.arguments.map { FilePath($0) }
guard words.count == 4 else { exit(2) }
ProcessEnd.prepare()
do {
  switch words[1] {
  case "project":
    let lane = ProjectLane(path: words[3], frames: 48_000)
    try ProjectFile.write(Project(lanes: [lane], sampleRate: 48_000), to: words[2], notOver: [words[3]])
  case "marks":
    let folder = words[3]
    let files = KeptMarks(of: words[2]) { $0 == "XDG_DATA_HOME" ? folder : nil }
    var document = MarkDocument(sampleRate: 48_000)
    document.addTier("here")
    _ = try files.save(document)
  default: exit(2)
  }
} catch {
  let line = Array("\(error)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(4)
}
