internal import Feeds

/// The description in the element or member `annotation`, which other programs write as HTML, against the standard.
extension InterchangePlaylist {
  /// The text of the annotation. A list with an id is from Mixtape, whose descriptions are never HTML.
  var annotation: String? { id == nil ? description.map(HTMLText.unambiguous) : description }

  /// The playlist with the annotation that was read as its description in plain text.
  var withPlainAnnotation: InterchangePlaylist {
    guard id == nil, let description else { return self }
    var copy = self
    copy.description = HTMLText.plain(description, separator: "\n").trimmed.nonEmpty
    return copy
  }
}
