// LanguageNames.swift
// English names of the languages that tracks are tagged with (ISO 639-2, both kinds of codes, and ISO 639-1).

package enum LanguageNames {
  /// - Parameter code: "eng", "deu", "ger", "de", "pt-BR"; nil for codes without a meaning. An unknown code is
  ///   returned as it is.
  package static func name(_ code: String) -> String? {
    let base = code.split(separator: "-").first.map { $0.lowercased() } ?? ""
    guard !base.isEmpty, !["und", "mis", "mul", "zxx", "qaa"].contains(base) else { return nil }
    return names[base] ?? code
  }

  private static let names: [String: String] = {
    let table = """
      Afrikaans afr af;Albanian alb sqi sq;Arabic ara ar;Armenian arm hye hy;Basque baq eus eu;Belarusian bel be
      Bengali ben bn;Bosnian bos bs;Bulgarian bul bg;Burmese bur mya my;Catalan cat ca;Chinese chi zho zh
      Croatian hrv hr;Czech cze ces cs;Danish dan da;Dutch dut nld nl;English eng en;Esperanto epo eo
      Estonian est et;Filipino fil;Finnish fin fi;French fre fra fr;Galician glg gl;Georgian geo kat ka
      German ger deu de;Greek gre ell el;Gujarati guj gu;Hebrew heb he;Hindi hin hi;Hungarian hun hu
      Icelandic ice isl is;Indonesian ind id;Irish gle ga;Italian ita it;Japanese jpn ja;Kannada kan kn
      Kazakh kaz kk;Khmer khm km;Korean kor ko;Latin lat la;Latvian lav lv;Lithuanian lit lt
      Macedonian mac mkd mk;Malay may msa ms;Malayalam mal ml;Maltese mlt mt;Marathi mar mr;Mongolian mon mn
      Nepali nep ne;Norwegian nor no nob nb nno nn;Persian per fas fa;Polish pol pl;Portuguese por pt
      Punjabi pan pa;Romanian rum ron ro;Russian rus ru;Serbian srp sr;Slovak slo slk sk;Slovenian slv sl
      Spanish spa es;Swahili swa sw;Swedish swe sv;Tamil tam ta;Telugu tel te;Thai tha th;Tibetan tib bod bo
      Turkish tur tr;Ukrainian ukr uk;Urdu urd ur;Uzbek uzb uz;Vietnamese vie vi;Welsh wel cym cy;Yiddish yid yi
      """
    var names: [String: String] = [:]
    for entry in table.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let words = entry.split(separator: " ")
      for code in words.dropFirst() { names[String(code)] = String(words[0]) }
    }
    return names
  }()
}
