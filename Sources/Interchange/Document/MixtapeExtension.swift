/// The names of Mixtape's extension in formats that have extensions. It holds what the format has no element for.
enum MixtapeExtension {
  /// The application of the extension, and its namespace in XML.
  static let application = "urn:mixtape:playlist:1"
}
