public import MixtapeModel
public import Testing

/// Expects an error of a code, about a subject where one is given, and returns it for a closer look.
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

/// Expects a plan that changes nothing, and no playlist changed.
@discardableResult
func expectNoChange(
  _ manager: any PlaylistManaging, sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> PlaylistPlan
) throws -> PlaylistPlan {
  let before = try manager.all()
  let plan = try body()
  #expect(plan.changesNothing, sourceLocation: sourceLocation)
  #expect(try manager.all() == before, sourceLocation: sourceLocation)
  return plan
}

/// Expects an error of a code, and no playlist changed.
@discardableResult
func expectRefusal(
  _ code: MixtapeError.Code, _ subject: MixtapeError.Subject? = nil, by manager: any PlaylistManaging,
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) throws -> MixtapeError? {
  let before = try manager.all()
  let error = expectError(code, subject, sourceLocation: sourceLocation, from: body)
  #expect(try manager.all() == before, sourceLocation: sourceLocation)
  return error
}

/// Expects listeners to hear exactly some changes, times aside, of what `body` does.
///
/// Silence cannot be waited for, so one more playlist is made at the end: what a listener hears before it is all there
/// was.
func expectChanges(
  _ expected: [PlaylistChange], heardOf manager: any PlaylistManaging,
  sourceLocation: SourceLocation = #_sourceLocation,
  by body: () throws -> Void
) async throws {
  let listeners = [manager.changes(), manager.changes()]
  try body()
  let last = try manager.create(.fixture("the-last-one"))
  for listener in listeners {
    let heard = await listener.prefix { $0.timeless != .created(last.timeless) }.reduce(into: []) {
      $0.append($1.timeless)
    }
    #expect(heard == expected, sourceLocation: sourceLocation)
  }
}
