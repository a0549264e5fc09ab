import { deepEqual } from "node:assert/strict";
import { answerClass } from "./answer_class.ts";
import { match } from "./routes.ts";

function classOf(method: string, path: string): string {
  return answerClass(match(method, path.split("?")[0]!), { url: `http://h${path}` }, path);
}

Deno.test("an answer is counted by its chapter; one that waits for a run, and what is no operation, apart", () => {
  const classes = {
    "GET /api/v1/behaviors": "behaviors",
    "GET /api/v1/behaviors/x/data/y/content": "data",
    "HEAD /api/v1/types": "types",
    "POST /api/v1/behaviors/x/methods/y/runs": "runs",
    "POST /api/v1/behaviors/x/methods/y/runs?wait=60": "waits",
    "GET /api/v1/runs/x/events": "waits",
    "GET /metrics": "service",
    "POST /mcp": "agents",
    "POST /hooks/deploy": "webhooks",
    "GET /auth/login": "others",
    "DELETE /api/v1/behaviors": "others",
    "GET /made-up-by-a-stranger?wait=1": "others",
  };
  const found = Object.keys(classes).map((line) => {
    const [method, path] = line.split(" ") as [string, string];
    return [line, classOf(method, path)];
  });
  deepEqual(Object.fromEntries(found), classes);
});
