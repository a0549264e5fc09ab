import { deepEqual, equal } from "node:assert/strict";
import type { McpHost, McpRun } from "../host/host.ts";
import { runAnswer } from "./result.ts";

/** A run that succeeded, with what it warned of. */
function ended(warnings?: readonly string[]): McpRun {
  return {
    id: "run",
    behavior: "hello",
    method: "greet",
    status: "succeeded",
    result: {
      duration: 5,
      outputId: "output",
      dataArtifacts: [],
      ...(warnings === undefined ? {} : { warnings }),
    },
  } as unknown as McpRun;
}

Deno.test("an agent gets no address of what went with the run", () => {
  const path = "/srv/data/brief/1";
  const run = ended();
  const one = { id: "d", name: "brief", path, attributes: { n: 1 }, ephemeral: true as const };
  Object.assign(run.result!, { dataArtifacts: [one] });
  const { structuredContent } = runAnswer({} as McpHost, run);
  deepEqual((structuredContent as { data: unknown }).data, [
    { name: "brief", version: 1, ephemeral: true, attributes: { n: 1 } },
  ]);
});

/** The warnings in what an agent is told of it. */
function told(run: McpRun): unknown {
  const { structuredContent } = runAnswer({} as McpHost, run);
  return (structuredContent as { warnings?: unknown }).warnings;
}

Deno.test("an agent is told what a run warned of, with everything to be seen", () => {
  deepEqual(told(ended(["refused net:a.example", "a\u200bb"])), [
    "refused net:a.example",
    "a\\u200bb",
  ]);
  equal(told(ended()), undefined);
});
