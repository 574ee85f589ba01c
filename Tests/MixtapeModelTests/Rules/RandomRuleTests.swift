import Foundation
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

  @Test func codingKeepsARule() throws {
    var random = RandomRule(generator: SeededGenerator())
    for _ in 0..<300 {
      let rule = try random.rule(depth: 4)
      let data = try JSONEncoder().encode(rule)
      #expect(try JSONDecoder().decode(Rule.self, from: data) == rule, random.generator.comment)
    }
  }

  /// Any text is either read, or has an error at a place between its characters.
  @Test func anyTextIsReadOrHasAnError() throws {
    var random = RandomRule(generator: SeededGenerator())
    let words = [
      "title", "year", "added", "duration", "and", "or", "not", "in", "playlist", "the", "last", "starts", "with", "is",
      "missing", "between", "matches", "(", ")", ",", "=", "<", ">=", "!", "\"", "\"a\"", "\\", "12", "-3.5", "min",
      "days", "this", "week", "today", "published", "tag", "podcast", "hours",
      "2026-03-01", "T06:00:00Z", "é", "🎧", "\0", "\u{301}", "'", "“", " ", "\n", "\u{A0}", "9999999999999999999", "+",
      "-",
    ]
    for round in 0..<3_000 {
      var text = ""
      if round.isMultiple(of: 2) {
        for _ in 0..<Int.random(in: 0...12, using: &random.generator) {
          text +=
            (words.randomElement(using: &random.generator) ?? "") + (Bool.random(using: &random.generator) ? " " : "")
        }
      } else {
        text = Self.mutated(try random.rule(depth: 2).description, using: &random.generator)
      }
      do throws(RuleError) {
        let rule = try Rule(parsing: text)
        #expect(try Rule(parsing: rule.description) == rule, "\(random.generator): \(text)")
      } catch {
        let bytes = Array(text.utf8)
        let isInside = 0 <= error.range.lowerBound && error.range.upperBound <= bytes.count
        #expect(isInside, "\(random.generator): \(text)")
        guard isInside else { continue }
        #expect(String(validating: bytes[error.range], as: UTF8.self) != nil, "\(random.generator): \(text)")
      }
    }
  }

  private static func mutated(_ text: String, using generator: inout SeededGenerator) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0 where place < bytes.count: bytes.remove(at: place)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 2: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[..<place].suffix(7), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
