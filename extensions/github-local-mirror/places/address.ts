import { PlatformFailure } from "../../platform/failure.ts";
import { isLoopback } from "../../platform/loopback.ts";

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
    throw refused(argument, "holds a space or what is not seen, or is too long");
  }
  const short = SHORT_SSH.exec(text);
  if (short) return { text, protocol: "ssh:", host: short[2]!.toLowerCase(), path: short[3]! };
  const url = text.includes("://") ? URL.parse(text) : null;
  if (url === null) throw refused(argument, "is not an address like https://HOST/OWNER/REPO.git");
  if (url.password !== "" || url.search !== "" || url.hash !== "") {
    throw refused(argument, "holds a password, a query or a fragment");
  }
  const wrong = wrongWith(url, text);
  if (wrong !== undefined) throw refused(argument, wrong);
  return { text, protocol: url.protocol, host: url.host.toLowerCase(), path: url.pathname };
}

function wrongWith({ protocol, hostname, username, pathname }: URL, text: string) {
  if (pathname.length < 2) return "names no repository";
  switch (protocol) {
    case "https:":
    case "http:":
      if (username !== "") return "holds a name or a token; use 'githubToken'";
      if (protocol === "http:" && !isLoopback(hostname)) return "is not https";
      return undefined;
    case "ssh:":
      // A host or a user that begins with '-' would be an option of ssh.
      if (!/^[A-Za-z0-9\[][A-Za-z0-9.:-]*\]?$/.test(hostname)) return "names no host";
      return username === "" || /^[A-Za-z0-9][\w.-]*$/.test(username)
        ? undefined
        : "has a bad user";
    case "file:":
      return /^file:\/\/\/[^/]/.test(text) ? undefined : "is not like file:///srv/repository.git";
    default:
      return "is none of https, ssh and file";
  }
}

function refused(argument: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${argument} ${reason}`,
    hint: "Write https://HOST/OWNER/REPO.git, ssh://git@HOST/OWNER/REPO.git or file:///FOLDER",
  });
}
