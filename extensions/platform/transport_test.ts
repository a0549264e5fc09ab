import assert from "node:assert/strict";
import { startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { httpTransport } from "./transport.ts";

const headers = { authorization: `Bearer ${STORY_TOKEN}`, "content-type": "application/json" };

for (const where of ["before", "within"] as const) {
  Deno.test(`a write whose connection ends ${where} the answer is sent once`, async () => {
    await using host = await startStory();
    const issues = `${host.url}/repos/octocat/hello-world/issues`;
    // Leaves a connection that a careless client would use again.
    await (await httpTransport(issues, { method: "GET", headers })).text();
    const sent = () => host.received.filter(({ method }) => method === "POST").length;
    const before = sent();
    host.loseNext("POST /repos/octocat/hello-world/issues", where);
    const body = JSON.stringify({ title: "Once" });
    await assert.rejects(httpTransport(issues, { method: "POST", headers, body }));
    assert.equal(sent(), before + 1);
  });
}
