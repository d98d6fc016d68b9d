// StartTests.swift
// What every start of barline-cli costs: the libraries that it loads. Thousands of starts are a batch
// (docs/batch.md).

import TestSupport
import Testing

@Suite struct StartTests {
  let folder = TestFolder()

  @Test func `what draws and transforms is loaded by the commands that need it, not at the start`() {
    // The dynamic loader lists what it would load, and ends.
    let loaded = Program.shell("LD_TRACE_LOADED_OBJECTS=1 $CLI", in: folder)
    #expect(loaded.status == 0 && loaded.output.contains("libsndfile"), "\(loaded)")
    let late = ["libcairo", "libpango", "libgobject", "libharfbuzz", "libfftw3f"]
    for library in late where loaded.output.contains(library) {
      Issue.record("\(library) is loaded at the start: is a function missing in CLateLibraries/late.c?")
    }
  }

  @Test func `a library that is missing when it is needed is named`() {
    _ = folder.write(WaveFile((0..<8000).map { Int16($0) }).bytes, as: "a.wav")
    // An empty file cannot be loaded, and stands before the system's.
    let broken = ": > libcairo.so.2; LD_LIBRARY_PATH=. $CLI"
    let drawn = Program.shell("\(broken) render a.wav -o a.png", in: folder)
    #expect(drawn.status == 4 && drawn.errors.contains("libcairo.so.2"), "\(drawn)")
    #expect(drawn.errors.hasPrefix("barline-cli: cannot load what this command needs: "), "\(drawn)")
    #expect(Program.shell("\(broken) peaks a.wav -o a.dat", in: folder).status == 0)
  }
}
