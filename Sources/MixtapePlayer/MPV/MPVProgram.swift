internal import FileSystem
internal import SystemPackage

/// The program `mpv` and its options.
struct MPVProgram {
  /// The environment of mpv. Its `PATH` is searched for the program.
  let environment: [String: String]
  /// Additional options, from the user of Mixtape.
  let options: [String]

  /// Starts mpv on one end of a socket pair. No other process can connect to it, and mpv exits when the other end is
  /// closed, also if this process is killed.
  func start() throws(MusicServiceError) -> (ConnectedSocket, MPVProcess) {
    guard let program = InstalledProgram.path(of: "mpv", in: environment) else {
      throw .unavailable("mpv is not installed or not in PATH; see https://mpv.io/installation")
    }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { theirs.close() }
      do throws(Errno) {
        let arguments = Self.options + Self.verification(in: environment) + options
        return (ours, try MPVProcess(program.string, arguments, environment: environment, on: theirs, closing: ours))
      } catch {
        ours.close()
        throw error
      }
    } catch {
      throw .unavailable("mpv cannot be started: \(error)")
    }
  }

  /// The options that restrict mpv to playing sound on command. Decision 29 gives the reason for each.
  static let options = [
    "--no-config", "--idle=yes", "--input-ipc-client=fd://0", "--audio-client-name=mixtape",
    // Only errors on the output, which Mixtape reads.
    "--terminal=yes", "--input-terminal=no", "--msg-level=all=error",
    // Only sound: no windows, pictures and subtitles.
    "--no-video", "--sid=no", "--audio-display=no", "--force-window=no", "--osc=no", "--load-stats-overlay=no",
    "--input-default-bindings=no", "--no-resume-playback", "--keep-open=no",
    // No other programs, and no other files.
    "--load-scripts=no", "--no-ytdl", "--autoload-files=no", "--access-references=no",
    // Only formats of sound and only HTTP: no playlists, edit lists or archives, and no redirects to other protocols.
    "--demuxer=lavf", "--demuxer-lavf-o=format_whitelist=[\(formats.joined(separator: ","))]",
    "--stream-lavf-o=protocol_whitelist=[http,https,httpproxy,tcp,tls]",
  ]

  /// The usual paths of a system's trusted certificates. FFmpeg finds them only with some TLS libraries.
  private static let certificateFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// Returns the options that make mpv verify certificates of servers, if there is a file with trusted certificates.
  /// `SSL_CERT_FILE` names another such file, as for OpenSSL.
  static func verification(in environment: [String: String]) -> [String] {
    let files = environment["SSL_CERT_FILE"].map { [$0] } ?? certificateFiles
    guard let file = files.first(where: { FileAccess.isReadable(FilePath($0)) }) else { return [] }
    return ["--tls-verify=yes", "--tls-ca-file=\(file)"]
  }

  /// FFmpeg's names of the allowed formats of sound.
  private static let formats = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "caf", "dsf", "eac3", "flac", "matroska", "mov", "mp3", "mpc",
    "mpc8", "ogg", "tta", "w64", "wav", "wv",
  ]
}
