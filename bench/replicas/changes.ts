import { quantile, say } from "../registry/numbers.ts";
import type { ServerProcess } from "../registry/process.ts";
import { nameOf } from "../registry/seed.ts";

const CHANGES = 50;

/** The longest that a change may take until all servers show it, in milliseconds. */
const AIM = 1_000;

/** Changes an extension at one server, and asks the others until all of them show it. */
export async function measureChanges(
  servers: readonly ServerProcess[],
  key: string,
): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    // No extension is deprecated twice.
    const path = `/api/v1/extensions/${encodeURIComponent(nameOf(servers.length * 100 + n))}`;
    const shown = async (url: string) => (await (await fetch(url + path)).json()).deprecationReason;
    await Promise.all(servers.map(({ url }) => shown(url)));
    const reason = `Replaced for the ${n}-th time`;
    const answer = await fetch(`${servers[n % servers.length]!.url}${path}/deprecate`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ reason }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.body?.cancel();
    const began = performance.now();
    await Promise.all(servers.map(async ({ url }) => {
      while (await shown(url) !== reason) {
        // Asked again at once.
      }
    }));
    times.push(performance.now() - began);
  }
  const slowest = quantile(times, 1);
  say(
    `  a change is seen by all: p50 ${quantile(times).toFixed(0)} ms after its answer, longest ` +
      `${slowest.toFixed(0)} ms of ${CHANGES} (aim below ${AIM} ms: ${
        slowest < AIM ? "met" : "missed"
      })`,
  );
}
