import assert from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { strangeServer } from "../testing/strange_server.ts";
import { publish } from "./publish.ts";

/** The refusal of a push whose upload gets `answer`, or else whose confirmation gets `confirmed`. */
async function refusedUpload(answer: () => Response, confirmed?: unknown): Promise<SvcError> {
  await using server = strangeServer(({ method, url }) =>
    method === "PUT"
      ? answer()
      : Response.json(url.endsWith("/confirm") ? confirmed : { uploadUrl: "/upload" })
  );
  const packed = { bytes: new Uint8Array(2_300_000), archive: { checksum: "0" } };
  return await publish(
    { serverUrl: server.url },
    packed as unknown as Parameters<typeof publish>[1],
    {} as Parameters<typeof publish>[2],
    { progress: { phase: (_label, work) => work((inner) => inner(), { all() {}, more() {} }) } },
  ).then(() => assert.fail("published"), (error) => error);
}

Deno.test("an upload that a proxy refuses names size, status and setting, and shows none of its page", async () => {
  const error = await refusedUpload(() =>
    new Response("<html><h1>413 Request Entity Too Large</h1></html>", {
      status: 413,
      headers: { "content-type": "text/html", "server": "nginx/1.22.1" },
    })
  );
  assert.equal(error.code, "body_too_large");
  assert.match(
    error.message,
    /^A proxy in front of 127.0.0.1:\d+ \(nginx\) answered 413 to 2\.3 MB: it does not take a body/,
  );
  assert.match(error.hint!, /client_max_body_size 50m/);
  assert.doesNotMatch(JSON.stringify(error), /<h1>|[Pp]ush again/);
});

Deno.test("an upload that the registry refuses is told in the registry's words", async () => {
  const error = await refusedUpload(() =>
    Response.json({ error: "The archive is larger than announced", code: "archive_too_large" }, {
      status: 413,
    })
  );
  assert.equal(error.code, "archive_too_large");
  assert.match(error.message, /refused with 413: The archive is larger than announced/);
});

Deno.test("who confirms while another push of the version was uploaded is told that theirs is not published", async () => {
  const published = {
    extensionId: "1",
    name: "@acme/greeter",
    version: "2026.11.21.1",
    channel: "stable",
    checksum: "1",
    alreadyPublished: false,
    isPrivate: false,
    scorecard: {
      rubricVersion: 1,
      audience: "server",
      factors: [],
      earnedPoints: 0,
      maxPoints: 0,
      provisionalPoints: 0,
      percentage: 0,
      grade: "F",
      allPassed: false,
      dependencyTrust: { outcome: "notRun", audited: [] },
    },
  };
  const error = await refusedUpload(() => new Response(), published);
  assert.equal(error.code, "version_exists", error.message);
  assert.match(error.message, /^@acme\/greeter 2026\.11\.21\.1 was published with another archive/);
});
