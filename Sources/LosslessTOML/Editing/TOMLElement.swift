/// An element of an array in brackets, as it is written in its document, with the comment on its line. It can be copied
/// into an array of another document.
public struct TOMLElement: Hashable, Sendable {
  /// The value.
  public let literal: TOMLLiteral
  /// The bytes of the value.
  let text: [UInt8]
  /// The comment that follows on the line, with the white space before it; empty if no comment follows.
  let comment: [UInt8]
}

extension TOMLDocument {
  /// Returns the elements of an array in brackets, in order; none if there is no such array. O(*n*) in its size.
  public func elements(of array: TOMLPath) -> [TOMLElement] {
    guard let node = tree.node(at: array), tree.kind(node) == .array else { return [] }
    let children = tree.children(of: node)
    let layout = ArrayLayout(of: node, elements: children.map { tree.node($0).first..<tree.node($0).end }, in: tree)
    return zip(children, layout.units).map { child, unit in
      TOMLElement(
        literal: TOMLLiteral(TOMLValue(tree: tree, node: child)), text: Array(source[unit.value]),
        comment: unit.hasComment ? Array(source[unit.after]) : [])
    }
  }
}
