import TestSupport

/// Random input of a terminal: keys, texts, pastes and events of the mouse. It neither ends nor suspends the browser.
struct RandomTyping {
  private var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  private static let keys =
    "jkgGJKdyn/fuaAerhlc123450*?xX<>.,{}+-pP[]SRCmsoOt =\"WTNyH!".map(String.init) + [
      "\r", "\t", "\u{7F}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
      "\u{1B}[F", "\u{1B}[3~", "\u{1B}[Z", "\u{12}", "\u{15}", "\u{17}", "\u{0C}", "\u{01}", "\u{0E}",
      "\u{1B}[200~pasted 夜\ntext\u{1B}[201~", "\u{1B}[999;999x", "\u{FF}",
    ]

  /// Texts that lead to changes more often than single keys do.
  private static let phrases = [
    "nNew List\r", "nWalk \u{1F3B2} night\t\tfolder/deep\r", "acom\r\u{1B}[B\r", "*A\t\r", "dy", "crating >= 4\rs",
    "ctitle contains \"a\"\rs", "cm\rs", "NSmart \u{1F3B2}\rrating >= 3\rs", "y\r", "R4", "x", "2TX, y\r", "J", "JJJ",
    "uu", "\u{12}", "r!\r", "hRy", "2j\t", "1", "fsk\r", "1\tp", "5\tjo", "5acom\r",
  ]

  /// Returns the next key or phrase. Escape is followed by a pause in a real terminal, so it is a text of its own.
  mutating func next() -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<4: Self.phrases.randomElement(using: &random) ?? "u"
    case 4..<8: "\u{1B}"
    case 8:
      "\u{1B}[<\([0, 64, 65].randomElement(using: &random) ?? 0);\(Int.random(in: 1...120, using: &random));\(Int.random(in: 1...40, using: &random))M"
    default: Self.keys.randomElement(using: &random) ?? "j"
    }
  }

  /// Returns a random number.
  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
}
