#pragma once
#include <git2.h>

// `git_libgit2_opts` takes variable arguments, which Swift cannot call. Each option used gets a function of its own.

static inline int clibgit2_enable_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/// A null path restores the built-in search path; an empty one searches nowhere.
static inline int clibgit2_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
}
