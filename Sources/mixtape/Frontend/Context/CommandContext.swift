import MixtapeStore
import Synchronization
import SystemPackage
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The surroundings of a command: all that it sees of the world besides the store.
struct CommandContext: Sendable {
  /// The working directory; absolute.
  let directory: FilePath
  let environment: [String: String]
  /// The clock.
  let now: @Sendable () -> Date
  /// How many minutes local clocks are ahead of UTC at a time.
  let utcOffset: @Sendable (Date) -> Int
  let standardInput: any TextInput
  let standardOutput: any TextOutput
  let standardError: any TextOutput
  /// How the process is kept from being ended in the middle of a change.
  var interruptions = Interruptions.none
  /// Keeps what commands have opened for as long as there are these surroundings.
  let opened = OpenedStores()

  /// The value of a variable of the environment, if it is set and not empty.
  func variable(_ name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// The command line in a variable of the environment, if there is more in it than blanks.
  func commandLine(in name: String) -> String? {
    environment[name].flatMap { $0.isBlank ? nil : $0 }
  }

  /// The pager for a text, or `nil` if nobody reads it on a terminal, or if it fits there.
  func pager(for text: String) -> Pager? {
    guard standardOutput.isTerminal, standardInput.isTerminal, let rows = standardOutput.rows else { return nil }
    return Pager(for: text, rows: rows, columns: standardOutput.columns, environment: environment)
  }

  /// A path that a person gave, made absolute.
  func absolute(_ path: String) -> FilePath {
    directory.pushing(FilePath(path)).lexicallyNormalized()
  }
}

/// The stores that commands have opened. The process's own are never closed: to take an index apart and end its threads takes
/// longer than the end of the process, which gives all of it back.
final class OpenedStores: Sendable {
  private let stores = Mutex<[Store]>([])

  func keep(_ store: Store) { stores.withLock { $0.append(store) } }
}

extension String {
  /// Whether there is nothing but white space in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// Where text goes.
protocol TextOutput: Sendable {
  /// Whether a person reads it as it comes.
  var isTerminal: Bool { get }
  /// The width of the terminal.
  var columns: Int? { get }
  /// The height of the terminal.
  var rows: Int? { get }

  /// Writes all of the text.
  func write(_ text: String) throws(Errno)
}

/// Where text comes from.
protocol TextInput: Sendable {
  /// Whether a person types it.
  var isTerminal: Bool { get }

  /// The next line without its end, or `nil` at the end of the input.
  func readLine() throws(Errno) -> String?
}
