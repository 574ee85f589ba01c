import ArgumentParser
import MixtapePlayer

extension PlayerServiceName: ExpressibleByArgument {}

/// The options that mpv gets in addition to those of Mixtape.
struct MPVOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Option for mpv, such as --mpv-option=--audio-device=pulse; may be repeated.", valueName: "option"))
  var mpvOption: [String] = []

  /// Refuses options for a service that does not use mpv.
  ///
  /// - Throws: `ValidationError` if there are options, and another service plays.
  func validate(for service: PlayerServiceName?) throws {
    if !mpvOption.isEmpty, service == .simulator { throw ValidationError("--mpv-option requires --service mpv") }
  }
}
