/** What an account is. */
export type Kind = "User" | "Bot" | "Mannequin" | "Organization";

/** A person, a bot or an organization. */
export interface Account {
  login: string;
  id: number;
  kind: Kind;
  /** The people of an organization. */
  members: Map<string, "admin" | "member">;
  /** Those of them who show it to everybody. */
  publicMembers: Set<string>;
}

/** An organization with the people in it. */
export interface OrganizationSeed {
  login: string;
  members: readonly { login: string; role: "admin" | "member" }[];
}

/** The accounts of the host. */
export interface People {
  /** Makes an account known; one of that login stays as it is. */
  add(login: string, kind?: Kind): Account;
  find(login: string): Account | undefined;
  /** The organizations that somebody is a member of. */
  organizationsOf(login: string): Account[];
  /** Deletes an account: what it wrote is shown as that of `ghost`. */
  remove(login: string): void;
}

/** The account that the platform shows in place of a deleted one. */
export const GHOST = "ghost";

/** No accounts yet but the ghost. */
export function createPeople(): People {
  const people = new Map<string, Account>();
  const add = (login: string, kind: Kind, id: number) => {
    const account = { login, kind, id, members: new Map(), publicMembers: new Set<string>() };
    people.set(login.toLowerCase(), account);
    return account;
  };
  const ghost = add(GHOST, "User", 10_137);
  return {
    add: (login, kind = "User") => people.get(login.toLowerCase()) ?? add(login, kind, people.size),
    find: (login) => people.get(login.toLowerCase()),
    organizationsOf: (login) => [...people.values()].filter(({ members }) => members.has(login)),
    remove: (login) => void people.set(login.toLowerCase(), ghost),
  };
}
