/// The maximum number of skipped nested elements. Beyond it, the rest of the document is ignored. libxml2 uses about 50 bytes
/// for each.
private let maximumNesting = 1_000_000
/// The maximum number of elements that are closed here and still open in libxml2.
private let maximumClosedEarly = 100_000

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
    let damaged = isLastAttributeDamaged ? 5 : 0
    isLastAttributeDamaged = false
    let name = names.index(of: key)
    closeSibling(names[name])
    guard closedEarly <= maximumClosedEarly else { return resynchronize(at: startOfTag) }
    guard skippedDepth == 0, open.depth < limits.depth else { return skip() }
    guard ends.count < limits.elements else {
      return giveUp("more than \(limits.elements) elements; the rest of the document is ignored")
    }
    let element = element(name, namespaces: namespaces)
    open.push(element)
    let first = queue.attributes.count
    for index in stride(from: 0, to: attributes.count - damaged, by: 5) {
      append(UnsafeBufferPointer(rebasing: attributes[index..<index + 5]))
    }
    queue.appendStart(element, offset: offset, firstAttribute: first)
  }

  /// Closes an open element that the next one cannot be inside of, as its end tag is missing.
  private func closeSibling(_ name: XMLName) {
    guard siblings.contains(name.local) else { return }
    // An element around this one either cannot have it inside, so its end tag is missing, or is not asked about.
    for element in open.elements.reversed() {
      // Those around it are known as well.
      guard ends.hasTag(element.number) == nil else { break }
      ends.end(element.number, hasTag: false)
    }
    let count = open.count(closedByStartOf: name, names)
    guard count > 0 else { return }
    report("the <\(name.written)> before this one has no end tag", at: offset)
    close(count, hasTag: false)
    closedEarly += count + skippedDepth
    skippedDepth = 0
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
    return OpenElements.Element(name: name, namespaces: declarations, number: ends.begin())
  }

  /// Receives an end tag.
  ///
  /// - Parameter key: The name of the element that libxml2 closes.
  func end(_ key: NameTable.Key) {
    context?.forgetErrors()
    guard !isResynchronizing else { return }
    errorOffset = nil
    if skippedDepth > 0 {
      skippedDepth -= 1
      mismatchedEnd = nil
      return
    }
    // Elements that are already closed here are still open in libxml2.
    let closed = closedEarly == 0 ? nil : names[names.index(of: key)].local
    guard let found = mismatchedEnd ?? closed else { return close(1) }
    mismatchedEnd = nil
    let count = open.count(closedBy: found, names)
    if let last = open.last, count != 1 || names[last.name].local != found {
      let expected = names[last.name].written
      report(
        count == 0 ? "</\(found)> has no start tag" : "expected </\(expected)>, found </\(found)>", at: offset)
    }
    close(count)
    if count != 1 { resynchronize() }
  }

  /// Closes the innermost elements.
  ///
  /// - Parameter hasTag: Whether the last of them has an end tag.
  private func close(_ count: Int, hasTag: Bool = true) {
    for index in 0..<count {
      guard let element = open.pop() else { return }
      ends.end(element.number, hasTag: hasTag && index == count - 1)
      queue.appendEnd(element.name)
    }
  }
}
