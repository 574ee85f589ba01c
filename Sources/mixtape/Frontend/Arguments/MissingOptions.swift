import ArgumentParser

/// The option for episodes that the library does not have.
struct MissingOptions: ParsableArguments {
  @Flag(help: "Add an episode that is missing from the library even if its id is near to another one.")
  var missing = false
}
