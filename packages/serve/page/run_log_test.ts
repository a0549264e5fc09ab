import assert from "node:assert/strict";
import { FOLLOW_SCRIPT } from "./follow_script.ts";
import { modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { servedSite } from "./testing/site.ts";

const LINES =
  `        for (let at = 1; at <= 1500; at++) console.log(at + " \\u001b[32mok\\u001b[0m <b>");
        console.log("the needle\\u001b]8;;https://evil.example\\u0007 here");
        console.log("x".repeat(1_000_000));
        return { dataHandles: [] };`;

Deno.test("pages: a log has colours, is searched on the server, and is downloaded whole as text", async () => {
  await using greeter = await greeterRepository(modelText(LINES));
  await greeter.greet({ name: "consent" });
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["hello"] });
  const [ada, other] = [site.visitor(), site.visitor()];
  await ada.signIn(token);
  await other.signIn(site.token("other", { read: ["other"] }));
  const run = await site.start(token, { name: "Ada" });
  await site.ended(token, run);

  const page = (await ada.get(`/runs/${run}`)).html;
  assert.match(page, /<span>1400 <span class="ansi-green">ok<\/span> &lt;b&gt;\n<\/span>/);
  assert.match(page, /\d+ earlier lines are left out/);
  assert.ok(page.length < 300_000, `${page.length} characters`);
  for (const wrong of ["evil", "<b>", "\x1b"]) assert.ok(!page.includes(wrong), wrong);

  const found = (await ada.get(`/runs/${run}?find=NEEDLE`)).html;
  assert.match(found, /One line has it/);
  assert.match(found, /the <mark>needle<\/mark> here/);
  assert.match(found, /value="NEEDLE"/);
  const early = (await ada.get(`/runs/${run}?find=${encodeURIComponent("7 ok <b>")}`)).html;
  assert.match(early, /<mark>7 <\/mark><span class="ansi-green"><mark>ok<\/mark>/);
  const hostile = encodeURIComponent(`"><script>x</script>`);
  assert.doesNotMatch((await ada.get(`/runs/${run}?find=${hostile}`)).html, /<script>/);

  const { status, html: text, headers } = await ada.get(`/runs/${run}/log`);
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "text/plain; charset=utf-8");
  assert.equal(headers.get("content-disposition"), `attachment; filename="${run}.log"`);
  assert.match(text, /^\d{4}-\d\d-\d\dT[\d:.]+Z Running greet of hello\n/);
  assert.match(text, /Z 1 ok <b>\n/);
  assert.match(text, /x{1000000}\n/);
  for (const wrong of ["evil", "\x1b"]) assert.ok(!text.includes(wrong), wrong);
  for (const path of ["log", "follow", "log?x", "follow?after=1"]) {
    assert.equal((await other.get(`/runs/${run}/${path}`)).status, 404, path);
    assert.equal((await site.visitor().get(`/runs/${run}/${path}`)).status, 303, path);
  }
  // A browser does not ask again for what has ended.
  assert.equal((await ada.get(`/runs/${run}/follow?after=99999`)).status, 204);
});

Deno.test("pages: lines of a run in progress come as the HTML that its page shows", async () => {
  await using greeter = await busyGreeter();
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["hello"] });
  const ada = site.visitor();
  await ada.signIn(token);
  const run = await site.start(token, HOLD);
  const whole = ada.get(`/runs/${run}/follow?after=0`);
  await greeter.letGo();
  const { html, headers } = await whole;
  assert.equal(headers.get("content-type"), "text/event-stream; charset=utf-8");
  const lines = html.split("\n").filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)).html);
  assert.ok(lines.includes("<span>in progress\n</span>"), lines.join());
  assert.match(html, /event: ended\n/);
});

Deno.test("pages: the page of a run is read again once its server takes requests", async () => {
  for (const kind of ["ended", "error"]) {
    const listeners = new Map<string, () => void>();
    const source = {
      readyState: 2,
      close: () => {},
      addEventListener: (of: string, listener: () => void) => void listeners.set(of, listener),
    };
    // It stops, is gone, and is back.
    const answers = [503, undefined, 200];
    const fetch = async () => ({ status: await (answers.shift() ?? Promise.reject("refused")) });
    const reloaded = Promise.withResolvers<number>();
    const parts = {
      document: { querySelector: () => ({ dataset: {} }) },
      EventSource: Object.assign(() => source, { CLOSED: 2 }),
      fetch,
      location: { reload: () => reloaded.resolve(answers.length) },
      setTimeout: (again: () => void) => again(),
    };
    const script = FOLLOW_SCRIPT.replace("new EventSource", "EventSource");
    new Function(...Object.keys(parts), script)(...Object.values(parts));
    listeners.get(kind)!();
    assert.equal(await reloaded.promise, 0, kind);
  }
});
