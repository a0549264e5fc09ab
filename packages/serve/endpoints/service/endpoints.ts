import { defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { runnableText } from "../../rights/rights.ts";
import { assertReady } from "./readiness.ts";

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
