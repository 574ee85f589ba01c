import Libxml2

/// The state of libxml2 that all parsers share.
enum XMLLibrary {
  /// Prepares libxml2 for use by several threads. Only the first call does anything.
  static func start() { _ = isStarted }

  private static let isStarted: Bool = {
    xmlInitParser()
    return true
  }()
}
