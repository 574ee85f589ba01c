import StoreBrowser
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

extension CommandFixture {
  /// Runs the commands of a transcript, and compares their output with the transcript.
  ///
  /// A line `$ mixtape …` (with `NAME=value` before it to set variables) runs the program in this process, and `$ …`
  /// anything else with `sh`; lines `< …` below give
  /// it its standard input. Then follow standard output, standard error with `! ` before each line, and the exit status in
  /// brackets unless it is 0. Commits show as `commit-1`, `commit-2`, … in the order of the transcript, and the
  /// directory of the store as `STORE`, the one around it as `ROOT`.
  func expect(_ transcript: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var actual: [String] = []
    for step in TranscriptStep.steps(of: transcript) { actual += try run(step) }
    let mask = Mask(root: sandbox.root.string) { digits in
      (try? self.shell("git rev-parse --verify --quiet '\(digits)^{commit}'"))?.hasPrefix(digits) == true
    }
    let masked = mask.apply(to: actual.joined(separator: "\n"))
    #expect(masked == transcript, "the transcript differs; it is\n\(masked)", sourceLocation: sourceLocation)
  }

  private func run(_ step: TranscriptStep) throws -> [String] {
    var lines = ["$ \(step.command)"] + step.input.map { $0.isEmpty ? "<" : "< \($0)" }
    var words = ShellWords.split(step.command)[...]
    var settings: [String: String] = [:]
    while let (name, value) = words.first.flatMap(ShellWords.assignment) {
      settings[name] = value
      words.removeFirst()
    }
    guard words.first == "mixtape" else { return lines + Self.lines(of: try shell(step.command)) }
    let outcome = mixtape(Array(words.dropFirst()), input: step.input, settings: settings)
    lines += Self.lines(of: outcome.output)
    lines += Self.lines(of: outcome.errors).map { $0.isEmpty ? "!" : "! \($0)" }
    if outcome.status != .done { lines.append("[\(outcome.status.rawValue)]") }
    return lines
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      let visible = String(Substring(line)).replacing("\u{1B}", with: "␛").replacing("\r", with: "␍")
      // Editors and formatters remove spaces at the end of a line, also in tests.
      return visible.lastIndex { $0 != " " }.map { String(visible[...$0]) } ?? ""
    }
  }
}

/// A command of a transcript with its input.
private struct TranscriptStep {
  let command: String
  var input: [String] = []

  static func steps(of transcript: String) -> [TranscriptStep] {
    var steps: [TranscriptStep] = []
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        steps.append(TranscriptStep(command: String(line.dropFirst(2))))
      } else if line == "<" || line.hasPrefix("< "), let last = steps.indices.last {
        steps[last].input.append(String(line.dropFirst(2)))
      }
    }
    return steps
  }
}

/// Splits a command line like a shell, at spaces outside of single and double quotes.
enum ShellWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      switch character {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = character
        word = word ?? ""
      case " " where quote == nil:
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The name and the value of a word such as `EDITOR=vi`.
  static func assignment(_ word: String) -> (name: String, value: String)? {
    guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return nil }
    let name = word[..<sign]
    guard name.allSatisfy({ $0.isUppercase || $0 == "_" }) else { return nil }
    return (String(name), String(word[word.index(after: sign)...]))
  }
}

/// Replaces text that differs between runs.
private struct Mask {
  let root: String
  /// Whether a number is the abbreviated id of a commit. One id in 43 of eight digits has no letter.
  let isCommit: (Substring) -> Bool

  func apply(to text: String) -> String {
    var names: [Substring: String] = [:]
    let masked = text.replacing(#/\b(?:[0-9a-f]{40}|[0-9a-f]{8}|[0-9a-f]{7})\b/#) { match -> String in
      guard match.output.contains(where: \.isLetter) || isCommit(match.output) else { return String(match.output) }
      let key = match.output.prefix(7)
      names[key] = names[key] ?? "commit-\(names.count + 1)"
      return names[key] ?? ""
    }
    return masked.replacing(root + "/store", with: "STORE").replacing(root, with: "ROOT")
  }
}
