import MixtapeModel

/// Episodes that a person or a program gave: as arguments, and on standard input where an argument is `-`.
struct EpisodeList {
  private(set) var ids: [Episode.ID] = []

  /// - Throws: ``MixtapeError/Code/invalidID`` for an argument, a ``CommandFailure`` with its place for a line.
  init(_ arguments: [EpisodeArgument], input: any TextInput) throws {
    for argument in arguments {
      if argument.text == "-" { try append(from: input) } else { ids.append(try argument.id) }
    }
  }

  private mutating func append(from input: any TextInput) throws {
    var number = 0
    while let line = try input.readLine() {
      number += 1
      let text = line.trimmingBlanks
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(MixtapeError) {
        ids.append(try Episode.ID(validating: text))
      } catch {
        throw CommandFailure(
          .invalid, code: error.code.rawValue,
          "standard input, line \(number): \(ErrorPresenter.problem(for: error).message)")
      }
    }
  }
}
