/// A fault in the decoded text.
struct DocumentFault {
  /// The offset in the decoded and repaired text.
  var offset: Int
  /// The message.
  let message: String
  /// Whether a part of the document is lost.
  var isLoss = false
}
