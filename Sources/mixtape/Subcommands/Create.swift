import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct Create: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a playlist.",
    discussion: """
      The id is also the file name. It is made from the name, unless --id is given. A template provides \
      rules, settings and comments. Templates in the folder templates/ of the store replace built-in ones of the \
      same name.

      With --where, --search or a template with rules, the playlist is smart: the episodes found by its rules follow \
      the hand-picked ones. --build asks for rules step by step; Ctrl-D or Ctrl-C cancels.

      Examples:
        mixtape create "Evening Walk" --episode daily-byte/2026-11-18
        mixtape create "Fresh" --template recently-added --folder smart
        mixtape create "Lunch Break" --where 'duration < 20 min' --limit "2 h"
        mixtape create --list-templates
      """)

  @Argument(help: "The display name.")
  var name: String?

  @Option(help: "The id (default: made from the name).")
  var id: String?

  @Option(help: ArgumentHelp("A description.", valueName: "text"))
  var description: String?

  @Option(help: "The folder of the playlist (default: the top).")
  var folder: FolderArgument?

  @Option(help: "The template to start from.", completion: .ofStore { $0.templates($1) })
  var template: String?

  @Option(help: ArgumentHelp("An episode to add; may be repeated.", valueName: "episode"))
  var episode: [EpisodeArgument] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("A rule that finds episodes; may be repeated.", valueName: "rule"))
  var rules: [RuleArgument] = []

  @OptionGroup var absence: MissingOptions

  @OptionGroup var criteria: CriteriaOptions

  @Flag(help: "Ask for rules step by step.")
  var build = false

  @Flag(help: "List the templates instead.")
  var listTemplates = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if name == nil && !listTemplates && !build { throw ValidationError("a name is required") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if listTemplates { return try list(try Templates(of: store), in: session) }
    let start = try template.map { try Templates(of: store).template(named: $0) }
    guard let playlist = try playlist(from: start, of: store, in: session) else {
      session.remark("No playlist was created.")
      return .nothingToDo
    }
    try playlist.criteria.requireEffect(of: try criteria.edits().map(\.key))
    let given = try rules.map { try $0.condition.rule }
    try session.warnOfDoubtful(rules)
    try session.check(playlist.criteria.conditions?.map(\.rule) ?? [], given: given, of: playlist.id, in: store)
    try session.refuseMistyped(try episode.elements(in: session), unless: absence.missing, in: store)
    try session.warnOfMissing(playlist.episodes, in: store)
    let plan = try store.change(.create(playlist), startingFrom: start.map { [$0] } ?? [])
    return try session.present(plan, of: store)
  }

  /// Returns the new playlist, with rules from the dialogue; `nil` if the user cancelled.
  private func playlist(
    from template: Template?, of store: Store, in session: Session
  ) throws -> Playlist? {
    guard let name = try name ?? session.askForName() else { return nil }
    let playlist = try playlist(named: name, from: template, in: session)
    guard build else { return playlist }
    var dialogue = CriteriaDialogue(playlist.criteria, in: store, session)
    return try dialogue.run().map { playlist.withCriteria(try playlist.criteria.applying($0)) }
  }

  private func playlist(named name: String, from template: Template?, in session: Session) throws -> Playlist {
    let id = try self.id.map(Playlist.ID.init(validating:)) ?? Self.suggestedID(for: name)
    let folder = try self.folder?.folder ?? .top
    let start = try template?.playlist(id: id, folder: folder) ?? Playlist(id: id, folder: folder, name: name)
    var playlist = try start.withName(name)
    if let description { playlist = playlist.withDescription(description) }
    let episodes = try episode.map { try $0.id(in: session) }
    let rules = try rules.map { CriteriaEdit.add(try $0.condition) }
    playlist = playlist.withCriteria(try start.criteria.applying(try criteria.edits() + rules))
    return playlist.withEpisodes(start.episodes + episodes.filter { !start.episodes.contains($0) }.withoutRepetitions)
  }

  static func suggestedID(for name: String) throws(MixtapeError) -> Playlist.ID {
    if let violation = TitleRules.violation(in: name) {
      throw MixtapeError(.invalidName, .text(name), cause: violation)
    }
    guard let id = Playlist.ID(suggestedBy: name) else { throw MixtapeError(.noIDInName, .text(name)) }
    return id
  }

  private func list(_ templates: Templates, in session: Session) throws -> ExitStatus {
    for report in templates.all.compactMap(\.errorReport) { session.reporter.warn(ofTemplate: report) }
    session.print(json: .array(templates.all.map { ["name": .string($0.name), "summary": .string($0.summary)] })) {
      var table = TextTable(freeText: [1])
      for template in templates.all { table.append(StyledText(template.name, .bold), StyledText(template.summary)) }
      session.print(table.lines(within: session.width))
    }
    return .done
  }
}
