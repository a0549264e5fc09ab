/**
 * The tables of the catalog, as SQLite keeps their text: an index file whose tables read otherwise was
 * made by another version of svc, or by a stranger.
 *
 * `stamp` is what the file system said of the folder or file when it was read; empty when it may still
 * change without a trace.
 */
export const TABLES: readonly string[] = [
  `CREATE TABLE file (inode TEXT NOT NULL) STRICT`,
  `CREATE TABLE owner (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  definition TEXT NOT NULL,
  stamp TEXT NOT NULL,
  UNIQUE (type, definition)
) STRICT`,
  `CREATE TABLE item (
  owner INTEGER NOT NULL,
  name TEXT NOT NULL,
  stamp TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE version (
  owner INTEGER NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  isLatest INTEGER NOT NULL,
  isDeleted INTEGER NOT NULL,
  expires INTEGER,
  createdAt TEXT NOT NULL,
  specName TEXT NOT NULL,
  dataType TEXT NOT NULL,
  contentType TEXT NOT NULL,
  lifetime TEXT NOT NULL,
  tags TEXT NOT NULL,
  size INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  PRIMARY KEY (owner, name, version)
) STRICT, WITHOUT ROWID`,
  `CREATE INDEX newest ON version (owner, isLatest, name, isDeleted, expires, dataType)`,
  `CREATE INDEX written ON version (owner, isLatest, specName, name)`,
];
