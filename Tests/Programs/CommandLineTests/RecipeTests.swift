// RecipeTests.swift
// docs/batch.md: its recipes are run as they stand there. Those for Dask and Ray, which pip has to fetch, are run
// by .ci/run.

import Testing

@Suite struct RecipeTests {
  @Test func `the recipes for the shell do what they promise, whoever is killed`() {
    let folder = TestFolder()
    let run = ManualTests.root.path + "/Tests/Batch/run"
    let outcome = Program.shell("BARLINE_CLI=$CLI TMPDIR='\(folder.path)' '\(run)' shell", in: folder)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasSuffix(" passed, 0 failed\n"))
  }
}
