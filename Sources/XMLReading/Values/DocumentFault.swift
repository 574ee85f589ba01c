/// A fault at a place of the decoded text.
struct DocumentFault {
  /// The offset in the decoded and repaired text.
  var offset: Int
  /// The fault in words.
  let message: String
}
