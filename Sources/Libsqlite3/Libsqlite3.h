#pragma once
#include <sqlite3.h>

/// Makes text in double quotes a name in each case. Otherwise SQLite takes it for a string if there is no column of that name.
static inline void mixtape_refuse_double_quoted_strings(sqlite3 *connection) {
  // Swift does not import functions with a variable number of arguments.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}
