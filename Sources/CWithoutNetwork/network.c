#include "CWithoutNetwork.h"

int __wrap_git_mbedtls_stream_global_init(void) { return 0; }

// The functions of libssh2 and of Kerberos that libgit2 refers to. Mixtape calls none of them but the start and the end of
// libssh2, for which 0 is success.
#define ABSENT(name) \
  void *name(void) { return 0; }

ABSENT(gss_delete_sec_context)
ABSENT(gss_display_status)
ABSENT(gss_import_name)
ABSENT(gss_indicate_mechs)
ABSENT(gss_init_sec_context)
ABSENT(gss_release_buffer)
ABSENT(gss_release_name)
ABSENT(gss_release_oid_set)
ABSENT(libssh2_agent_connect)
ABSENT(libssh2_agent_disconnect)
ABSENT(libssh2_agent_free)
ABSENT(libssh2_agent_get_identity)
ABSENT(libssh2_agent_init)
ABSENT(libssh2_agent_list_identities)
ABSENT(libssh2_agent_userauth)
ABSENT(libssh2_channel_close)
ABSENT(libssh2_channel_free)
ABSENT(libssh2_channel_open_ex)
ABSENT(libssh2_channel_process_startup)
ABSENT(libssh2_channel_read_ex)
ABSENT(libssh2_channel_set_blocking)
ABSENT(libssh2_channel_write_ex)
ABSENT(libssh2_exit)
ABSENT(libssh2_hostkey_hash)
ABSENT(libssh2_init)
ABSENT(libssh2_knownhost_checkp)
ABSENT(libssh2_knownhost_free)
ABSENT(libssh2_knownhost_init)
ABSENT(libssh2_knownhost_readfile)
ABSENT(libssh2_session_abstract)
ABSENT(libssh2_session_disconnect_ex)
ABSENT(libssh2_session_free)
ABSENT(libssh2_session_handshake)
ABSENT(libssh2_session_hostkey)
ABSENT(libssh2_session_init_ex)
ABSENT(libssh2_session_last_error)
ABSENT(libssh2_session_method_pref)
ABSENT(libssh2_session_set_blocking)
ABSENT(libssh2_userauth_authenticated)
ABSENT(libssh2_userauth_keyboard_interactive_ex)
ABSENT(libssh2_userauth_list)
ABSENT(libssh2_userauth_password_ex)
ABSENT(libssh2_userauth_publickey)
ABSENT(libssh2_userauth_publickey_fromfile_ex)
ABSENT(libssh2_userauth_publickey_frommemory)

void *GSS_C_NT_HOSTBASED_SERVICE;

// Stands in for functions of ICU and liblzma that libxml2 refers to, by the options in scripts/build. A converter of ICU that
// is null means that ICU has no such encoding.
void *mixtape_absent(void) { return 0; }
