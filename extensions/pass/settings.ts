import { SecretFailure } from "../platform/secrets/failure.ts";
import { TREE_COLORS } from "./listing.ts";

/** The configuration of a vault, as its schema gives it. */
export interface PassConfig {
  prefix?: string | undefined;
  store?: string | undefined;
  firstLine?: boolean | undefined;
}

/** Variables that pass and gpg need to find a person's keys and store; nothing else is handed on. */
const PASSED_ON = ["PATH", "HOME", "GNUPGHOME", "PASSWORD_STORE_SIGNING_KEY"] as const;

/** No segment may be taken for an option, a hidden file or a way up. */
export const PREFIX =
  /^(?:[A-Za-z0-9_@+=,](?:[A-Za-z0-9_@+=,. -]*[A-Za-z0-9_@+=,-])?(?:\/(?!$)|$))*$/;

/** A path from `/` or `~/` that goes no way up, and none that the system makes of processes. */
export const STORE = /^~?\/(?!(?:\.?\/)*(?:proc|dev)(?:\/|$))(?!(?:.*\/)?\.\.(?:\/|$))\P{Cc}+$/u;

/**
 * The environment of `pass` for one vault.
 *
 * @param repository the folder svc works in: anyone who can write there must not choose the keys that
 *   secrets are encrypted for, nor the programs that gpg starts
 * @throws SecretFailure `not_set_up`, `refused`
 */
export function environmentOf(
  { store, prefix = "" }: PassConfig,
  repository: string,
  variable: (name: string) => string | undefined,
): Record<string, string> {
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = variable(name);
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
  const home = env.HOME;
  const [source, folder] = store !== undefined
    ? ["store", store]
    : ["PASSWORD_STORE_DIR", variable("PASSWORD_STORE_DIR") || "~/.password-store"];
  if (folder.startsWith("~/") && home === undefined) {
    throw new SecretFailure(
      "not_set_up",
      "HOME is not set",
      "Set it, or give 'store' a path from /",
    );
  }
  const places: Record<string, string> = {
    [source]: folder.replace(/^~(?=\/)/, home ?? ""),
    ...(env.GNUPGHOME === undefined ? {} : { GNUPGHOME: env.GNUPGHOME }),
  };
  // The nearest `.gpg-id` counts, so that a store which the repository is in has it decide as well.
  const entries = { ...places, [source]: `${places[source]}/${prefix}` };
  for (const [name, path] of Object.entries(entries)) assertOutside(name, path, repository, env);
  return { ...env, ...FIXED, PASSWORD_STORE_DIR: places[source]! };
}

/** A signed `.gpg-id` says whose keys it names, wherever the store lies; pass checks it. */
function assertOutside(
  name: string,
  path: string,
  repository: string,
  env: Record<string, string>,
): void {
  if (!STORE.test(path) || path.startsWith("~")) {
    throw new SecretFailure(
      "not_set_up",
      `${name} is not a path from /`,
      "Write one such as /home/ada/x",
    );
  }
  const plain = path.replaceAll(/\/(?:\.?\/)+/g, "/").replace(/\/\.?$/, "");
  if (plain !== repository && !plain.startsWith(`${repository}/`)) return;
  if (name !== "GNUPGHOME" && env.PASSWORD_STORE_SIGNING_KEY !== undefined) return;
  throw new SecretFailure(
    "refused",
    `${name} is in this repository, which could name anybody's key`,
    name === "GNUPGHOME"
      ? "Store it outside"
      : "Keep the store outside, or sign its .gpg-id and set PASSWORD_STORE_SIGNING_KEY",
  );
}

/** The words of `PASSWORD_STORE_GPG_OPTS`. */
const GPG_OPTIONS = [
  "--batch",
  "--no-tty",
  // Fails instead of asking: there may be nobody to answer.
  "--pinentry-mode=error",
  // Tells on standard error what really happened: gpg can end well without having decrypted anything.
  "--status-fd=2",
  // No key is looked for in the network.
  "--no-auto-key-locate",
  "--no-auto-key-retrieve",
  "--disable-dirmngr",
];

const FIXED = {
  LC_ALL: "C",
  // Without a terminal's name, tree marks nothing.
  TERM: "xterm",
  TREE_COLORS,
  PASSWORD_STORE_GPG_OPTS: GPG_OPTIONS.join(" "),
  // git asks nobody either.
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
};
