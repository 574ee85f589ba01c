import MixtapeModel

/// An invalid value in a form.
struct FormError: Error {
  let key: Form.Field.Name
  let reason: String
}

extension Form {
  /// Whether the selected field has a list of values.
  var hasChoices: Bool { !fields[place].choices.isEmpty }

  /// Returns the change that the form describes; `nil` if it changes nothing.
  ///
  /// - Parameter taken: The ids of the existing playlists.
  func operation(taken: Set<Playlist.ID>) throws(FormError) -> PlaylistOperation? {
    let name = text(.name).trimmingBlanks
    if TitleRules.violation(in: name) != nil {
      throw FormError(key: .name, reason: name.isEmpty ? "A playlist needs a name" : "This name is invalid")
    }
    let folder = try folder()
    switch purpose {
    case .create: return .create(try playlist(name, in: folder, taken))
    case .update(let playlist):
      try requireOriginals(in: playlist)
      let edits = edits(of: playlist, name, folder)
      return edits.isEmpty ? nil : .edit(playlist.id, edits)
    }
  }

  /// Refuses to replace a value that was changed meanwhile.
  private func requireOriginals(in playlist: Playlist) throws(FormError) {
    let present = Form(updating: playlist)
    guard let changed = replacedFields(of: playlist).first(where: { present.text($0.key) != $0.original }) else {
      return
    }
    throw FormError(
      key: changed.key, reason: "The \(changed.key.rawValue) has changed in the meantime; escape discards your text")
  }

  private func folder() throws(FormError) -> Folder {
    do throws(MixtapeError) {
      return try Folder(validating: text(.folder).trimmingBlanks)
    } catch {
      throw FormError(key: .folder, reason: "This folder is invalid")
    }
  }

  private func playlist(
    _ name: String, in folder: Folder, _ taken: Set<Playlist.ID>
  ) throws(FormError) -> Playlist {
    guard let id = Playlist.ID(suggestedBy: name) else {
      throw FormError(key: .name, reason: "No id can be made from this name; use letters or digits")
    }
    guard !taken.contains(id) else { throw FormError(key: .name, reason: "A playlist \(id) already exists") }
    do throws(MixtapeError) {
      return try Playlist(id: id, folder: folder, name: name, description: text(.description).trimmingBlanks)
    } catch {
      throw FormError(key: .name, reason: "This name is invalid")
    }
  }

  private func edits(of playlist: Playlist, _ name: String, _ folder: Folder) -> [PlaylistEdit] {
    var edits: [PlaylistEdit] = []
    if name != playlist.name { edits.append(.name(name)) }
    let old = Form(updating: playlist)
    if text(.description) != old.text(.description) { edits.append(.description(text(.description))) }
    if folder != playlist.folder { edits.append(.folder(folder)) }
    for (field, key) in [(Field.Name.continuous, PlaylistKey.continuous), (.shuffle, .shuffle)]
    where text(field) != old.text(field) {
      if let setting = PlaybackSettings.Setting(key, text(field)) { edits.append(.setting(setting)) }
    }
    return edits
  }
}
