#include "CWithoutNetwork.h"

int mbedtls_x509_crt_parse_file(void *chain, const char *path) {
  (void)chain;
  (void)path;
  return 0;
}

#ifdef CLIBGIT2_LINKED

// Of these, only the starts and ends of the libraries are ever called, for which null is success.
#define FUNCTION(name) void *name(void) { return 0; }
#define CONSTANT(name) void *name;
#include "absent.inc"

#endif
