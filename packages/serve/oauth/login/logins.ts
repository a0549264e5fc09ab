import type { DatabaseSync } from "node:sqlite";
import type { Person } from "../admission/rule.ts";
import type { Grant } from "../provider/grant.ts";

/**
 * Logins of people: who, as the registry described them when it was last asked, and the provider's
 * tokens to ask it again with. Those are secrets that must be kept as they are; the file is the
 * operator's alone (0600).
 */
export const LOGIN_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS oauth_login (
    id TEXT PRIMARY KEY,
    sub TEXT NOT NULL,
    username TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    roles TEXT NOT NULL,
    access TEXT NOT NULL,
    access_until INTEGER NOT NULL,
    refresh TEXT,
    checked_at INTEGER NOT NULL,
    until INTEGER NOT NULL
  ) STRICT`,
];

/** A person who signed in once, by browser or by a device, and may be asked about again. */
export interface Login {
  id: string;
  person: Person;
  grant: Grant;
  /** When the registry was last asked who this is, in milliseconds since the epoch. */
  checkedAt: number;
  /** When the login ends whatever the registry says, in milliseconds since the epoch. */
  until: number;
}

/** The logins of a server. */
export interface Logins {
  add(login: Omit<Login, "id">): Login;
  /** Undefined for one that has ended. */
  get(id: string): Login | undefined;
  /** Those of a person, the last one first. */
  ofPerson(sub: string): Login[];
  /** Those that the registry was not asked about since `before`, the longest ago first. */
  due(before: number): Login[];
  update(id: string, change: Partial<Pick<Login, "person" | "grant" | "checkedAt">>): void;
  end(id: string): void;
  /** Forgets what has ended by time. */
  sweep(): void;
}

interface Row {
  id: string;
  sub: string;
  username: string;
  email: string;
  name: string;
  roles: string;
  access: string;
  access_until: number;
  refresh: string | null;
  checked_at: number;
  until: number;
}

/** Logins kept in the state of a server. */
export function openLogins(database: DatabaseSync, now: () => Date): Logins {
  const insert = database.prepare(
    `INSERT INTO oauth_login VALUES (:id, :sub, :username, :email, :name, :roles, :access,
      :access_until, :refresh, :checked_at, :until)
     ON CONFLICT (id) DO UPDATE SET username = :username, email = :email, name = :name,
      roles = :roles, access = :access, access_until = :access_until, refresh = :refresh,
      checked_at = :checked_at`,
  );
  const one = database.prepare("SELECT * FROM oauth_login WHERE id = ? AND until > ?");
  const ofPerson = database.prepare(
    "SELECT * FROM oauth_login WHERE sub = ? AND until > ? ORDER BY until DESC, id",
  );
  const due = database.prepare(
    "SELECT * FROM oauth_login WHERE checked_at <= ? AND until > ? ORDER BY checked_at",
  );
  const remove = database.prepare("DELETE FROM oauth_login WHERE id = ?");
  const sweep = database.prepare("DELETE FROM oauth_login WHERE until <= ?");
  const time = () => now().getTime();
  const find = (id: string) => {
    const row = one.get(id, time()) as unknown as Row | undefined;
    return row === undefined ? undefined : loginOf(row);
  };
  return {
    add(login) {
      const added = { ...login, id: crypto.randomUUID() };
      insert.run(rowOf(added));
      return added;
    },
    get: find,
    ofPerson: (sub) => (ofPerson.all(sub, time()) as unknown as Row[]).map(loginOf),
    due: (before) => (due.all(before, time()) as unknown as Row[]).map(loginOf),
    update(id, change) {
      const login = find(id);
      if (login !== undefined) insert.run(rowOf({ ...login, ...change }));
    },
    end: (id) => void remove.run(id),
    sweep: () => void sweep.run(time()),
  };
}

function rowOf({ id, person, grant, checkedAt, until }: Login) {
  const { sub, username, email, name, roles } = person;
  return {
    id,
    sub,
    username,
    email,
    name,
    roles: JSON.stringify([...roles]),
    access: grant.access,
    access_until: grant.accessUntil,
    refresh: grant.refresh ?? null,
    checked_at: checkedAt,
    until,
  };
}

function loginOf(row: Row): Login {
  const { id, sub, username, email, name } = row;
  return {
    id,
    person: { sub, username, email, name, roles: new Map(JSON.parse(row.roles)) },
    grant: {
      access: row.access,
      accessUntil: row.access_until,
      refresh: row.refresh ?? undefined,
    },
    checkedAt: row.checked_at,
    until: row.until,
  };
}
