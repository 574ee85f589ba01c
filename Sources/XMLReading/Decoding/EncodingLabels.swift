/// The labels of multibyte and rare encodings, in lower case with dashes.
enum EncodingLabels {
  /// The encodings that contain others, under whose labels documents use them (WHATWG Encoding Standard, section 4.2), and names
  /// that the C library does not know.
  static let substitutes: [String: String] = {
    var substitutes: [String: String] = [:]
    for (encoding, labels) in families {
      for label in labels.split(separator: " ") { substitutes[String(label)] = encoding }
    }
    return substitutes
  }()

  /// Returns whether a label is one of an encoding that converters usually know.
  static func isKnown(_ label: String) -> Bool {
    substitutes[label] != nil || others.contains(label) || HZEncoding.labels.contains(label)
  }

  private static let families: [String: String] = [
    "GB18030": "gb2312 gb-2312 gb2312-80 gb-2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 euc-cn gbk x-gbk cp936 "
      + "ms936 windows-936 gb18030",
    "BIG5-HKSCS": "big5 big5-hkscs big5hkscs cn-big5 csbig5 x-x-big5",
    // Microsoft's variants have more characters, and `~` and `\` where others have an overline and a yen sign.
    "CP932": "shift-jis sjis x-sjis ms-kanji csshiftjis cp932 ms932 windows-31j",
    "EUC-JP-MS": "euc-jp x-euc-jp eucjp ujis cseucpkdfmtjapanese",
    "CP949": "euc-kr euckr cseuckr korean ks-c-5601-1987 ks-c-5601-1989 ksc5601 ksc-5601 csksc56011987 iso-ir-149 "
      + "cp949 windows-949 uhc",
    "IBM861": "cp-is csibm861",
    "MAC-CENTRALEUROPE": "maccentraleurope maclatin2 mac-latin2 x-mac-ce",
  ]

  private static let others: Set<String> = ["iso-2022-jp", "iso-2022-kr", "euc-tw", "utf-7"]
}
