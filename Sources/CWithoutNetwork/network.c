#include "CWithoutNetwork.h"

#ifdef CLIBGIT2_LINKED

int __wrap_git_mbedtls_stream_global_init(void) { return 0; }

// Of these, only the starts and ends of the libraries are ever called, for which null is success.
#define FUNCTION(name) void *name(void) { return 0; }
#define CONSTANT(name) void *name;
#include "absent.inc"

#else

int mbedtls_x509_crt_parse_file(void *chain, const char *path) {
  (void)chain;
  (void)path;
  return 0;
}

#endif
