// Started once a day by notice.ts in a process of its own, which no command waits for: asks a registry
// for the version of its client, and stores it.
import { compareReleases, VERSION } from "@svc/core/release";
import { after } from "@svc/core/timer";
import { OFFERED_CLIENT_PATH, OfferedClient } from "@svc/core/wire";
import { readJson } from "../client/body.ts";
import { ownHeaders } from "../client/own_headers.ts";
import { isDayAgo, readState, writeState } from "./notice_state.ts";

/** How long the registry may take, in milliseconds. */
const PATIENCE_MS = 5000;

/** The longest answer, in bytes; a registry's has 200. */
const LONGEST = 16 * 1024;

if (import.meta.main) {
  const [registry, path] = Deno.args as [string, string];
  // Whatever hangs, this ends.
  after(2 * PATIENCE_MS, () => Deno.exit(1));
  try {
    const found = await look(registry);
    const state = await readState(path);
    if (state?.registry === registry) {
      const isNewer = compareReleases(found, VERSION) > 0;
      await writeState(path, { ...state, found }, isNewer && isDayAgo(state.shownAt, Date.now()));
    }
  } catch {
    // Tomorrow is another day.
  }
  Deno.exit(0);
}

/** The version of the client that a registry hands out: one GET that tells svc's version alone. */
async function look(registry: string): Promise<string> {
  const response = await fetch(registry + OFFERED_CLIENT_PATH, {
    headers: { accept: "application/json", ...ownHeaders({}) },
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return OfferedClient.parse(await readJson(response, LONGEST)).version;
}
