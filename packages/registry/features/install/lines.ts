import { VERSION } from "@svc/core/release";
import { shellWord } from "@svc/core/text";

/** Where the registry serves the script of {@link installLines}. */
export const SCRIPT_PATH = "/install.sh";

/** Where the registry serves the client as an npm package. */
export const PACKAGE_PATH = `/install/svc-${VERSION}.tgz`;

/** Where the registry serves a file of a release, now and when it offers another. */
export function releasePath(checksum: string, kind: "sh" | "tgz"): string {
  return `/install/${checksum}.${kind}`;
}

/**
 * What a person types to get the client of the registry at `baseUrl`, which is an origin without a
 * slash at its end. Each is one line that works as pasted. They carry the configured address only: what
 * a request claims in `Host` is not part of them.
 */
export function installLines(baseUrl: string) {
  return {
    /** For a POSIX shell: Linux and macOS. */
    shell: `curl -fsSL ${shellWord(baseUrl + SCRIPT_PATH)} | sh`,
    /** Through npm: everywhere, Windows included. */
    npm: `npm install -g ${shellWord(baseUrl + PACKAGE_PATH)}`,
    /** Comes next: the client then asks this registry. */
    login: `svc auth login --server ${shellWord(baseUrl)}`,
  };
}
