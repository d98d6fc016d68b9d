// DenoiseVideoTests.swift
// barline-cli denoise on videos, and on a disk that is full.

import Foundation
import Testing

@Suite struct DenoiseVideoTests {
  let folder = TestFolder()

  @discardableResult private func tool(_ name: String, _ arguments: [String]) -> (
    status: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return (127, "") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private func video(_ name: String) -> String {
    let path = folder.path + "/" + name
    let made = tool(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=3", "-f",
        "lavfi",
      ]
        + [
          "-i", "anoisesrc=duration=3:amplitude=0.02:sample_rate=48000:seed=1", "-c:v", "mpeg4", "-c:a",
          "aac", path,
        ])
    #expect(made.status == 0)
    return path
  }

  private func pictures(_ path: String) -> String {
    tool(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-c", "copy", "-f", "streamhash", "-"]
    ).output
  }

  private func run(_ arguments: String...) -> Outcome {
    Program.run((["denoise"] + arguments).map { Array($0.utf8) }, in: folder.path)
  }

  @Test func `a video comes back as a video, several with one profile`() throws {
    let first = video("one.mp4"), second = video("two.mp4"), out = folder.path + "/out"
    #expect(mkdir(out, 0o700) == 0)
    let outcome = run(first, second, "-o", out, "--noise", "0..2", "--save-profile", folder.path + "/p.noise")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for name in ["one.mp4", "two.mp4"] {
      #expect(!pictures(first).isEmpty && pictures(out + "/" + name) == pictures(first))
    }
    let levels = [first, out + "/one.mp4"].map { path in
      tool(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-af"]
          + [
            "astats=metadata=1,ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-", "-f", "null", "-",
          ]
      ).output.split(separator: "=").last.flatMap { Double($0.prefix { $0 != "\n" }) } ?? 0
    }
    #expect(levels[1] < levels[0] - 10, "noise is lowered: \(levels)")
  }

  @Test func `without pictures there is no video`() {
    let sound = folder.path + "/a.wav"
    #expect(
      tool("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=duration=2:amplitude=0.02", sound])
        .status == 0)
    let outcome = run(sound, "-o", folder.path + "/a.mkv", "--noise", "0..1")
    #expect(outcome.status == 4 && outcome.errors.contains("no pictures") && outcome.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.mkv"))
  }

  @Test func `where ffmpeg could write over other files it writes no video, and that is said`() {
    _ = video("in.mp4")
    func run(_ options: String, to name: String) -> Outcome {
      Program.shell(
        "BARLINE_LANDLOCK=0 $CLI \(options) denoise in.mp4 -o \(name) --noise 0..2", in: folder)
    }
    let outcome = run("", to: "out.mp4")
    #expect(outcome.status == 4 && outcome.errors.contains("needs Linux 5.13"), "\(outcome.errors)")
    #expect(run("", to: "out.wav").status == 0)
    #expect(run("--unlocked", to: "free.mp4").status == 0)
    #expect(folder.names == ["free.mp4", "in.mp4", "out.wav"])
  }

  @Test(arguments: ["out.wav", "out.flac", "out.mp4"])
  func `a full disk is said in a sentence, and nothing stays behind`(name: String) throws {
    let input = video("in.mp4"), disk = folder.path + "/disk"
    #expect(mkdir(disk, 0o700) == 0)
    // A file system of 24 KiB that nobody else sees; not everybody may make one.
    let script = """
      mount -t tmpfs -o size=24k none '\(disk)' || exit 99
      '\(Program.path)' denoise '\(input)' -o '\(disk)/\(name)' --noise 0..2 2>&1
      echo "status $?"; ls -A '\(disk)'
      """
    let outcome = tool("unshare", ["-m", "sh", "-c", script])
    if [1, 99, 127].contains(outcome.status) { return }
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "status 4", "\(outcome.output)")
    #expect(outcome.output.contains("cannot be written: No space left on device"), "\(outcome.output)")
  }
}
