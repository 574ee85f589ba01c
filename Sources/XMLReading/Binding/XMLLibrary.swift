import Libxml2

/// The global state of libxml2.
enum XMLLibrary {
  /// Prepares libxml2 for multithreading. Further calls do nothing.
  static func start() { _ = isStarted }

  private static let isStarted: Bool = {
    xmlInitParser()
    return true
  }()
}
