#include "CLibgit2.h"
#include <git2/sys/odb_backend.h>

#if defined(__linux__) && !defined(CLIBGIT2_LINKED)

#include <dlfcn.h>

// Each function of `functions.inc` is defined here under its own name, and passes its arguments on to the library's.

#define FUNCTION(result, name, parameters, arguments) static result(*name##_in_library) parameters;
#include "functions.inc"
#undef FUNCTION

#define FUNCTION(result, name, parameters, arguments) \
  result name parameters { return name##_in_library arguments; }
#include "functions.inc"
#undef FUNCTION

static int (*set_option)(int option, ...);

static const char *find(void *library, const char *name, void **function) {
  *function = dlsym(library, name);
  return *function ? 0 : dlerror();
}

const char *clibgit2_load(void) {
  // The name that the headers give the library of their version.
  void *library = dlopen("libgit2.so." LIBGIT2_SOVERSION, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
  const char *failure = find(library, "git_libgit2_opts", (void **)&set_option);
#define FUNCTION(result, name, parameters, arguments) \
  if (!failure) failure = find(library, #name, (void **)&name##_in_library);
#include "functions.inc"
#undef FUNCTION
  return failure;
}

bool clibgit2_needs_loading(void) { return true; }

#else

#define set_option git_libgit2_opts

const char *clibgit2_load(void) { return 0; }

bool clibgit2_needs_loading(void) { return false; }

#endif

int clibgit2_enable_fsync(int enabled) {
  return set_option(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

int clibgit2_enable_strict_hash_verification(int enabled) {
  return set_option(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

int clibgit2_set_search_path(git_config_level_t level, const char *path) {
  return set_option(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
}

int clibgit2_backend_write(
    git_odb_backend *backend, const git_oid *id, const void *data, size_t length, git_object_t type) {
  return backend->write(backend, id, data, length, type);
}

int clibgit2_freshen(git_odb *database, const git_oid *id) {
  size_t count = git_odb_num_backends(database);
  for (size_t position = 0; position < count; position++) {
    git_odb_backend *backend;
    int failure = git_odb_get_backend(&backend, database, position);
    if (failure) return failure;
    if (backend->freshen && backend->freshen(backend, id) == 0) return 0;
  }
  return GIT_ENOTFOUND;
}

void clibgit2_backend_free(git_odb_backend *backend) { backend->free(backend); }
