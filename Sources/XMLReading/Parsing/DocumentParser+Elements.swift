/// The maximum number of skipped nested elements. Beyond it, the rest of the document is ignored.
private let maximumNesting = 10_000

extension DocumentParser {
  /// Receives a start tag.
  func start(
    _ key: NameTable.Key, namespaces: UnsafeBufferPointer<UnsafePointer<UInt8>?>,
    attributes: UnsafeBufferPointer<UnsafePointer<UInt8>?>
  ) {
    context?.forgetErrors()
    if repeatedTags > 0 {
      repeatedTags -= 1
      return
    }
    guard !isResynchronizing else { return }
    errorOffset = nil
    guard skippedDepth == 0, open.depth < limits.depth else { return skip() }
    let name = names.index(of: key)
    open.push(element(name, namespaces: namespaces))
    let first = queue.attributes.count
    for index in stride(from: 0, to: attributes.count, by: 5) {
      append(UnsafeBufferPointer(rebasing: attributes[index..<index + 5]))
    }
    queue.appendStart(name, offset: offset, firstAttribute: first)
  }

  private func skip() {
    skippedDepth += 1
    reportOnce("elements nested deeper than \(limits.depth) are skipped")
    if skippedDepth > maximumNesting { giveUp("elements are nested too deeply; the rest of the document is ignored") }
  }

  /// Appends an attribute from its local name, prefix, namespace, and the start and end of its value.
  private func append(_ parts: UnsafeBufferPointer<UnsafePointer<UInt8>?>) {
    guard let start = parts[3], let end = parts[4] else { return }
    let name = names.index(of: NameTable.Key(local: parts[0], prefix: parts[1], namespace: parts[2]))
    let value = UnsafeBufferPointer(start: start, count: end - start)
    if queue.appendAttribute(name, value, limit: limits.text) > 0 { reportCutText() }
  }

  private func element(_ name: Int32, namespaces: UnsafeBufferPointer<UnsafePointer<UInt8>?>) -> OpenElements.Element {
    var declarations: [(prefix: String, uri: String)] = []
    for index in stride(from: 0, to: namespaces.count - 1, by: 2) {
      let uri = namespaces[index + 1].map { String(cString: $0) } ?? ""
      declarations.append((namespaces[index].map { String(cString: $0) } ?? "", uri))
    }
    return OpenElements.Element(name: name, namespaces: declarations)
  }

  /// Receives an end tag.
  func end() {
    context?.forgetErrors()
    guard !isResynchronizing else { return }
    errorOffset = nil
    if skippedDepth > 0 {
      skippedDepth -= 1
      mismatchedEnd = nil
      return
    }
    guard let found = mismatchedEnd else { return close(1) }
    mismatchedEnd = nil
    let count = open.count(closedBy: found, names)
    if let last = open.last {
      let expected = names[last.name].written
      report(
        count == 0 ? "</\(found)> has no start tag" : "</\(found)> stands in place of </\(expected)>", at: offset)
    }
    close(count)
    if count != 1 { resynchronize() }
  }

  private func close(_ count: Int) {
    for _ in 0..<count {
      if let element = open.pop() { queue.appendEnd(element.name) }
    }
  }
}
