import { type StrangeServer, strangeServer } from "./strange_server.ts";

/** The id of the one run. */
export const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

/** Its result. */
export const RESULT = {
  modelId: "m",
  modelName: "hello",
  modelType: "@acme/greeter",
  methodName: "greet",
  status: "succeeded",
  duration: 12,
  outputId: "o",
  logFile: "/srv/log",
  dataArtifacts: [{ id: "d", name: "greeting", path: "/srv/data", attributes: { text: "Hi" } }],
  globalArguments: {},
  methodArguments: {},
  initiatedBy: "token:ci",
};

/** The run. */
export const VIEW = {
  id: ID,
  behavior: "hello",
  method: "greet",
  status: "succeeded",
  trigger: "api",
  initiatedBy: "token:ci",
  queuedAt: "2026-11-22T10:00:00.000Z",
  startedAt: "2026-11-22T10:00:00.000Z",
  endedAt: "2026-11-22T10:00:01.000Z",
  outputId: "o",
  origin: {
    extension: { name: "@acme/greeter", from: "pulled", version: "2026.01.02.3", checksum: "ab12" },
    consent: { by: "ada", at: "2026-11-22T09:00:00.000Z" },
    commit: { id: "c0ffee", dirty: true },
    caller: { by: "token:ci", trigger: "api" },
  },
  result: RESULT,
  resultNote: null,
  error: null,
};

const deliveries = [
  { at: "2026-11-22T10:01:00.000Z", outcome: "refused", run: null, reason: "malformed_body" },
  { at: "2026-11-22T10:00:00.000Z", outcome: "started", run: ID, reason: null },
];

const IDENTITY = {
  kind: "token",
  name: "ci",
  expiresAt: null,
  rights: { run: ["hello"], read: [] },
};

/** What happens in it. */
export const EVENTS = [
  { kind: "queued", position: 2 },
  { kind: "waiting", model: "hello", holder: "process 7" },
  {
    kind: "started",
    model: "hello",
    type: "@acme/greeter",
    method: "greet",
    at: "",
    outputId: "o",
  },
  { kind: "output", level: "info", text: "Greeting\nAda" },
  { kind: "output", level: "debug", text: "a detail" },
  { kind: "completed", duration: 12 },
  { kind: "ended", status: "succeeded" },
];

/** What a server does otherwise. */
export interface Script {
  start?: (count: number) => Response;
  events?: readonly unknown[];
  view?: unknown;
}

/** A server that accepts any run, tells these events of it, and that it ended so. */
export function runsServer({ start, events = EVENTS, view = VIEW }: Script = {}): StrangeServer {
  let starts = 0;
  return strangeServer(({ method, url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/api/v1/whoami") return Response.json(IDENTITY);
    if (pathname === "/api/v1/runs") return Response.json({ runs: [view], next: null });
    if (url.endsWith("/events")) {
      const text = events.map((event, index) =>
        `id: ${index + 1}\ndata: ${JSON.stringify({ seq: index + 1, at: "", event })}\n\n`
      ).join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    }
    if (pathname === "/api/v1/webhooks/deploy/deliveries") return Response.json({ deliveries });
    if (method === "POST") {
      return start?.(++starts) ??
        Response.json({ ...VIEW, status: "queued", result: null, endedAt: null });
    }
    return Response.json(view);
  });
}
