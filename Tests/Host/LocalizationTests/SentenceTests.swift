import Glibc
import Localization
import Testing

struct SentenceTests {
  @Test(arguments: ["", "a", "50 %", "%1$s", "%%", "„Größe“ {0} \\", "line\nline"])
  func `English is what interpolation would have made`(text: String) {
    #expect(Sentence("plain, 100 % of it").english == "plain, 100 % of it")
    #expect(Sentence("\(text)").english == text)
    #expect(Sentence("\(text): \(7)\u{202F}% of %1$s").localized == "\(text): \(7)\u{202F}% of %1$s")
    let within = Sentence("(\(text))")
    #expect(Sentence("\(within) and \(text)").english == "(\(text)) and \(text)")
  }

  @Test(arguments: -1...3) func `one is singular`(count: Int) {
    let sentence = Sentence("One file in \(count)", plural: "\(count) files", count: count)
    #expect(sentence.english == (count == 1 ? "One file in 1" : "\(count) files"))
    #expect(sentence.localized == sentence.english)
  }

  @Test func `a sentence can be kept as a list of texts`() {
    let count = Sentence("\(1) of 100 %", plural: "\(1) of \(9) %", count: 1, context: "")
    let all = [
      Sentence("", context: "state"), Sentence("100 %"), Sentence(verbatim: "%1$s"), Sentence(errno: ENOSPC),
      count,
      Sentence("\(count): \(Sentence("It is “\("a\nb")”.").asClause)"),
    ]
    for sentence in all + [all.inOneLine!] {
      let parts = sentence.parts
      #expect(Sentence(parts: parts) == sentence)
      // Whatever is missing or in excess.
      for left in 0..<parts.count { #expect(Sentence(parts: Array(parts.prefix(left))) == nil, "\(parts)") }
      #expect(Sentence(parts: parts + [""]) == nil)
    }
    #expect(Sentence(parts: ["", "1", "1", "%1$s", "\(Int.max)"]) == nil)
    let deep = (0..<100).reduce(Sentence("a")) { Sentence("\($0)\($1)") }
    #expect(Sentence(parts: deep.parts) == nil)
  }

  /// What a stranger's process may give as its reason: it would take longer than anybody waits.
  @Test func `sentences in sentences take no longer than there are of them`() {
    var parts = ["", "1", "1", "a", "0"]
    for _ in 0..<7 {
      parts = ["", "1", "1", String(repeating: "%1$s", count: 1000), "1", "clause"] + parts
    }
    guard let sentence = Sentence(parts: parts) else {
      Issue.record("it is none")
      return
    }
    for text in [sentence.english, sentence.localized] {
      #expect((1000...1 << 18).contains(text.utf8.count), "\(text.utf8.count)")
    }
    #expect(Sentence(parts: ["", "1", "1", "%1$s", "1", "clause"] + parts) == nil)
  }

  /// A stranger's process may send any of them.
  @Test(arguments: ["0", "2", "१", "１", "一", "¹", "½", "Ⅰ", "兆", ":"])
  func `only an ASCII digit numbers a placeholder`(digit: String) {
    let key = "%\(digit)$s"
    #expect(Sentence(parts: ["", "1", "1", key, "1", "text", "a"])?.english == key)
  }

  @Test func `a clause has no point, and a small letter`() {
    #expect(Sentence("It is “\("A.")”.").asClause.english == "it is “A.”")
    #expect(Sentence("").asClause.localized == "")
  }

  @Test func `who chooses no language reads English in any locale`() async {
    await #expect(processExitsWith: .success) {
      setlocale(LC_ALL, "C.UTF-8")
      try Catalog.use {
        precondition(localized("Open") == "Open")
      }
    }
  }

  @Test func `a language has its own words, forms and order`() async {
    await #expect(processExitsWith: .success) {
      try Catalog.use {
        Language.choose()
        precondition(localized("Open") == "Öffnen")
        precondition(localized("Open", context: "state") == "Offen")
        precondition(localized("Unknown \(1)") == "Unknown 1")
        precondition(localized("") == "")
        precondition(localized("\("A") over \("B"), 5 %") == "5 % von B unter A")
        // Two forms in English, three here.
        let forms = [1, 2, 5, 21].map { localized("\($0) file", plural: "\($0) files", count: $0) }
        precondition(forms == ["1 fajl", "2 fajla", "5 fajlow", "21 fajl"])
        let inner = Sentence("Open")
        precondition(localized("\(inner) now") == "Jetzt Öffnen")
        precondition(Sentence("\(inner) now").english == "Open now")
        precondition(Sentence(parts: Sentence("\(inner) now").parts)?.localized == "Jetzt Öffnen")
        // A noun may be the first word.
        precondition(localized("\(Sentence("The rate is \(1).").asClause)!") == "Rate ist 1!")
        precondition(Sentence("The rate is \(1).").asClause.english == "the rate is 1")
        // Numbers are not the language's.
        precondition(strtod("1.5", nil) == 1.5)
      }
    }
  }
}
