import Feeds

/// The events of a document as one line: `<a x=1>text</a>`, with namespaces in braces.
func outline(_ bytes: [UInt8], encoding: String? = nil, limits: XMLLimits = XMLLimits()) -> String {
  let reader = XMLEventReader(bytes, encoding: encoding, limits: limits)
  var line = ""
  while let event = reader.next() {
    switch event {
    case .start(let name, let attributes, _):
      line += "<\(shown(name))"
      for attribute in attributes { line += " \(shown(attribute.name))=\(attribute.value)" }
      line += ">"
    case .text(let text): line += text
    case .end(let name): line += "</\(shown(name))>"
    }
  }
  return line
}

/// The events of a document in UTF-8 as one line.
func outline(_ text: String, limits: XMLLimits = XMLLimits()) -> String { outline(Array(text.utf8), limits: limits) }

/// The diagnostics of a document as `line:column message`.
func faults(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) -> [String] {
  let reader = XMLEventReader(bytes, limits: limits)
  while reader.next() != nil {}
  return reader.diagnostics.map { "\($0.position.line):\($0.position.column) \($0.message)" }
}

/// The diagnostics of a document in UTF-8.
func faults(_ text: String, limits: XMLLimits = XMLLimits()) -> [String] { faults(Array(text.utf8), limits: limits) }

private func shown(_ name: XMLName) -> String { name.namespace.map { "{\($0)}\(name.local)" } ?? name.written }
