internal import FileSystem
internal import SystemPackage

/// How mpv is started.
struct MPVProgram {
  /// Where it is looked for, in `PATH`, and what it gets.
  let environment: [String: String]
  /// Options of whoever starts Mixtape.
  let options: [String]

  /// Starts mpv, which listens to one end of a connection that has no name: nobody else can speak to it, and it ends when
  /// the other end is closed, however this process ends.
  func start() throws(MusicServiceError) -> (ConnectedSocket, MPVProcess) {
    guard let program = InstalledProgram.path(of: "mpv", in: environment) else {
      throw .unavailable("mpv is not installed, or not in $PATH; see https://mpv.io/installation")
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

  /// What makes mpv play sounds, and nothing else than what it is told. Decision 29 says why for each.
  static let options = [
    "--no-config", "--idle=yes", "--input-ipc-client=fd://0", "--audio-client-name=mixtape",
    // Words for us alone, and only when something is wrong.
    "--terminal=yes", "--input-terminal=no", "--msg-level=all=error",
    // Sound alone, without windows, pictures and texts.
    "--no-video", "--sid=no", "--audio-display=no", "--force-window=no", "--osc=no", "--load-stats-overlay=no",
    "--input-default-bindings=no", "--no-resume-playback", "--keep-open=no",
    // No other programs, and no other files than the one that was asked for.
    "--load-scripts=no", "--no-ytdl", "--autoload-files=no", "--access-references=no",
    // Nothing but sound over nothing but HTTP: no lists, no scripts of cuts, no archives; no redirection to elsewhere.
    "--demuxer=lavf", "--demuxer-lavf-o=format_whitelist=[\(formats.joined(separator: ","))]",
    "--stream-lavf-o=protocol_whitelist=[http,https,httpproxy,tcp,tls]",
  ]

  /// Where systems keep the certificates that they trust, and FFmpeg finds them only with some TLS libraries.
  private static let certificateFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// What makes mpv check certificates of servers, where there is something to check them by. `SSL_CERT_FILE` names
  /// other certificates, as it does for OpenSSL.
  static func verification(in environment: [String: String]) -> [String] {
    let files = environment["SSL_CERT_FILE"].map { [$0] } ?? certificateFiles
    guard let file = files.first(where: { FileAccess.isReadable(FilePath($0)) }) else { return [] }
    return ["--tls-verify=yes", "--tls-ca-file=\(file)"]
  }

  /// What FFmpeg calls the formats of sound that people have.
  private static let formats = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "caf", "dsf", "eac3", "flac", "matroska", "mov", "mp3", "mpc",
    "mpc8",
    "ogg", "tta", "w64", "wav", "wv",
  ]
}
