internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension OPMLDocument {
  /// The document as OPML 2.0 in UTF-8.
  ///
  /// Each outline has `text` and `title`, as some programs read only one of them.
  public var bytes: [UInt8] {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<opml version=\"2.0\">", "  <head>"]
    if let title { lines.append("    <title>\(title.escapedForXML)</title>") }
    lines += ["  </head>", "  <body>"]
    var pending: [Step] = outlines.reversed().map { .open($0, depth: 2) }
    while let step = pending.popLast() {
      switch step {
      case .close(let depth): lines.append("\(Self.indentation(depth))</outline>")
      case .open(let outline, let depth):
        let tag = "\(Self.indentation(depth))<outline\(outline.attributes)"
        if outline.children.isEmpty {
          lines.append("\(tag)/>")
        } else {
          lines.append("\(tag)>")
          pending.append(.close(depth: depth))
          pending += outline.children.reversed().map { .open($0, depth: depth + 1) }
        }
      }
    }
    lines += ["  </body>", "</opml>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private enum Step {
    case open(OPMLOutline, depth: Int)
    case close(depth: Int)
  }

  private static func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}

extension OPMLOutline {
  fileprivate var attributes: String {
    // Readers expect HTML there.
    var pairs = [("text", text), ("title", title ?? text)].map { ($0, HTMLText.unambiguous($1)) }
    if let type = type ?? (feed == nil ? nil : "rss") { pairs.append(("type", type)) }
    if let feed { pairs.append(("xmlUrl", feed)) }
    if let link { pairs.append(("htmlUrl", link)) }
    if !categories.isEmpty { pairs.append(("category", categories.joined(separator: ","))) }
    if !subscribed { pairs.append(("subscribed", "0")) }
    if let created = created?.asInternetTime { pairs.append(("created", created)) }
    return pairs.map { " \($0)=\"\($1.escapedForXML)\"" }.joined()
  }
}

extension Date {
  /// The time in the form of RFC 822: `12 Mar 2026 10:00:00 GMT`; `nil` outside the years 1 to 9999.
  package var asInternetTime: String? {
    guard let day = CalendarDay(of: self) else { return nil }
    let second = Int((timeIntervalSince1970 - day.start.timeIntervalSince1970).rounded(.down))
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return
      "\(day.day) \(months[day.month - 1]) \(String(day.year).paddedWithZeros(to: 4)) \(clock.joined(separator: ":")) GMT"
  }
}

extension String {
  /// The text with markup escaped, and without characters that XML does not allow.
  fileprivate var escapedForXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
