import { SvcError } from "@svc/core/error";
import { createLog } from "@svc/http/log";
import { deepEqual } from "node:assert/strict";
import { ENDPOINTS } from "../endpoints/endpoints.ts";
import type { Serving } from "../http/endpoint.ts";
import { createApplication } from "./application.ts";

Deno.test("an answer is counted by its chapter; one that waits for a run, and what is no operation, apart", async () => {
  const classes = {
    "GET /api/v1/behaviors": "behaviors",
    "GET /api/v1/behaviors/x/data/y/content": "data",
    "HEAD /api/v1/types": "types",
    "POST /api/v1/behaviors/x/methods/y/runs": "runs",
    "POST /api/v1/behaviors/x/methods/y/runs?wait=60": "waits",
    "GET /api/v1/runs/x/events": "waits",
    "GET /metrics": "service",
    "GET /api/v1/behaviors/%zz": "others",
    "POST /mcp": "agents",
    "POST /hooks/deploy": "webhooks",
    "GET /auth/login": "others",
    "DELETE /api/v1/behaviors": "others",
    "GET /made-up-by-a-stranger?wait=1": "others",
  };
  const found: Record<string, string> = {};
  let asked = "";
  const serving = {
    repository: { root: "/repository" },
    credentials: { resolve: () => Promise.reject(new SvcError("not_authenticated", "no")) },
    metrics: { answered: (answer: { class: string }) => found[asked] = answer.class },
    log: createLog("off", () => new Date()),
    origins: new Set<string>(),
    trustedProxies: [],
  } as unknown as Serving;
  const answer = createApplication(serving, { loopback: true, publicUrl: undefined }, ENDPOINTS);
  for (asked of Object.keys(classes)) {
    const [method, path] = asked.split(" ") as [string, string];
    await answer(new Request(`http://localhost${path}`, { method }), { remoteAddress: "::1" });
  }
  deepEqual(found, classes);
});
