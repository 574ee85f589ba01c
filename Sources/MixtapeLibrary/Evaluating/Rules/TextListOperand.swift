/// An operand for membership of a folded text in a large set.
final class TextListOperand: SQLOperand {
  private let texts: Set<String>

  init(_ texts: [String]) { self.texts = Set(texts) }

  override func result(of value: SQLArgument) -> SQLResult {
    .bool(texts.contains(String(decoding: value.text, as: UTF8.self)))
  }
}
