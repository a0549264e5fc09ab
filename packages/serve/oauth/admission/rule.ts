import { SvcError } from "@svc/core/error";
import { SLUG } from "@svc/core/name";
import { isRole, type Role, roleAtLeast, ROLES } from "@svc/core/role";
import { ALL_RIGHTS, parseReadable, parseRunnable, type Rights } from "../../rights/rights.ts";

/** Whom a rule is about: one person by username, or the members of a collective with a least role. */
export type Group = { user: string } | { collective: string; role: Role };

/** What the people of a group may do. */
export interface Rule {
  group: Group;
  rights: Rights;
}

/** A rule as it stands in the configuration file, under `allow`. */
export interface WrittenRule {
  collective?: string | undefined;
  role?: string | undefined;
  user?: string | undefined;
  run?: readonly string[] | undefined;
  read?: readonly string[] | undefined;
}

/** Who may sign in, as the operator wrote it. */
export interface Admission {
  /** Values of `--allowed-collectives`: `acme`, or `tools:admin` for admins and owners. */
  collectives?: readonly string[];
  /** Values of `--allowed-users`: usernames. */
  users?: readonly string[];
  /** `allow` of the configuration file. */
  allow?: readonly WrittenRule[];
}

/** The rules of a server: who gets in, and what those may do. */
export interface Rules {
  /** Only these get in; everybody whom a rule is about when there are none. */
  gate: readonly Group[];
  rules: readonly Rule[];
}

/**
 * Reads who may sign in. Options alone let those people run everything; beside an `allow` list they
 * say who gets in, and the list says what each may do.
 *
 * @throws SvcError `usage` when nobody could sign in, or naming the entry that is wrong
 */
export function parseRules({ collectives = [], users = [], allow = [] }: Admission): Rules {
  const gate = [...collectives.map(parseCollective), ...users.map(parseUser)];
  if (gate.length === 0 && allow.length === 0) {
    throw new SvcError("usage", "Nobody could sign in: no collective and no user is allowed", {
      hint:
        "Allow some: --allowed-collectives <slug>[:<least role>] or --allowed-users <username>.",
    });
  }
  const rules = allow.length > 0
    ? allow.map(parseRule)
    : gate.map((group) => ({ group, rights: ALL_RIGHTS }));
  return { gate, rules };
}

/** Slugs of the collectives that anybody could be let in by. */
export function allowedCollectives({ gate, rules }: Rules): string[] {
  const groups = gate.length > 0 ? gate : rules.map(({ group }) => group);
  return [...new Set(groups.flatMap((group) => "collective" in group ? [group.collective] : []))];
}

function parseCollective(text: string): Group {
  const [collective = "", role = "member", ...more] = text.split(":");
  if (!SLUG.test(collective) || more.length > 0) throw noEntry(text, "<slug> or <slug>:<role>");
  return { collective, role: parseRole(role, text) };
}

function parseUser(text: string): Group {
  if (!SLUG.test(text)) throw noEntry(text, "a username");
  return { user: text };
}

function parseRole(role: string, entry: string): Role {
  if (isRole(role)) return role;
  throw noEntry(entry, `one of the roles ${ROLES.join(", ")}`);
}

function parseRule(written: WrittenRule, index: number): Rule {
  const { collective, role, user, run = [], read = [] } = written;
  const place = `allow[${index}]`;
  if ((collective === undefined) === (user === undefined)) {
    throw noEntry(place, "either 'collective' or 'user'");
  }
  if (user !== undefined && role !== undefined) {
    throw noEntry(place, "'role' with 'collective' only");
  }
  if (run.length === 0 && read.length === 0) throw noEntry(place, "'run', 'read' or both");
  const group = user === undefined
    ? parseCollective(`${collective}:${role ?? "member"}`)
    : parseUser(user);
  return { group, rights: { run: run.map(parseRunnable), read: read.map(parseReadable) } };
}

function noEntry(entry: string, expected: string): SvcError {
  return new SvcError("usage", `'${entry.slice(0, 80)}' does not say who may sign in`, {
    hint: `Write ${expected}.`,
  });
}

/** A person as the registry describes them. */
export interface Person {
  /** The registry's own id of the person; a username is for people. */
  sub: string;
  username: string;
  email: string;
  name: string;
  /** Their role in each of their collectives, by slug; an unknown role counts as no role. */
  roles: ReadonlyMap<string, string>;
}

/** What a person may do here: all that the rules about them say together. Undefined: not let in. */
export function rightsOf({ gate, rules }: Rules, person: Person): Rights | undefined {
  if (gate.length > 0 && !gate.some((group) => isIn(group, person))) return undefined;
  const about = rules.filter(({ group }) => isIn(group, person));
  if (about.length === 0) return undefined;
  return {
    run: about.flatMap(({ rights }) => rights.run),
    read: about.flatMap(({ rights }) => rights.read),
  };
}

function isIn(group: Group, { username, roles }: Person): boolean {
  if ("user" in group) return group.user === username;
  const role = roles.get(group.collective);
  return role !== undefined && isRole(role) && roleAtLeast(role, group.role);
}
