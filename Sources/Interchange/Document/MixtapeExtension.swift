/// The names of Mixtape's extension, which contains values that a format does not support.
enum MixtapeExtension {
  /// The application of the extension, and its namespace in XML.
  static let application = "urn:mixtape:playlist:1"
}
