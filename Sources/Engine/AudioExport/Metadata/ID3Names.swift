// ID3Names.swift
// Translates ID3's frames and genres into the names of Vorbis comments. Frames that are not listed keep their name.

enum ID3Names {
  /// Vorbis comment names of text frames (ID3v2.4.0, "Native Frames", section 4.2; the names are MusicBrainz Picard's).
  static let keys = [
    "TIT2": "TITLE", "TPE1": "ARTIST", "TALB": "ALBUM", "TPE2": "ALBUMARTIST", "TRCK": "TRACKNUMBER",
    "TPOS": "DISCNUMBER", "TDRC": "DATE", "TCON": "GENRE", "TCOM": "COMPOSER", "TPE3": "CONDUCTOR",
    "TPE4": "REMIXER", "TEXT": "LYRICIST", "TIT1": "GROUPING", "TIT3": "SUBTITLE", "TCOP": "COPYRIGHT",
    "TENC": "ENCODED-BY", "TPUB": "ORGANIZATION", "TBPM": "BPM", "TKEY": "INITIALKEY", "TLAN": "LANGUAGE",
    "TMED": "SOURCEMEDIA", "TMOO": "MOOD", "TSRC": "ISRC", "TDOR": "ORIGINALDATE", "TSOA": "ALBUMSORT",
    "TSOP": "ARTISTSORT", "TSOT": "TITLESORT", "TSO2": "ALBUMARTISTSORT", "TSOC": "COMPOSERSORT",
    "TCMP": "COMPILATION", "TOPE": "ORIGINALARTIST", "TOAL": "ORIGINALALBUM", "TSST": "DISCSUBTITLE",
    "TDRL": "RELEASETIME", "TDEN": "ENCODINGTIME", "TDTG": "TAGGINGTIME", "TOWN": "OWNER", "TRSN": "STATION",
    "TOFN": "ORIGINALFILENAME", "TPRO": "PRODUCTIONNOTICE",
  ]
  static let frames = Dictionary(keys.map { ($0.value, $0.key) }) { first, _ in first }

  /// The names of older versions.
  static let older = [
    "TYER": "TDRC", "TORY": "TDOR", "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TP1": "TPE1", "TP2": "TPE2",
    "TP3": "TPE3", "TP4": "TPE4", "TAL": "TALB", "TRK": "TRCK", "TPA": "TPOS", "TYE": "TDRC", "TCO": "TCON",
    "TCM": "TCOM", "TXT": "TEXT", "TCR": "TCOP", "TEN": "TENC", "TPB": "TPUB", "TBP": "TBPM", "TKE": "TKEY",
    "TLA": "TLAN", "TMT": "TMED", "TRC": "TSRC", "TOR": "TDOR", "TS2": "TSO2", "TSA": "TSOA", "TSP": "TSOP",
    "TST": "TSOT", "TSC": "TSOC", "TCP": "TCMP", "TOA": "TOPE", "TOT": "TOAL", "TOF": "TOFN", "TXX": "TXXX",
    "COM": "COMM", "ULT": "USLT", "PIC": "APIC", "TSS": "TSSE", "TLE": "TLEN",
  ]

  /// A genre by its number; nil beyond those on which all programs agree.
  static func genre(_ number: Int) -> String? { genres.indices.contains(number) ? genres[number] : nil }

  private static let genres =
    ("Blues,Classic Rock,Country,Dance,Disco,Funk,Grunge,Hip-Hop,Jazz,Metal,New Age,Oldies,Other,Pop,R&B,Rap,Reggae,"
    + "Rock,Techno,Industrial,Alternative,Ska,Death Metal,Pranks,Soundtrack,Euro-Techno,Ambient,Trip-Hop,Vocal,"
    + "Jazz+Funk,Fusion,Trance,Classical,Instrumental,Acid,House,Game,Sound Clip,Gospel,Noise,Alternative Rock,Bass,"
    + "Soul,Punk,Space,Meditative,Instrumental Pop,Instrumental Rock,Ethnic,Gothic,Darkwave,Techno-Industrial,"
    + "Electronic,Pop-Folk,Eurodance,Dream,Southern Rock,Comedy,Cult,Gangsta,Top 40,Christian Rap,Pop/Funk,Jungle,"
    + "Native American,Cabaret,New Wave,Psychedelic,Rave,Showtunes,Trailer,Lo-Fi,Tribal,Acid Punk,Acid Jazz,Polka,"
    + "Retro,Musical,Rock & Roll,Hard Rock").split(separator: ",").map(String.init)
}
