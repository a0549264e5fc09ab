import { compareReleases, VERSION } from "@svc/core/release";
import { shellWord } from "@svc/core/text";
import { OFFERED_CLIENT_PATH, OfferedClient } from "@svc/core/wire";
import { unknownAnswer } from "../client/answer.ts";
import { callObject } from "../client/call.ts";
import type { Installation } from "./installation.ts";

/** How the client that a registry hands out compares with this one. */
export type Comparison = "newer" | "same" | "rebuilt" | "older";

/**
 * The client that a registry hands out. Neither a credential nor the device's id is sent.
 *
 * @throws SvcError as {@linkcode callObject} does; `unavailable` for an answer of another shape, which is
 *   not let pass here: it becomes part of commands
 */
export async function offeredClient(registry: string): Promise<OfferedClient> {
  const answer = await callObject({ serverUrl: registry }, { path: OFFERED_CLIENT_PATH });
  const { data, error } = OfferedClient.safeParse(answer);
  if (data !== undefined) return data;
  throw unknownAnswer(registry, `'${error.issues[0]!.path.join(".")}' is wrong`);
}

/** Compares the client of a registry with this one; the same version may have been built again. */
export function compare({ version, sha256 }: OfferedClient, own: Installation): Comparison {
  const order = compareReleases(version, VERSION);
  if (order !== 0) return order > 0 ? "newer" : "older";
  return own.by === "install.sh" && !sha256.startsWith(own.sum) ? "rebuilt" : "same";
}

/** The line that replaces this client by the one of the registry. */
export function upgradeLine(own: Installation, registry: string, offered: OfferedClient): string {
  switch (own.by) {
    case "install.sh":
      return "svc upgrade";
    case "npm": {
      const from = shellWord(registry + offered.package);
      return own.project === undefined
        ? `npm install -g ${from}`
        : `npm install --prefix ${shellWord(own.project)} ${from}`;
    }
    case "checkout":
      return `git -C ${shellWord(own.root)} pull && npm --prefix ${shellWord(own.root)} ci`;
    case "unknown":
      return `curl -fsSL ${shellWord(`${registry}/install.sh`)} | sh`;
  }
}
