import MixtapeModel
import MixtapeStore

/// The templates of the program and of the store. A template of the store replaces a built-in one with the same name.
struct Templates {
  /// All templates, sorted by name.
  let all: [Template]

  /// Collects the templates of Mixtape and of a store.
  ///
  /// - Throws: The errors of reading the store's own templates.
  init(of store: Store) throws(MixtapeError) {
    let own = try store.templates()
    let names = Set(own.map(\.name))
    all = (own + Self.builtIn.filter { !names.contains($0.name) }).sorted { $0.name < $1.name }
  }

  /// Returns the template with a name.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing names as candidates.
  func template(named name: String) throws(MixtapeError) -> Template {
    if let template = all.first(where: { $0.name == name }) { return template }
    throw MixtapeError(.notFound, .text(name), candidates: all.map(\.name))
  }

  /// The templates of the program: the files of the folder `Templates` at build time.
  static let builtIn: [Template] = [
    Template(name: "bedtime", source: PackageResources.bedtime_toml),
    Template(name: "best-sound", source: PackageResources.best_sound_toml),
    Template(name: "commute", source: PackageResources.commute_toml),
    Template(name: "deep-cuts", source: PackageResources.deep_cuts_toml),
    Template(name: "empty", source: PackageResources.empty_toml),
    Template(name: "focus", source: PackageResources.focus_toml),
    Template(name: "long-listens", source: PackageResources.long_listens_toml),
    Template(name: "most-played", source: PackageResources.most_played_toml),
    Template(name: "not-played-in-a-month", source: PackageResources.not_played_in_a_month_toml),
    Template(name: "one-genre", source: PackageResources.one_genre_toml),
    Template(name: "recently-added", source: PackageResources.recently_added_toml),
    Template(name: "short-episodes", source: PackageResources.short_episodes_toml),
    Template(name: "tempo-range", source: PackageResources.tempo_range_toml),
    Template(name: "top-rated", source: PackageResources.top_rated_toml),
    Template(name: "unfinished-series", source: PackageResources.unfinished_series_toml),
    Template(name: "workout", source: PackageResources.workout_toml),
  ]
}
