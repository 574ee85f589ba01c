public import Foundation

/// The checkout that the tests were built from.
public enum Checkout {
  /// The top directory.
  public static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
