/**
 * The registry's log (reference trust 4.3). Times are ISO 8601 UTC text, bytes base64: both engines
 * have the same.
 */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    log_pending: LogPendingTable;
    log_leaf: LogLeafTable;
    log_tile: LogTileTable;
    log_head: LogHeadTable;
    log_witness: LogWitnessTable;
    log_person: LogPersonTable;
  }
}

/** What an entry is of, for those who may read it. */
interface Subject {
  /** A `LeafKind`; never `sealed`. */
  kind: string;
  /** 32 random bytes; null of an entry that everybody reads, empty of one that nobody can any more. */
  salt: string | null;
  collective_id: string | null;
  extension_id: string | null;
  version: string | null;
  /** The event of the audit log that it tells. */
  event_id: string | null;
}

/** An event that has no place in the log yet: written by the event's own transaction. */
interface LogPendingTable extends Subject {
  /** In the order they were written. */
  id: string;
  at: string;
  /** The leaf, as everybody would read it. */
  body: string;
}

/** An entry of the log. */
interface LogLeafTable extends Subject {
  epoch: number;
  idx: number;
  /** What is logged. */
  entry: string;
  /** What a sealed entry commits to; null of others, and of those that nobody can read any more. */
  body: string | null;
}

/** Hashes of the tree (c2sp.org/tlog-tiles); of one that is not full as many as there are. */
interface LogTileTable {
  epoch: number;
  level: number;
  n: number;
  width: number;
  bytes: string;
}

/** The log as it stands, one row an epoch. Whoever numbers entries locks the last. */
interface LogHeadTable {
  epoch: number;
  /** Its address without scheme. */
  origin: string;
  size: number;
  root: string;
  /** The signed head. */
  checkpoint: string;
  signed_at: string;
  begun_at: string;
  /** Up to which time of publication the versions from before are logged; null when all are. */
  backfilled: string | null;
}

/** What a witness last said. */
interface LogWitnessTable {
  name: string;
  vkey: string;
  url: string;
  /** Of the head that it cosigned; the size that it told when it refused. */
  size: number;
  /** Its signature line. */
  cosignature: string | null;
  error: string | null;
}

/** The key by which a person is known in the leaves of one collective. It goes with the account. */
interface LogPersonTable {
  user_id: string;
  key: string;
}
