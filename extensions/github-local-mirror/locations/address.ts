import { PlatformFailure } from "../../platform/failure.ts";
import { isLoopback } from "../../platform/loopback.ts";
import { folded } from "./folder.ts";

/** An address that git may be given. */
export interface Address {
  /** As git gets it. */
  text: string;
  /** `https:`, `ssh:`, `file:`, or `http:` for loopback. */
  protocol: string;
  /** With the port; empty for a file. */
  host: string;
  path: string;
}

/** `user@host:path`, as git and the platform write it. */
const SHORT_SSH = /^([A-Za-z0-9][A-Za-z0-9_.-]*)@([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)(.+)$/;

/**
 * An address of a repository, looked at: it runs nothing, and holds no password that would be kept in
 * a file.
 *
 * @param argument what names it, for messages
 * @throws PlatformFailure `refused`, without the address when it may hold a password
 */
export function checkedAddress(argument: string, text: string): Address {
  if (/[\s\p{C}]/u.test(text) || text.length > 1024) {
    throw refusedAddress(argument, "contains a space or an invisible character, or is too long");
  }
  const short = SHORT_SSH.exec(text);
  if (short) return { text, protocol: "ssh:", host: short[2]!.toLowerCase(), path: short[3]! };
  const url = text.includes("://") ? URL.parse(text) : null;
  if (url === null) {
    throw refusedAddress(argument, "is not an address like https://HOST/OWNER/REPO.git");
  }
  if (url.password !== "" || url.search !== "" || url.hash !== "") {
    throw refusedAddress(argument, "contains a password, a query or a fragment");
  }
  const wrong = wrongWith(url, text);
  if (wrong !== undefined) throw refusedAddress(argument, wrong);
  return { text, protocol: url.protocol, host: url.host.toLowerCase(), path: url.pathname };
}

function wrongWith({ protocol, hostname, username, pathname }: URL, text: string) {
  if (pathname.length < 2) return "does not name a repository";
  switch (protocol) {
    case "https:":
    case "http:":
      if (username !== "") return "contains a name or a token; use 'githubToken'";
      if (protocol === "http:" && !isLoopback(hostname)) return "is not https";
      return undefined;
    case "ssh:":
      // A host or a user that begins with '-' would be an option of ssh.
      if (!/^[A-Za-z0-9\[][A-Za-z0-9.:-]*\]?$/.test(hostname)) return "does not name a host";
      return username === "" || /^[A-Za-z0-9][\w.-]*$/.test(username)
        ? undefined
        : "has a bad user";
    case "file:":
      return /^file:\/\/\/[^/]/.test(text) ? undefined : "is not like file:///srv/repository.git";
    default:
      return "is not https, ssh or file";
  }
}

function refusedAddress(argument: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${argument} ${reason}`,
    hint: "Write https://HOST/OWNER/REPO.git, ssh://git@HOST/OWNER/REPO.git or file:///FOLDER",
  });
}

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
    if (seen.has(folded(name))) throw refused(name, "a remote with this name exists");
    seen.add(folded(name));
    remotes.set(name, checkedAddress(`The address of the remote '${name}'`, address).text);
  }
  return remotes;
}

function assertFree(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || /\.\.|\.lock$|\.$/.test(name)) {
    throw refused(name, "it is not a valid remote name");
  }
  if (folded(name) === "pull" || folded(name).startsWith(FORK)) {
    throw refused(name, `'pull' and names that begin with '${FORK}' are reserved for the mirror`);
  }
}

function refused(name: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `The remote ${JSON.stringify(name.slice(0, 80))}: ${reason}`,
    hint: "Correct 'gitRemote' or 'knownRemotes'",
  });
}
