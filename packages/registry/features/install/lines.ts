import { VERSION } from "@svc/core/release";
import { shellWord } from "@svc/core/text";

/** What a person types to get this registry's client. Each is one line that works as pasted. */
export interface InstallLines {
  /** For a POSIX shell: Linux and macOS. */
  shell: string;
  /** Through npm: everywhere, Windows included. */
  npm: string;
  /** Comes next: the client then asks this registry. */
  login: string;
}

/** Where the registry serves the script of {@link InstallLines.shell}. */
export const SCRIPT_PATH = "/install.sh";

/** Where the registry serves the client as an npm package. */
export const PACKAGE_PATH = `/install/svc-${VERSION}.tgz`;

/** Where the registry serves a file of a release, now and when it offers another. */
export function releasePath(checksum: string, kind: "sh" | "tgz"): string {
  return `/install/${checksum}.${kind}`;
}

/**
 * The lines for the registry at `baseUrl`, which is an origin without a slash at its end. They carry
 * the configured address only: what a request claims in `Host` is not part of them.
 */
export function installLines(baseUrl: string): InstallLines {
  return {
    shell: `curl -fsSL ${shellWord(baseUrl + SCRIPT_PATH)} | sh`,
    npm: `npm install -g ${shellWord(baseUrl + PACKAGE_PATH)}`,
    login: `svc auth login --server ${shellWord(baseUrl)}`,
  };
}
