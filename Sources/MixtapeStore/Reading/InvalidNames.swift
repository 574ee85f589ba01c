internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// Reports on files and directories whose names are not valid, with a command that renames them.
extension FileReport {
  /// Makes the report on a file whose name is not a valid id.
  ///
  /// - Parameters:
  ///   - name: The name without its suffix.
  ///   - path: The path of the file below the store's directory.
  init(ofFileNamed name: String, at path: String, _ violation: NameViolation) {
    // Ids of podcasts have the same form.
    let inLowerCase = Playlist.ID(rawValue: NameRules.composed(name.lowercased()))
    let id = inLowerCase ?? Playlist.ID(suggestedBy: name)
    self.init(
      invalidName: "the file name is not a valid id: \(IDWording.reason(for: violation))", at: path,
      validName: id.map { "\($0).toml" })
  }

  /// Makes the report on a directory whose name is not valid for a folder; `nil` if it is valid.
  ///
  /// - Parameter path: The path of the directory below the store's directory.
  init?(ofFolderAt path: String) {
    let name = Self.split(path).name
    do throws(MixtapeError) {
      _ = try Folder.top.appending(name)
      return nil
    } catch {
      let composed = NameRules.composed(name)
      let isValid = Folder(components: [composed]) != nil
      self.init(
        invalidName: "this is not a valid folder name: \(IDWording.reason(forFolder: error))", at: path,
        validName: isValid ? composed : Playlist.ID(suggestedBy: name)?.rawValue)
    }
  }

  private init(invalidName message: String, at path: String, validName: String?) {
    self.init(path: path, diagnostics: [.error(.invalidFileName, message, notes: [Self.renaming(path, to: validName)])])
  }

  /// Returns the note with the command that renames a file or a directory.
  private static func renaming(_ path: String, to name: String?) -> Diagnostic.Note {
    guard let name else { return Diagnostic.Note(message: "rename it") }
    // The new name can be taken, so `mv` asks.
    let newPath = "\(split(path).parent)\(name)"
    return Diagnostic.Note(message: "`mv -i \(shellWord(path)) \(shellWord(newPath))` renames it")
  }

  /// Splits a path before its last name. A mark at the start of a name is one `Character` with the slash, so bytes are compared.
  private static func split(_ path: String) -> (parent: String, name: String) {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.utf8.startIndex
    return (String(decoding: path.utf8[..<start], as: UTF8.self), String(decoding: path.utf8[start...], as: UTF8.self))
  }

  /// Returns a path as one word of a command line. The marks of a decomposed name are escaped: on the screen, it looks like the
  /// composed one, and some programs compose what is copied.
  private static func shellWord(_ path: String) -> String {
    let isComposed = NameRules.isComposed(path)
    return ShellWord.quoting(path) { scalar in
      let properties = scalar.properties
      return scalar.breaksLine || properties.isDefaultIgnorableCodePoint || (!isComposed && properties.isGraphemeExtend)
    }
  }
}
