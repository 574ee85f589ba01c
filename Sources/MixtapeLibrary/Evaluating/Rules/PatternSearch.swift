internal import MixtapeModel

/// The regular expression of a condition, looked for in many texts with a bound on what all of that may cost.
///
/// PCRE2 goes back and tries again, and for some patterns that takes longer than anyone lives. It counts its steps. Nearly
/// every look takes few; the others are tried again with more, as long as there are some left for all. Nothing depends on
/// a clock, so that the same library gives the same answer on every machine.
final class PatternSearch: SQLOperand {
  /// Why it gave up, if it did.
  private(set) var failure: LibraryError?
  private let condition: SmartPlaylistCondition
  private let expression: RegularExpression
  private var stepsLeft = 200_000_000

  /// Steps that one look may take, from the first attempt to the last.
  private static let attempts: [UInt32] = [2_000, 50_000, 2_000_000]

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
      return .truth(try finds(in: value.text))
    } catch {
      failure = error
      return .failure
    }
  }

  /// Whether it is found in a text.
  ///
  /// - Throws: ``LibraryError/Code/patternTooCostly``.
  func finds(in text: UnsafeBufferPointer<UInt8>) throws(LibraryError) -> Bool {
    for steps in Self.attempts {
      if steps > Self.attempts[0] {
        stepsLeft -= Int(steps)
        guard stepsLeft >= 0 else { break }
      }
      switch expression.look(in: text, steps: steps) {
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
