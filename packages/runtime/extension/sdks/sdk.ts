import type { Grant, Permissions } from "@svc/core/permission";

/** What an SDK needs, which a person is asked about in one line. */
export interface Sdk {
  /** What it is called in `--allow sdk:NAME`. */
  name: string;
  /** Its npm packages: a name, or `@scope/*`. What they and only they bring is asked for in its line. */
  packages: readonly string[];
  /** Those of them that read credentials: with their code it is asked for. All of them when absent. */
  signsIn?: readonly string[];
  /** What is asked for, in words for who grants it; absent where its entries are to be named. */
  says?: string;
  /** What is granted when a person agrees to it. */
  asks: Permissions;
  /** What its code also names, which is asked for when a run needs it, with when that is. */
  later: readonly Later[];
}

/** A permission that no pull asks for. */
export interface Later extends Grant {
  when: string;
}

/** True for a package that the list names: by its name, or as one of a scope. */
export function isListed(packages: readonly string[], name: string): boolean {
  return packages.some((one) =>
    one.endsWith("/*") ? name.startsWith(one.slice(0, -1)) : one === name
  );
}
