public import MixtapeModel
public import Testing

/// Expects an error with a code, about a subject if one is given, and returns it.
@discardableResult
public func expectError(
  _ code: MixtapeError.Code, _ subject: MixtapeError.Subject? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  from body: () throws -> Void
) -> MixtapeError? {
  let error = #expect(throws: MixtapeError.self, sourceLocation: sourceLocation, performing: body)
  guard let error else { return nil }
  #expect(error.code == code, sourceLocation: sourceLocation)
  if let subject { #expect(error.subject == subject, sourceLocation: sourceLocation) }
  return error
}

/// Expects a plan that changes nothing, and no change of playlists.
@discardableResult
func expectNoChange(
  _ manager: any PlaylistManaging, sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> PlaylistPlan
) throws -> PlaylistPlan {
  let plan = try expectSame(manager.all, sourceLocation, body)
  #expect(plan.changesNothing, sourceLocation: sourceLocation)
  return plan
}

/// Expects a plan that changes nothing, and no change of podcasts.
@discardableResult
func expectNoChange(
  _ manager: any PodcastManaging, sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> PodcastPlan
) throws -> PodcastPlan {
  let plan = try expectSame(manager.all, sourceLocation, body)
  #expect(plan.changesNothing, sourceLocation: sourceLocation)
  return plan
}

/// Expects an error with a code, and no change of playlists.
@discardableResult
func expectRefusal(
  _ code: MixtapeError.Code, _ subject: MixtapeError.Subject? = nil, by manager: any PlaylistManaging,
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) throws -> MixtapeError? {
  try expectSame(manager.all, sourceLocation) {
    expectError(code, subject, sourceLocation: sourceLocation, from: body)
  }
}

/// Expects an error with a code, and no change of podcasts.
@discardableResult
func expectRefusal(
  _ code: MixtapeError.Code, _ subject: MixtapeError.Subject? = nil, by manager: any PodcastManaging,
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) throws -> MixtapeError? {
  try expectSame(manager.all, sourceLocation) {
    expectError(code, subject, sourceLocation: sourceLocation, from: body)
  }
}

/// Expects that a function does not change the items of a manager.
func expectSame<Item: FileBacked, Result>(
  _ all: () throws -> [Item], _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) throws -> Result {
  let before = try all()
  let result = try body()
  #expect(try all() == before, sourceLocation: sourceLocation)
  return result
}

/// Expects listeners to receive exactly the given changes during `body`, without times.
///
/// Another playlist is created at the end, because the absence of further changes cannot be awaited: all changes
/// before it are compared.
func expectChanges(
  _ expected: [PlaylistChange], heardOf manager: any PlaylistManaging,
  sourceLocation: SourceLocation = #_sourceLocation,
  by body: () throws -> Void
) async throws {
  let listeners = [manager.changes(), manager.changes()]
  try body()
  let last = try manager.create(.fixture("the-last-one"))
  await expect(listeners, toHear: expected, before: .created(last.timeless), sourceLocation) { $0.timeless }
}

/// Expects listeners to receive exactly the given changes of podcasts during `body`.
func expectChanges(
  _ expected: [PodcastChange], heardOf manager: any PodcastManaging,
  sourceLocation: SourceLocation = #_sourceLocation,
  by body: () throws -> Void
) async throws {
  let listeners = [manager.changes(), manager.changes()]
  try body()
  let last = try Podcast.fixture("the-last-one")
  try manager.add(last)
  await expect(listeners, toHear: expected, before: .created(last), sourceLocation) { $0 }
}

private func expect<Change: Equatable & Sendable>(
  _ listeners: [AsyncStream<Change>], toHear expected: [Change], before last: Change,
  _ sourceLocation: SourceLocation, _ timeless: (Change) -> Change
) async {
  for listener in listeners {
    var heard: [Change] = []
    for await change in listener {
      if timeless(change) == last { break }
      heard.append(timeless(change))
    }
    #expect(heard == expected, sourceLocation: sourceLocation)
  }
}

/// Runs a function in several tasks at once, and returns the results in any order.
func inParallel<Result: Sendable>(
  count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: Result.self) { group in
    for number in 0..<count { group.addTask { try body(number) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
