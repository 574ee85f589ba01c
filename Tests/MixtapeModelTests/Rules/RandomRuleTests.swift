import MixtapeModel
import TestSupport
import Testing

@Suite("Random rules")
struct RandomRuleTests {
  @Test func printedRulesAreReadBack() throws {
    var random = RandomRule(generator: SeededGenerator())
    for _ in 0..<1_500 {
      let rule = try random.rule(depth: 4)
      let text = rule.description
      let read = try #require(try? Rule(parsing: text), "\(random.generator): \(text)")
      #expect(read == rule && read.description == text, "\(random.generator): \(text)")
    }
  }

  @Test func everyParenthesisIsNeeded() throws {
    var random = RandomRule(generator: SeededGenerator())
    for _ in 0..<150 {
      let rule = try random.rule(depth: 3)
      let text = Array(rule.description.utf8)
      for (open, close) in Self.parentheses(of: text) {
        var fewer = text
        fewer[open] = UInt8(ascii: " ")
        fewer[close] = UInt8(ascii: " ")
        let other = try? Rule(parsing: String(decoding: fewer, as: UTF8.self))
        #expect(other != rule, "\(random.generator): \(rule)")
      }
    }
  }

  /// Returns the places of matching parentheses, outside of texts.
  private static func parentheses(of text: [UInt8]) -> [(Int, Int)] {
    var (open, pairs, isText, offset): ([Int], [(Int, Int)], Bool, Int) = ([], [], false, 0)
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\\") where isText: offset += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "(") where !isText: open.append(offset)
      case UInt8(ascii: ")") where !isText: pairs.append((open.removeLast(), offset))
      default: break
      }
      offset += 1
    }
    return pairs
  }
}
