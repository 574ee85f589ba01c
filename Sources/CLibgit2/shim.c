#include "CLibgit2.h"
#include <git2/sys/odb_backend.h>

int clibgit2_enable_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

int clibgit2_enable_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

int clibgit2_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
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
