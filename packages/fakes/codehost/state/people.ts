/** What an account is. */
export type Kind = "User" | "Bot" | "Mannequin" | "Organization";

/** An account that can do nothing here but be named. */
export interface Person {
  login: string;
  id: number;
  kind: Kind;
}

/** Accounts beside those that the host's tokens act as. */
export interface People {
  /** Makes an account known, with a login that nobody has yet. */
  add(login: string, kind?: Kind): Person;
  find(login: string): Person | undefined;
  /** Deletes any account: what it wrote is shown as that of `ghost`, or of nobody. */
  remove(login: string, shown: "ghost" | "nobody"): void;
  /** How what a deleted account wrote is shown. */
  removed(login: string): "ghost" | "nobody" | undefined;
}

/** The account that the platform shows in place of a deleted one. */
export const GHOST: Person = { login: "ghost", id: 10_137, kind: "User" };

/** No other accounts yet. */
export function createPeople(): People {
  const people = new Map<string, Person>([[GHOST.login, GHOST]]);
  const gone = new Map<string, "ghost" | "nobody">();
  return {
    add(login, kind = "User") {
      const person = { login, kind, id: 1_000_000 + people.size };
      people.set(login.toLowerCase(), person);
      return person;
    },
    find: (login) => people.get(login.toLowerCase()),
    remove: (login, shown) => void gone.set(login.toLowerCase(), shown),
    removed: (login) => gone.get(login.toLowerCase()),
  };
}
