import FileSystem
import ListeningSession
import SystemPackage

/// The program that shows a player on the session bus, for the keys and the widgets of desktops.
struct SessionBusProgram {
  private let process: SpawnedProcess

  /// Starts the program; `nil` without a session bus, and if the program is missing or cannot be started. The player does
  /// not need it.
  init?(showing server: PlayerControlServer, in context: CommandContext) {
    guard context.variable("DBUS_SESSION_BUS_ADDRESS") != nil else { return nil }
    let program = LibexecProgram.mpris.path(in: context)
    guard FileAccess.isExecutable(program) else { return nil }
    do throws(Errno) {
      let connection: ConnectedSocket
      (process, connection) = try SpawnedProcess.connected(program, environment: context.environment)
      // The server closes the connection.
      server.serve(connection)
    } catch {
      return nil
    }
  }

  /// Ends the program, which has nothing to save.
  func end() {
    process.end()
    do throws(Errno) { _ = try process.wait() } catch {
      // Nobody needs its status.
    }
  }
}
