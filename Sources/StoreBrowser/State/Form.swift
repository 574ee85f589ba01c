package import MixtapeModel

/// A form with fields to fill in.
package struct Form: Equatable, Sendable {
  /// The action of a form.
  package enum Purpose: Hashable, Sendable {
    case create
    /// Changes the head of a playlist.
    case update(Playlist)
    case duplicate(Playlist.ID)
    /// Changes the tags of a podcast.
    case tags(Podcast.ID)
  }

  /// A field of a form.
  package struct Field: Equatable, Sendable {
    /// The keys of fields.
    package enum Name: String, Hashable, Sendable { case name, description, folder, continuous, shuffle, tags }

    package let key: Name
    package var text: TextField
    /// The text before the user changed it.
    let original: String
    /// The possible values; empty for free text.
    package let choices: [String]

    init(_ key: Name, _ text: String, choices: [String] = []) {
      self.key = key
      self.text = TextField(text)
      original = text
      self.choices = choices
    }

    /// Selects the next of the possible values, or the one before.
    mutating func choose(by step: Int) {
      guard !choices.isEmpty else { return }
      let place = choices.firstIndex(of: text.text) ?? 0
      text = TextField(choices[(place + step + choices.count) % choices.count])
    }
  }

  package let purpose: Purpose
  package var fields: [Field]
  /// The selected field.
  package var place = 0
  /// The reason why the form was refused.
  package var refusal: String?
  /// Whether the change is being saved.
  var isSaving = false

  /// Makes the form for a new playlist.
  package init(creatingIn folder: Folder) {
    purpose = .create
    fields = [Field(.name, ""), Field(.description, ""), Field(.folder, folder.path)]
  }

  /// Makes the form for the head of a playlist.
  package init(updating playlist: Playlist) {
    purpose = .update(playlist)
    fields = [
      Field(.name, playlist.name), Field(.description, playlist.description), Field(.folder, playlist.folder.path),
      Field(.continuous, PlaybackSettings.Setting.continuous(playlist.settings.continuous)),
      Field(.shuffle, PlaybackSettings.Setting.shuffle(playlist.settings.shuffle)),
    ]
  }

  /// Makes the form for the name of a copy.
  init(duplicating playlist: Playlist) {
    purpose = .duplicate(playlist.id)
    fields = [Field(.name, "\(playlist.name) copy")]
  }

  init(tagging podcast: Podcast.ID, _ tags: [String]) {
    purpose = .tags(podcast)
    fields = [Field(.tags, tags.joined(separator: ", "))]
  }

  /// The values that saving the form replaces; `nil` for a new playlist.
  var expectation: BrowserEffect.Expectation? {
    guard case .update = purpose else { return nil }
    let changed = fields.filter { $0.text.text != $0.original }
    return .fields(Dictionary(changed.map { ($0.key, $0.original) }) { first, _ in first })
  }

  /// Returns the text of a field.
  package func text(_ key: Field.Name) -> String { fields.first { $0.key == key }?.text.text ?? "" }
}

extension Form.Field {
  /// Makes a field for a setting.
  fileprivate init(_ key: Name, _ setting: PlaybackSettings.Setting) {
    let form = setting.key.form
    // `off` means the same as `false`.
    let names = (form.choices ?? []).filter { $0 != ShuffleAlgorithm.off.rawValue }
    self.init(key, setting.value.description, choices: (form.kinds.contains(.flag) ? ["true", "false"] : []) + names)
  }
}

/// An invalid value in a form.
struct FormError: Error {
  /// The field; `nil` if no field is wrong.
  let key: Form.Field.Name?
  let reason: String
}

extension Form {
  /// Whether the selected field has a list of values.
  var hasChoices: Bool { !fields[place].choices.isEmpty }

  /// Returns the change that the form describes; `nil` if it changes nothing.
  func change(taken: Set<Playlist.ID>) throws(FormError) -> BrowserEffect? {
    if case .tags(let podcast) = purpose { return changeOfTags(of: podcast).map(BrowserEffect.changeLibrary) }
    let operation = try operation(taken: taken)
    return operation.map { .change(BrowserEffect.Change($0, expecting: expectation)) }
  }

  private func operation(taken: Set<Playlist.ID>) throws(FormError) -> PlaylistOperation? {
    let name = text(.name).trimmingBlanks
    if let reason = Playlist.refusal(ofName: name) { throw FormError(key: .name, reason: reason) }
    switch purpose {
    case .create:
      let playlist = try Self.newPlaylist(name, in: try folder(), taken: taken)
      return .create(playlist.withDescription(text(.description).trimmingBlanks))
    case .update(let playlist):
      let edits = edits(of: playlist, name, try folder())
      return edits.isEmpty ? nil : .edit(playlist.id, edits)
    case .duplicate(let id):
      try Self.requireFreeID(for: name, taken)
      return .duplicate(id, name: name)
    case .tags: return nil
    }
  }

  private func changeOfTags(of podcast: Podcast.ID) -> BrowserEffect.LibraryRequest? {
    guard let field = fields.first else { return nil }
    func tags(in text: String) -> [String] {
      text.split(separator: ",").compactMap { String($0).trimmingBlanks.nonEmpty }.withoutRepetitions
    }
    let (old, new) = (tags(in: field.original), tags(in: field.text.text))
    let (added, removed) = (new.filter { !old.contains($0) }, old.filter { !new.contains($0) })
    return added.isEmpty && removed.isEmpty ? nil : .tags(podcast, added: added, removed: removed)
  }

  private func folder() throws(FormError) -> Folder {
    do throws(MixtapeError) {
      return try Folder(validating: text(.folder).trimmingBlanks)
    } catch {
      throw FormError(key: .folder, reason: "This folder is invalid")
    }
  }

  /// Returns a new playlist with an id that is made from its name.
  static func newPlaylist(
    _ name: String, in folder: Folder, taken: Set<Playlist.ID>
  ) throws(FormError) -> Playlist {
    if let reason = Playlist.refusal(ofName: name) { throw FormError(key: .name, reason: reason) }
    let id = try requireFreeID(for: name, taken)
    do throws(MixtapeError) {
      return try Playlist(id: id, folder: folder, name: name)
    } catch {
      throw FormError(key: .name, reason: "This name is invalid")
    }
  }

  /// Returns the id that is made from a name, if no playlist has it.
  @discardableResult
  private static func requireFreeID(for name: String, _ taken: Set<Playlist.ID>) throws(FormError) -> Playlist.ID {
    guard let id = Playlist.ID(suggestedBy: name) else {
      throw FormError(key: .name, reason: "No id can be made from this name; use letters or digits")
    }
    guard !taken.contains(id) else { throw FormError(key: .name, reason: "A playlist \(id) already exists") }
    return id
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

extension Playlist {
  /// Returns the reason why a text cannot be the name of a playlist; `nil` if it can.
  static func refusal(ofName name: String) -> String? {
    guard TitleRules.violation(in: name) != nil else { return nil }
    return name.isEmpty ? "A playlist needs a name" : "This name is invalid"
  }
}
