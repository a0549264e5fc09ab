import type { GitSetting } from "../../../platform/git_environment.ts";

/** Bytes from which a file counts as binary: comparing larger ones line by line takes for ever. */
const LARGE_FILE = "10m";

/**
 * Settings of every call in the bare repository and its worktrees, beside those of the catalogue.
 * They count over whatever a configuration file says.
 *
 * @param remoteUrl what is fetched; plain http is allowed when it is the loopback's
 */
export function mirrorSettings(remoteUrl: string): GitSetting[] {
  return [
    ["protocol.version", "2"],
    ["protocol.allow", "never"],
    ["protocol.https.allow", "always"],
    ["protocol.ssh.allow", "always"],
    ["protocol.file.allow", "always"],
    ["protocol.http.allow", remoteUrl.startsWith("http:") ? "always" : "never"],
    // Found in many old histories, and harmless to read.
    ["fetch.fsck.zeroPaddedFilemode", "warn"],
    ["fetch.fsck.badTimezone", "warn"],
    ["fetch.fsck.missingSpaceBeforeDate", "warn"],
    ["maintenance.auto", "false"],
    ["fetch.recurseSubmodules", "false"],
    ["fetch.writeCommitGraph", "false"],
    ["transfer.bundleURI", "false"],
    ["core.attributesFile", "/dev/null"],
    ["core.bigFileThreshold", LARGE_FILE],
    ["core.logAllRefUpdates", "false"],
    ["core.quotePath", "false"],
    ["log.showSignature", "false"],
  ];
}

/**
 * Variables of every such call.
 *
 * @param path of the bare repository: git looks for no other one above it
 */
export function mirrorVariables(path: string): Record<string, string> {
  const agent = Deno.env.get("SSH_AUTH_SOCK");
  return {
    GIT_CEILING_DIRECTORIES: path.slice(0, path.lastIndexOf("/")) || "/",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    ...(agent === undefined ? {} : { SSH_AUTH_SOCK: agent }),
  };
}
