// TrackTests.swift
// Files that ffmpeg reads: their tracks, and what is said when it is not there.

import Foundation
import TestSupport
import Testing

@Suite struct TrackTests {
  let folder = TestFolder()

  private func run(_ program: String, _ arguments: [String], path: String? = nil) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let path { process.environment = ["PATH": path] }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    guard (try? process.run()) != nil else { return Outcome(status: -1, output: "", errors: "not started") }
    // Both are short.
    let text = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: text[0], errors: text[1])
  }

  /// A video with three audio tracks of 1, 2 and 3 s; the second is its own choice.
  private func video() -> String {
    let path = folder.path + "/video.mkv"
    let tones = (1...3).flatMap { ["-f", "lavfi", "-i", "aevalsrc=0.\($0)*sin(800*t):d=\($0):s=8000"] }
    var arguments =
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.2"] + tones
    arguments += [
      "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:v", "mpeg4", "-c:a", "flac", "-sample_fmt",
      "s16",
    ]
    arguments += ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu"]
    arguments += [
      "-metadata:s:a:1", "title=Director", "-disposition:a", "0", "-disposition:a:1", "default", path,
    ]
    let outcome = run("/usr/bin/env", arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return path
  }

  @Test func `info lists the tracks and reads the wished one`() throws {
    let path = video()
    let text = Program.run("info", path, in: folder)
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(text.output.contains("Track 1:      English · 16-bit FLAC mono"))
    #expect(text.output.contains("Track 2:      * Director · German · 16-bit FLAC mono"))
    #expect(text.output.contains("Length:       0:02.000 (16000 frames)"))
    for track in 1...3 {
      let outcome = Program.run("info", "--json", "--track", "\(track)", path, in: folder)
      let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
      let info = try #require(list?.first)
      #expect(info["track"] as? Int == track && info["frames"] as? Int == track * 8000)
      let tracks = try #require(info["tracks"] as? [[String: Any]])
      #expect(tracks.map { $0["language"] as? String } == ["English", "German", nil])
      #expect(tracks.map { $0["title"] as? String } == [nil, "Director", nil])
      #expect(info["complete"] as? Bool == true && info["format"] as? String == "Matroska")
    }
  }

  @Test func `peaks and pictures are of the wished track`() {
    let path = video()
    for track in 1...3 {
      let out = "\(folder.path)/\(track).json"
      #expect(Program.run("peaks", path, "-o", out, "--track", "\(track)", in: folder).status == 0)
      let json = String(decoding: folder.bytes("\(track).json"), as: UTF8.self)
      #expect(json.contains("\"length\":\((track * 8000 + 255) / 256)"))
      #expect(
        Program.run("render", path, "-o", "\(folder.path)/\(track).png", "--track", "\(track)", in: folder)
          .status == 0)
    }
    #expect(folder.bytes("1.png") != folder.bytes("3.png"))
  }

  @Test func `a track that is not there is an error, a number that cannot be is wrong usage`() {
    let path = video()
    let outcome = Program.run("info", "--track", "4", path, in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "barline-cli: \(path): no such audio track: it has 3\n")
    let sound = folder.write(WaveFile([1, 2, 3]).bytes, as: "a.wav")
    #expect(Program.run("info", "--track", "1", sound, in: folder).status == 0)
    #expect(Program.run("info", "--track", "2", sound, in: folder).errors.contains("it has only one"))
    #expect(Program.run("info", "--track", "0", sound, in: folder).status == 2)
  }

  @Test func `without ffmpeg the package is named, and other files are not concerned`() {
    let path = video()
    let other = folder.write(Array("text".utf8), as: "text.mkv")
    let sound = folder.write(WaveFile([1, 2, 3]).bytes, as: "a.wav")
    let outcome = run(Program.path, ["info", path, other, sound], path: folder.path)
    #expect(outcome.status == 1 && outcome.output.contains("3 frames"))
    #expect(
      outcome.errorLines == [
        "barline-cli: \(path): a Matroska file that needs ffmpeg, which is not installed: install the package “ffmpeg”",
        "barline-cli: \(other): not a sound file, or unknown format",
      ])
  }

  @Test func `ffmpeg is let to nothing but the open file`() throws {
    let path = video()
    // In front of the real ones: tell what they were given.
    for name in ["ffprobe", "ffmpeg"] {
      let script = """
        #!/bin/sh
        printf '%s\\n' "$@" > "\(folder.path)/\(name).arguments"
        readlink /proc/self/fd/0 > "\(folder.path)/\(name).input"
        PATH=$REAL_PATH
        exec \(name) "$@"

        """
      chmod(folder.write(Array(script.utf8), as: name), 0o755)
    }
    let real = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = run(
      "/usr/bin/env",
      [
        "PATH=\(folder.path):\(real)", "REAL_PATH=\(real)", Program.path,
        // The scripts in front are locked out otherwise.
        "--unlocked", "info", path,
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    for name in ["ffprobe", "ffmpeg"] {
      let arguments = String(decoding: folder.bytes(name + ".arguments"), as: UTF8.self).split(
        separator: "\n")
      let input = try #require(arguments.firstIndex(of: "-i"))
      #expect(arguments[input + 1] == "file:/proc/self/fd/3" && arguments.count { $0 == "-i" } == 1)
      // Options stand before what they are for.
      let protocols = try #require(arguments[..<input].firstIndex(of: "-protocol_whitelist"))
      #expect(arguments[protocols + 1] == "file,pipe")
      let formats = try #require(arguments[..<input].firstIndex(of: "-format_whitelist"))
      let allowed = Set(arguments[formats + 1].split(separator: ","))
      #expect(allowed.contains("matroska"))
      #expect(allowed.isDisjoint(with: ["hls", "concat", "dash", "rtsp", "sdp", "image2", "tty", "lavfi"]))
      #expect(!arguments.contains { $0.contains("video.mkv") }, "the name of the file")
      #expect(arguments.contains("-nostdin") == (name == "ffmpeg"), "ffprobe knows no such option, nor reads")
      #expect(folder.bytes(name + ".input") == Array("/dev/null\n".utf8))
    }
  }

  @Test func `without what locks it nothing is decoded`() throws {
    let path = video()
    let outcome = run("/usr/bin/env", ["BARLINE_DECODER=/nowhere", Program.path, "info", path])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "barline-cli: \(path): Barline’s decoder is not installed completely: install it again\n")
  }

  @Test func `a decoder that ends at once is named`() throws {
    let path = folder.path + "/silence.flac"
    let made = run("/usr/bin/env", ["sox", "-n", "-r", "48000", path, "trim", "0", "1"])
    let outcome = run("/usr/bin/env", ["BARLINE_DECODER=/bin/true", Program.path, "info", path])
    #expect(made.status == 0 && outcome.status == 1)
    #expect(outcome.errors.contains("its decoder, a process of its own, ended unexpectedly"))
  }

  /// A file that has taken ffprobe over may let it end so: nobody is advised to do without the lock.
  @Test func `a program that ends as if its lock had not closed is not believed`() throws {
    let path = video()
    // It knows no option of ffprobe's, and ends with 125.
    #expect(symlink("/usr/bin/nohup", folder.path + "/ffprobe") == 0)
    let outcome = run("/usr/bin/env", ["PATH=\(folder.path)", Program.path, "info", path])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "barline-cli: \(path): cannot be read: ffmpeg, which decodes it, could not be locked\n")
  }

  @Test func `a script in ffmpeg's place does not run in the lock`() throws {
    let path = video()
    let script = "#!/bin/sh\necho was here > '\(folder.path)/trail'\n"
    for name in ["ffprobe", "ffmpeg"] { chmod(folder.write(Array(script.utf8), as: name), 0o755) }
    let outcome = run("/usr/bin/env", ["PATH=\(folder.path)", Program.path, "info", path])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "barline-cli: \(path): cannot be read: ffmpeg cannot be started in its lock, which takes programs, but no "
        + "scripts\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/trail"))
  }

  @Test func `a reader that is killed takes its child with it`() throws {
    let path = folder.path + "/long.mka"
    let made = run(
      "/usr/bin/env",
      [
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=7.1", "-t", "1200",
        "-c:a",
        "flac", path,
      ])
    #expect(made.status == 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["info", path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // The decoder, not the process that looks what the file is.
    #expect(eventually { children(reading: path).contains("ffmpeg") })
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "it was over before it could be killed")
    #expect(eventually { children(reading: path).isEmpty })
  }

  /// The names of the processes that hold a file as their descriptor 3.
  private func children(reading path: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { process in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/3")
      let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      return target == path && name?.hasPrefix("ff") == true ? name?.trimmingCharacters(in: .newlines) : nil
    }
  }

  private func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<4000 {
      if condition() { return true }
      usleep(5000)
    }
    return false
  }
}
