internal import MixtapeModel
internal import MixtapeStore

extension PositionKeeper {
  /// Looks up the podcasts of episodes in a library, unless they are known.
  ///
  /// - Throws: Errors of ``Store/kinds(of:)``.
  func lookUp(_ episodes: [Episode], in store: Store) throws(MixtapeError) {
    let unknown = unknown(of: episodes)
    if !unknown.isEmpty { record(try store.kinds(of: unknown)) }
  }
}
