internal import Libpcre2
internal import MixtapeModel

/// A regular expression of `matches`: that of Perl, as PCRE2 has it, without regard to case, with the classes of Unicode.
///
/// It is looked for anywhere in a text, in normalization form C. `^` and `$` are the very ends of the text.
final class RegularExpression {
  private let code: OpaquePointer
  private let matchData: OpaquePointer
  private let context: OpaquePointer

  /// Compiles a pattern.
  ///
  /// - Throws: where the pattern is none: what is wrong, and where.
  init(_ pattern: String) throws(RegularExpressionError) {
    guard pattern.utf8.count <= Self.longestPattern else {
      throw RegularExpressionError(offset: Self.longestPattern, message: "longer than \(Self.longestPattern) bytes")
    }
    code = try Self.compiled(pattern)
    guard let matchData = pcre2_match_data_create_from_pattern_8(code, nil),
      let context = pcre2_match_context_create_8(nil)
    else {
      pcre2_code_free_8(code)
      throw RegularExpressionError(offset: 0, message: "no memory")
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

  /// The longest pattern, in bytes.
  private static let longestPattern = 4_096
}

/// Why a pattern is no regular expression.
public struct RegularExpressionError: Error, Hashable, Sendable {
  /// Where in the pattern, in bytes of UTF-8.
  public let offset: Int
  /// What PCRE2 says of it.
  public let message: String
}

extension RegularExpression {
  /// How much memory a match may take for what it may have to come back to, in KiB.
  private static let heapLimit: UInt32 = 16 * 1_024

  private static func compiled(_ pattern: String) throws(RegularExpressionError) -> OpaquePointer {
    guard let context = pcre2_compile_context_create_8(nil) else {
      throw RegularExpressionError(offset: 0, message: "no memory")
    }
    defer { pcre2_compile_context_free_8(context) }
    // Set, since otherwise it depends on how the library was built.
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
  /// How a look at a text ended.
  enum Outcome {
    case match
    case noMatch
    /// More steps, or more memory, than was allowed.
    case tooCostly
    /// PCRE2 failed for another reason.
    case failed(message: String)
  }

  /// Looks for the expression in a text, with so many steps at most.
  func look(in text: UnsafeBufferPointer<UInt8>, steps: UInt32) -> Outcome {
    let highest = text.reduce(0, max)
    // Every scalar that composing may change is U+0300 or higher, and begins with this byte or one above.
    if highest >= 0xCC {
      var composed = NameRules.composed(String(decoding: text, as: UTF8.self))
      return composed.withUTF8 { lookInComposed($0, steps, isASCII: false) }
    }
    return lookInComposed(text, steps, isASCII: highest < 0x80)
  }

  private func lookInComposed(_ text: UnsafeBufferPointer<UInt8>, _ steps: UInt32, isASCII: Bool) -> Outcome {
    pcre2_set_match_limit_8(context, steps)
    // PCRE2 wants an address also of nothing, and need not check what is ASCII.
    let options = isASCII ? UInt32(PCRE2_NO_UTF_CHECK) : 0
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
