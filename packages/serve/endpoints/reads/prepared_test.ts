import { exposedValues } from "@svc/fakes/collector";
import assert from "node:assert/strict";
import { GREET, modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import { servedSite } from "../../page/testing/site.ts";

/** Sends a request by hand, as no fetch would. @returns all that comes, without the time */
async function byHand(port: number, head: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(head));
  const said = await new Response(connection.readable).text();
  return said.replace(/^date: .*\r\n/im, "").split("\r\n").map((line) =>
    /^[\w-]+: /.test(line) ? line.toLowerCase() : line
  ).sort().join("\n");
}

const PATH = "/api/v1/behaviors";

/** Requests that are the same as the one that was answered before, or nearly. */
const ASKED: readonly (readonly [what: string, path: string, host: string, more?: string])[] = [
  ["the name of another site", PATH, "evil.example"],
  ["a host with a part of the path", "/behaviors", "localhost/api/v1"],
  ["a host with a query", PATH, "localhost?"],
  ["a host with a fragment", PATH, "localhost#"],
  ["a host with a backslash", PATH, "localhost\\"],
  ["a host with a user", PATH, "a@localhost"],
  ["our name as a user of another site", PATH, "localhost@evil.example"],
  ["our name with a dot", PATH, "localhost."],
  ["our name in capital letters", PATH, "LOCALHOST"],
  ["a port that is none", PATH, "localhost:99999"],
  ["no host", PATH, ""],
  ["two hosts, ours first", PATH, "localhost\r\nhost: evil.example"],
  ["two hosts, ours last", PATH, "evil.example\r\nhost: localhost"],
  ["a whole address of another site", `http://evil.example${PATH}`, "localhost"],
  ["a slash too many", `/${PATH}`, "localhost"],
  ["a slash at the end", `${PATH}/`, "localhost"],
  ["another site behind two slashes", `//evil.example${PATH}`, "localhost"],
  ["steps in the path", `/x/..${PATH}`, "localhost"],
  ["capital letters in the path", "/API/v1/behaviors", "localhost"],
  ["a letter in percent signs", "/api/v1/behavior%73", "localhost"],
  ["an empty query", `${PATH}?`, "localhost"],
  ["a query twice", `${PATH}?query=nothing&query=`, "localhost"],
  ["a fragment", `${PATH}#x`, "localhost"],
  ["a part of it", PATH, "localhost", "range: bytes=0-1\r\n"],
  ["what one has already", PATH, "localhost", "if-none-match: *\r\n"],
  ["two tokens", PATH, "localhost", "authorization: Bearer other\r\n"],
  ["an upgrade", PATH, "localhost", "upgrade: websocket\r\n"],
];

Deno.test("what memory answers is what the whole way answers, however the request is written", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using site = await servedSite(greeter.repository);
  const port = Number(new URL(site.url).port);
  const token = site.token("ci", { allow: ["hello"] });
  const ask = (path: string, host: string, more = "") =>
    byHand(
      port,
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${more}authorization: Bearer ${token}\r\n` +
        "connection: close\r\n\r\n",
    );
  const whole = [];
  for (const [, path, host, more] of ASKED) whole.push(await ask(path, host, more));
  assert.match(await ask(PATH, "localhost"), /^HTTP\/1\.1 200 /m);
  for (const [index, [what, path, host, more]] of ASKED.entries()) {
    assert.equal(await ask(path, host, more), whole[index], what);
  }
});

Deno.test("what memory answers is counted with its time as what the whole way answers", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using site = await servedSite(greeter.repository);
  const headers = { authorization: `Bearer ${site.token("eye", { read: ["*"] })}` };
  const told = async (path: string) => await (await fetch(site.url + path, { headers })).text();
  for (let time = 0; time < 3; time++) await told(PATH);
  const values = exposedValues(await told("/metrics"));
  const name = 'svc_request_duration_seconds_count{class="behaviors",status="200"}';
  assert.equal(values.get(name), 3);
});
