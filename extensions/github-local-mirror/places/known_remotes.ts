import { PlatformFailure } from "../../platform/failure.ts";
import { checkedAddress } from "./address.ts";
import { folded } from "./folder.ts";

/** What begins the name of a contributor's fork, which the worktree methods make. */
const FORK = "fork-";

/**
 * The remotes to set beside the mirror's own, by name.
 *
 * @param own name of the mirror's own remote
 * @throws PlatformFailure `refused` for a name that is taken, or is not a name, and for an address that is
 *   not allowed
 */
export function checkedRemotes(
  own: string,
  known: Readonly<Record<string, string>>,
): Map<string, string> {
  assertFree(own);
  const seen = new Set([folded(own)]);
  const remotes = new Map<string, string>();
  for (const [name, address] of Object.entries(known)) {
    assertFree(name);
    if (seen.has(folded(name))) throw refused(name, "there is a remote of that name");
    seen.add(folded(name));
    remotes.set(name, checkedAddress(`The address of the remote '${name}'`, address).text);
  }
  return remotes;
}

function assertFree(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || /\.\.|\.lock$|\.$/.test(name)) {
    throw refused(name, "it is not a name of a remote");
  }
  if (folded(name) === "pull" || folded(name).startsWith(FORK)) {
    throw refused(name, `'pull' and names that begin with '${FORK}' are the mirror's own`);
  }
}

function refused(name: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `The remote ${JSON.stringify(name.slice(0, 80))}: ${reason}`,
    hint: "Correct 'gitRemote' or 'knownRemotes'",
  });
}
