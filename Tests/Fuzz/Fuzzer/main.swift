// main.swift
// The program of the fuzzers: `Fuzzer NAME [OPTION…] [FOLDER…]`, with libFuzzer's options; `Fuzzer` alone lists the names.
// One program for all parsers, because linking one takes longer than compiling all their entries.

import Glibc

@testable import Entries

// Of compiler-rt, which `-sanitize=fuzzer` links. Its own main is left out where there is one.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

nonisolated(unsafe) var chosen: FuzzEntry?

// To merge, and to make an input smaller, libFuzzer starts this program again without the name.
let variable = "BARLINE_FUZZ_PARSER"
let given = getenv(variable).map { String(cString: $0) }
guard let name = given ?? CommandLine.arguments.dropFirst().first else {
  for entry in FuzzEntry.all { print(entry.name) }
  exit(0)
}
chosen = FuzzEntry.all.first { $0.name == name }
guard chosen != nil else {
  print("no parser “\(name)”")
  exit(2)
}
setenv(variable, name, 1)
var texts = CommandLine.arguments
if given == nil { texts.remove(at: 1) }
var arguments = texts.map { strdup($0) } + [nil]
var count = CInt(texts.count)
let status = arguments.withUnsafeMutableBufferPointer { list in
  var first = list.baseAddress
  return withUnsafeMutablePointer(to: &first) { first in
    runDriver(&count, first) { bytes, size in
      do {
        try chosen!.feed(Array(UnsafeBufferPointer(start: bytes, count: size)))
        return 0
      } catch {
        fatalError("\(error)")
      }
    }
  }
}
exit(status)
