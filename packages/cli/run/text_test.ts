import assert from "node:assert/strict";
import { RESULT } from "../testing/runs_server.ts";
import { runText } from "./text.ts";

Deno.test("what went with the run is not shown how to see it", () => {
  const text = (...artifacts: { name: string; ephemeral?: true }[]) =>
    runText({
      ...RESULT,
      status: "succeeded",
      dataArtifacts: artifacts.map((one) => ({ id: "d", path: "/srv/data", ...one })),
    }, String);
  assert.equal(
    text({ name: "brief", ephemeral: true }),
    "hello greet succeeded in 12 ms\n  wrote brief",
  );
  assert.match(text({ name: "brief", ephemeral: true }, { name: "main" }), /See it: .* main$/);
});
