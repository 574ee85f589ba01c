internal import MixtapeModel
internal import SystemPackage

/// Conversions between paths and addresses with the scheme `file`.
enum DocumentAddress {
  /// Returns the path of an address; `nil` if it is not a local file.
  static func path(of address: String) -> FilePath? {
    let decoded = AddressReference(address).localPath?.lenientText
    return decoded.flatMap { $0.utf8.contains(0) ? nil : FilePath($0).lexicallyNormalized() }
  }

  /// Returns the address of an absolute path.
  static func address(of path: FilePath) -> String { PercentEncoding.address(ofFile: path.string) }
}
