import FileSystem
import MPRIS

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The program that shows a player on the session bus. It is separate, so that `mixtape` does not load libsystemd.
@main enum MixtapeMPRIS {
  static func main() {
    CompanionProgram.prepare("mixtape-mpris", purpose: "to show a player on the session bus")
    var connection = PlayerConnection()
    do {
      // The interfaces are on the bus only once they have values.
      let player = try connection.firstState()
      let bus = try SessionBus()
      try bus.requestName(
        "org.mpris.MediaPlayer2.mixtape", orElse: "org.mpris.MediaPlayer2.mixtape.instance\(getpid())")
      let loop = BusLoop(connection, player, bus)
      try loop.run()
    } catch is PlayerConnection.Closed {
      exit(0)
    } catch {
      exit(EX_UNAVAILABLE)
    }
  }
}
