import ArgumentParser
import MixtapePlayer

extension PlayerServiceName: ExpressibleByArgument {}

/// The options that mpv gets in addition to those of Mixtape.
struct MPVOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Option for mpv, such as --mpv-option audio-device=pulse; may be repeated.", valueName: "option"))
  var mpvOption: [String] = []

  /// The options as mpv reads them: their dashes may be left out.
  var arguments: [String] { mpvOption.map { $0.hasPrefix("-") ? $0 : "--\($0)" } }

  /// Refuses options for a service that does not use mpv.
  ///
  /// - Throws: `ValidationError` if there are options, and another service plays.
  func validate(for service: PlayerServiceName?) throws {
    if mpvOption.contains(where: \.isBlank) { throw ValidationError("the option for mpv is empty") }
    if !mpvOption.isEmpty, service == .simulator { throw ValidationError("--mpv-option requires --service mpv") }
  }
}
