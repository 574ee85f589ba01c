public import MixtapeModel

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
final class PatternSearch: SQLOperand {
  /// The reason why the search failed, if it did.
  private(set) var failure: LibraryError?
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

  override func result(of value: SQLArgument) -> SQLResult {
    do throws(LibraryError) {
      return .bool(try finds(in: value.text))
    } catch {
      failure = error
      return .failure
    }
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
