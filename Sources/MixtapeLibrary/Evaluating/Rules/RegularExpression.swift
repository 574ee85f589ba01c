internal import Libpcre2
public import MixtapeModel

/// A regular expression of `matches`: the syntax of Perl by PCRE2, without regard to case, with the classes of Unicode.
///
/// It can match anywhere in a text, in normalization form C. `^` and `$` match only at the ends of the text.
final class RegularExpression {
  private let code: OpaquePointer
  private let matchData: OpaquePointer
  private let context: OpaquePointer

  /// Compiles a pattern.
  ///
  /// - Throws: An error with its place in an invalid pattern.
  init(_ pattern: String) throws(RegularExpressionError) {
    guard pattern.utf8.count <= Self.longestPattern else {
      throw RegularExpressionError(offset: Self.longestPattern, message: "longer than \(Self.longestPattern) bytes")
    }
    code = try Self.compiled(pattern)
    guard let matchData = pcre2_match_data_create_from_pattern_8(code, nil),
      let context = pcre2_match_context_create_8(nil)
    else {
      pcre2_code_free_8(code)
      throw RegularExpressionError(offset: 0, message: "out of memory")
    }
    self.matchData = matchData
    self.context = context
    pcre2_set_heap_limit_8(context, Self.heapLimit)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_match_data_free_8(matchData)
    pcre2_code_free_8(code)
  }

  /// The maximum length of a pattern in bytes.
  private static let longestPattern = 4_096
}

/// The reason why PCRE2 does not accept a regular expression, and its place.
public struct RegularExpressionError: Error, Hashable, Sendable {
  /// The offset in the pattern, in bytes of UTF-8.
  public let offset: Int
  /// The message of PCRE2.
  public let message: String
}

extension RegularExpression {
  /// The memory limit for backtracking in a match, in KiB.
  private static let heapLimit: UInt32 = 16 * 1_024

  private static func compiled(_ pattern: String) throws(RegularExpressionError) -> OpaquePointer {
    guard let context = pcre2_compile_context_create_8(nil) else {
      throw RegularExpressionError(offset: 0, message: "out of memory")
    }
    defer { pcre2_compile_context_free_8(context) }
    // Set explicitly: the defaults depend on how the library was built.
    pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
    pcre2_set_bsr_8(context, UInt32(PCRE2_BSR_UNICODE))
    let options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_CASELESS) | UInt32(PCRE2_DOLLAR_ENDONLY)
      | UInt32(PCRE2_NEVER_BACKSLASH_C)
    var (code, offset) = (Int32(0), 0)
    let bytes = Array(NameRules.composed(pattern).utf8)
    guard let compiled = pcre2_compile_8(bytes, bytes.count, options, &code, &offset, context) else {
      throw RegularExpressionError(offset: min(offset, pattern.utf8.count), message: message(of: code))
    }
    return compiled
  }

  private static func message(of code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }
}

extension RegularExpression {
  /// The result of a match.
  enum Outcome {
    case match
    case noMatch
    /// The match needs more steps or memory than allowed.
    case tooCostly
    /// PCRE2 failed for another reason.
    case failed(message: String)
  }

  /// Searches a text for the expression, with a limit of steps.
  func search(_ text: UnsafeBufferPointer<UInt8>, steps: UInt32) -> Outcome {
    if text.allSatisfy({ $0 < 0x80 }) { return searchComposed(text, steps) }
    var composed = NameRules.composed(String(decoding: text, as: UTF8.self))
    return composed.withUTF8 { searchComposed($0, steps) }
  }

  /// Searches a text in valid UTF-8.
  private func searchComposed(_ text: UnsafeBufferPointer<UInt8>, _ steps: UInt32) -> Outcome {
    pcre2_set_match_limit_8(context, steps)
    let options = UInt32(PCRE2_NO_UTF_CHECK)
    // PCRE2 requires an address also for an empty text.
    let result =
      text.baseAddress.map { pcre2_match_8(code, $0, text.count, 0, options, matchData, context) }
      ?? pcre2_match_8(code, [0], 0, 0, options, matchData, context)
    switch result {
    case 0...: return .match
    case PCRE2_ERROR_NOMATCH: return .noMatch
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY,
      PCRE2_ERROR_RECURSELOOP:
      return .tooCostly
    default: return .failed(message: Self.message(of: result))
    }
  }
}

extension Rule {
  /// Throws an error if a regular expression of the rule is invalid. Costly expressions are detected only during
  /// evaluation.
  ///
  /// - Throws: ``LibraryError/Code/invalidPattern`` for the first invalid one.
  public func requirePatterns() throws(LibraryError) {
    for case .comparison(let condition) in leaves where condition.op == .matches { _ = try PatternSearch(condition) }
  }
}

extension RegularExpressionError {
  /// Makes the error of an invalid pattern; `nil` if the pattern is valid.
  public init?(in pattern: String) {
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern)
      return nil
    } catch {
      self = error
    }
  }
}

/// A search for the regular expression of a condition in many texts, with a limit on the total cost.
///
/// PCRE2 backtracks, which takes practically forever for some patterns and texts. It counts its steps. Nearly all texts
/// take few steps; the others are tried again with more, as long as the total allows. The limits do not depend on a
/// clock, so the same library gives the same result on every machine.
final class PatternSearch {
  private let condition: SmartPlaylistCondition
  private let expression: RegularExpression
  private var stepsLeft = 200_000_000

  /// The step limits for one text, from the first attempt to the last.
  private static let attempts: [UInt32] = [2_000, 50_000, 2_000_000]

  /// Compiles the pattern of a condition.
  ///
  /// - Throws: ``LibraryError/Code/invalidPattern``.
  init(_ condition: SmartPlaylistCondition) throws(LibraryError) {
    self.condition = condition
    guard case .text(let pattern) = condition.value else { throw LibraryError(.invalidPattern, .condition(condition)) }
    do throws(RegularExpressionError) {
      expression = try RegularExpression(pattern)
    } catch {
      throw LibraryError(.invalidPattern, .condition(condition), cause: error)
    }
  }

  /// Returns SQL for whether the expression matches in a column of texts as in the file.
  func sql(_ column: String) -> SQL {
    .call(on: column) { (value) throws(LibraryError) in .bool(try self.finds(in: value.text)) }
  }

  /// Returns whether the expression matches in a text.
  ///
  /// - Throws: ``LibraryError/Code/patternTooCostly``.
  func finds(in text: UnsafeBufferPointer<UInt8>) throws(LibraryError) -> Bool {
    for steps in Self.attempts {
      if steps > Self.attempts[0] {
        stepsLeft -= Int(steps)
        guard stepsLeft >= 0 else { break }
      }
      switch expression.search(text, steps: steps) {
      case .match: return true
      case .noMatch: return false
      case .tooCostly: continue
      case .failed(let message):
        throw LibraryError(
          .patternTooCostly, .condition(condition), cause: RegularExpressionError(offset: 0, message: message))
      }
    }
    throw LibraryError(.patternTooCostly, .condition(condition))
  }
}
