import { deepEqual, equal } from "node:assert/strict";
import { Hono } from "hono";
import { currentRequest } from "./current_request.ts";
import { edge } from "./edge.ts";
import type { Environment } from "./environment.ts";

Deno.test("whatever works for a request knows its id, also where requests wait for each other", async () => {
  const app = new Hono<Environment>();
  app.use(edge({ trustedProxies: [] }));
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  app.get("/", async (context) => {
    if (++arrived === 2) both.resolve();
    await both.promise;
    return context.json([currentRequest(), context.get("requestId")]);
  });
  const answers = await Promise.all([1, 2].map(async () => (await app.request("/")).json()));
  for (const [known, id] of answers) equal(known, id);
  deepEqual(new Set(answers.flat()).size, 2);
  equal(currentRequest(), undefined);
});
