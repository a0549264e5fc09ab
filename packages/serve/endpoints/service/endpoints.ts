import { defineEndpoint, type Endpoint, type Serving } from "../../http/endpoint.ts";
import { runnableText } from "../../rights/rights.ts";
import { SvcError } from "@svc/core/error";
import { definitionNames } from "@svc/runtime/definitions";
import { MARKER } from "@svc/runtime/repository";

/** What is asked about the server itself. */
export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    key: "service.health",
    description: "Answers while the process runs: for a liveness probe.",
    handle: ({ serving: { version } }) => ({ status: "ok" as const, version }),
  }),
  defineEndpoint({
    key: "service.ready",
    description: "503 while the server is stopping or cannot read its repository: for a " +
      "readiness probe. Runs in progress continue.",
    async handle({ serving }) {
      await assertReady(serving);
      return { status: "ready" as const };
    },
  }),
  defineEndpoint({
    key: "service.whoami",
    handle: ({ caller: { kind, name, expiresAt, rights } }) => ({
      kind,
      name,
      expiresAt: expiresAt?.toISOString() ?? null,
      rights: { run: rights.run.map(runnableText), read: [...rights.read] },
    }),
  }),
];

/** Servers that have read their repository once. */
const looked = new WeakSet<Serving>();

/** Seconds after which to ask again. */
const AGAIN = "5";

/**
 * Makes sure that a server takes work: it does not stop, its repository is there, and was read once.
 *
 * @throws SvcError `unavailable`, with the seconds to wait
 */
async function assertReady(serving: Serving): Promise<void> {
  if (serving.stopping.aborted) throw notReady("The server is stopping");
  try {
    // Gone or not mounted, it would look like one without behaviors.
    await Deno.stat(`${serving.repository.root}/${MARKER}`);
    if (looked.has(serving)) return;
    await definitionNames(serving.repository);
  } catch (error) {
    serving.log.error("repository.unreadable", { error: String(error) });
    throw notReady("The server cannot read its repository");
  }
  looked.add(serving);
}

function notReady(why: string): SvcError {
  return new SvcError("unavailable", why, {
    hint: `Try again in ${AGAIN} s.`,
    details: [{ path: "retry-after", message: AGAIN }],
  });
}
