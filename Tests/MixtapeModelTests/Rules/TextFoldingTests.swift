import MixtapeModel
import TestSupport
import Testing

@Suite("TextFolding")
struct TextFoldingTests {
  @Test(arguments: [
    ["É", "é", "e\u{301}", "E\u{301}"], ["ß", "ẞ", "ss", "SS", "ſs", "Ss"], ["Σ", "σ", "ς"], ["ﬁ", "FI", "fi", "Fi"],
    ["Å", "\u{212B}", "å", "A\u{30A}"], ["ǆ", "ǅ", "Ǆ"], ["K", "k", "\u{212A}"], ["Ω", "\u{2126}", "ω"],
    ["İstanbul", "istanbul", "ISTANBUL", "ıstanbul", "i\u{307}stanbul", "I\u{307}STANBUL"],
    ["Ż", "ż", "z\u{307}", "Z\u{307}"], ["ị", "Ị", "i\u{323}\u{307}", "I\u{307}\u{323}", "ı\u{323}"],
    ["ŉ", "ʼN", "ʼn"], ["ΐ", "\u{1FD3}", "Ϊ́"], ["ϴ", "θ", "ϑ", "Θ"], ["µ", "μ", "Μ"], ["Ꭰ", "ꭰ"],
    ["ᾼ\u{301}", "α\u{301}\u{345}", "\u{1FB4}", "ΆΙ", "άι"], ["ჰ", "Ჰ"], ["ﬄ", "FFL"], ["", ""],
    // As MusicBrainz writes names, and as keyboards do: beets issue 2839, myMPD issue 877.
    ["Jay\u{2010}Z", "Jay-Z", "jay–z", "Jay−Z"], ["Don’t", "Don't", "DON‘T", "Donʼt"],
    ["“Heroes”", "\"Heroes\"", "„heroes“"],
    ["…And Justice", "...And Justice"], ["B\u{A0}Side", "b side"],
  ])
  func foldedTextsAreEqual(texts: [String]) {
    let folded = Set(texts.map { Array(TextFolding.fold($0).unicodeScalars) })
    #expect(folded.count == 1, "\(folded)")
  }

  @Test(arguments: [
    ("cafe", "café"), ("z", "ż"), ("i", "í"), ("í", "i\u{301}\u{307}"), ("j", "j\u{307}"), ("ss", "s"), ("a", "ä"),
    ("x\u{307}", "x"),
  ])
  func foldedTextsDiffer(one: String, other: String) {
    #expect(TextFolding.fold(one) != TextFolding.fold(other))
  }

  /// Characters with a case or a decomposition, without ideographs, Hangul syllables and unassigned ones.
  private static let scalars = (0...0x1_FFFF).compactMap(Unicode.Scalar.init).filter {
    switch $0.value {
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x17000...0x18CFF: false
    default: $0.properties.generalCategory != .unassigned && $0.properties.generalCategory != .privateUse
    }
  }

  /// Characters that count as those of keyboards.
  private static let typographic = Set("‐‑‒–—―−‘’‚‛ʼ′“”„‟″…\u{A0}\u{2009}\u{202F}".unicodeScalars)

  @Test func caseIsIgnoredInAllScripts() {
    for scalar in Self.scalars where scalar.properties.changesWhenCaseMapped {
      let folded = TextFolding.fold(String(scalar))
      let properties = scalar.properties
      for mapping in [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping] {
        #expect(TextFolding.fold(mapping) == folded, "\(scalar.debugDescription)")
      }
    }
  }

  @Test func charactersWithoutCaseStay() {
    for scalar in Self.scalars {
      let folded = TextFolding.fold(String(scalar))
      // Unicode folds Cherokee to its capitals, and does not fold the dotless i.
      let isOdd = (0x13A0...0x13FD).contains(scalar.value) || scalar == "ı"
      let stays = folded == String(scalar)
      let isTypographic = Self.typographic.contains(scalar)
      if stays == scalar.properties.changesWhenCaseFolded, !isOdd, !isTypographic,
        !(0xAB70...0xABBF).contains(scalar.value)
      {
        Issue.record("\(scalar.debugDescription) becomes \(folded)")
      }
    }
  }

  @Test func foldingIsIdempotentAndIgnoresNormalization() {
    var generator = SeededGenerator()
    let marks = Self.scalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
    for scalar in Self.scalars {
      var text = String.UnicodeScalarView([scalar])
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        text.append(
          [marks.randomElement(using: &generator) ?? "\u{307}", "\u{307}", "\u{345}"][
            Int.random(in: 0...2, using: &generator)])
      }
      let folded = TextFolding.fold(String(text))
      let twice = TextFolding.fold(folded)
      let isSame = twice.utf8.elementsEqual(folded.utf8)
      if !isSame { Issue.record("\(generator): \(Array(text))") }
      let reordered = String(String.UnicodeScalarView(Self.reordered(Array(text))))
      if reordered == String(text), TextFolding.fold(reordered) != folded {
        Issue.record("\(generator): \(Array(text))")
      }
    }
  }

  @Test func wordsFoldAsInTheWholeText() {
    var generator = SeededGenerator()
    // Without dots above, which folding removes from an `i`.
    let scalars = Self.scalars.filter { $0 != "\u{307}" && $0 != "İ" && $0 != "ŉ" && !Self.typographic.contains($0) }
    for _ in 0..<2_000 {
      let chosen = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Bool.random(using: &generator) ? " " : scalars.randomElement(using: &generator) ?? "a"
      }
      let text = String(String.UnicodeScalarView(chosen))
      let whole = NameRules.composed(NameRules.decomposed(text).lowercased().uppercased().lowercased())
      if !TextFolding.fold(text).utf8.elementsEqual(whole.utf8) { Issue.record("\(generator): \(chosen)") }
    }
  }

  /// Returns the text with its last two marks exchanged, which is canonically equivalent if their classes differ.
  private static func reordered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard scalars.count == 3 else { return scalars }
    return [scalars[0], scalars[2], scalars[1]]
  }
}
