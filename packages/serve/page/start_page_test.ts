import assert from "node:assert/strict";
import { formGreeter, SECRET } from "./testing/form_greeter.ts";
import { servedSite } from "./testing/site.ts";

const PATH = "/behaviors/hello/methods/greet";

/** What stands in a field: its value, or its text. */
function valueOf(html: string, name: string): string | undefined {
  const area = new RegExp(`<textarea[^>]*name="input:${name}"[^>]*>\\n([^<]*)</textarea>`).exec(
    html,
  );
  if (area) return area[1];
  const input = new RegExp(`<input[^>]*name="input:${name}"[^>]*>`).exec(html)?.[0] ?? "";
  return /value="([^"]*)"/.exec(input)?.[1];
}

function chosen(html: string, name: string): string | undefined {
  const select = new RegExp(`<select[^>]*name="input:${name}"[^>]*>(.*?)</select>`, "s").exec(html);
  return /<option[^>]*selected[^>]*>([^<]*)/.exec(select?.[1] ?? "")?.[1];
}

const errorsIn = (html: string) =>
  [...html.matchAll(/class="field-error" id="input-\d+-error">([^<]*)/g)].map(([, words]) => words);

Deno.test("pages: a method is started from a form of its inputs; what is wrong stands at its field", async () => {
  await using greeter = await formGreeter();
  await using site = await servedSite(greeter.repository);
  const token = site.token("ada", { allow: ["hello:greet"] });
  const visitor = site.visitor();
  await visitor.signIn(token);

  const first = (await visitor.get(PATH)).html;
  assert.match(first, /svc behavior run hello greet --input name=… --input token=… --server http:/);
  assert.match(first, /<label for="input-0">name<\/label>/);
  assert.match(first, /id="input-0-hint">Whom to greet.</);
  assert.match(first, /type="password"[^>]*autocomplete="new-password"/s);
  assert.equal(valueOf(first, "times"), "2");
  assert.equal(chosen(first, "mode"), "plain");
  assert.match(first, /name="input:polite"[^>]*checked/s);
  assert.match(first, /<textarea[^>]*name="input:message"/s);

  const given = {
    "input:name": `<b>"Ada"</b>`,
    "input:token": SECRET,
    "input:times": "2",
    "input:mode": '"loud"',
    "input:tags": "- one\n- 2",
    "input:place": "city: Rome\nzip: 1",
    "input:message": "two\r\nlines",
  };
  const refused: [what: string, fields: Record<string, string>, errors: RegExp[]][] = [
    ["wrong kinds", {}, [/string/]],
    ["YAML", { "input:tags": "- [" }, [/^Line \d/]],
    ["what is required", { "input:tags": "", "input:name": "", "input:token": "" }, [
      /required/,
      /required/,
    ]],
    ["a short secret", { "input:tags": "", "input:token": "abc" }, [/short|schema|least|length/i]],
    ["no number", { "input:times": "many" }, [/must be a number/]],
    ["no whole number", { "input:tags": "", "input:times": "1.5" }, [/integer|whole/]],
    ["beyond a limit", { "input:tags": "", "input:times": "10" }, [/9/]],
    ["no choice", { "input:mode": '"x"' }, [/choices/]],
    ["a part that is missing", { "input:tags": "", "input:place": "zip: 1" }, [/city.*required/]],
  ];
  for (const [what, fields, errors] of refused) {
    const sent = { ...given, ...fields };
    const { status, html } = await visitor.post(PATH, sent);
    assert.equal(status, 400, what);
    const said = errorsIn(html);
    assert.equal(said.length, errors.length, `${what}: ${said}`);
    errors.forEach((error, at) => assert.match(said[at]!, error, what));
    // Everything typed is there again, but for the secret.
    assert.equal(valueOf(html, "message"), "two\nlines", what);
    assert.equal(valueOf(html, "token"), "", what);
    assert.ok(!html.includes(SECRET) && !html.includes(`"abc"`), what);
    assert.ok(!html.includes("<b>"), what);
    assert.match(html, /role="alert"[^>]*aria-label="Nothing was run"/s, what);
    assert.match(html, /aria-invalid="true"/, what);
  }
  const unknown = await visitor.post(PATH, { ...given, "input:tags": "", "input:__proto__": "1" });
  assert.equal(unknown.status, 400);
  assert.match(unknown.html, /There is no input &quot;__proto__&quot;/);
  const none = await visitor.get("/runs");
  assert.doesNotMatch(none.html, /href="\/runs\/[0-9a-f]/);

  const once = /name="once" value="([^"]+)"/.exec(first)![1]!;
  const good = { ...given, "input:tags": "- one\n- two", once };
  const started = await visitor.post(PATH, good);
  assert.equal(started.status, 303, errorsIn(started.html).join());
  const run = started.location!.slice("/runs/".length);
  await site.ended(token, run);
  const written = await visitor.get("/behaviors/hello/data/main");
  const said = {
    name: `<b>"Ada"</b>`,
    times: 2,
    mode: "loud",
    polite: false,
    tags: ["one", "two"],
    message: "two\nlines",
    place: { city: "Rome", zip: 1 },
  };
  for (const part of Object.entries(said)) {
    const text = JSON.stringify(JSON.stringify(Object.fromEntries([part])).slice(1, -1)).slice(
      1,
      -1,
    );
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;");
    assert.ok(written.html.includes(escaped), `${escaped} in ${written.html}`);
  }
  // A second click, or the page read again, is the same run; other inputs are another.
  assert.equal((await visitor.post(PATH, good)).location, `/runs/${run}`);
  const changed = await visitor.post(PATH, { ...good, "input:name": "Bob" });
  assert.equal(changed.status, 409);
  assert.match(changed.html, /Send it again to start another run/);
  assert.notEqual(/name="once" value="([^"]+)"/.exec(changed.html)![1], once);
});

Deno.test("pages: what a visitor may not run has no page, and its behavior's page does not name it", async () => {
  await using greeter = await formGreeter();
  await using site = await servedSite(greeter.repository);
  for (
    const [name, rights, status, isNamed] of [
      ["runs", { allow: ["hello:greet"] }, 200, true],
      ["near", { allow: ["hello:gree"] }, 403, false],
      ["reads", { read: ["hello"] }, 403, false],
      ["other", { allow: ["other"] }, 404, false],
    ] as const
  ) {
    const visitor = site.visitor();
    await visitor.signIn(site.token(name, rights as never));
    assert.equal((await visitor.get(PATH)).status, status, name);
    const { html } = await visitor.get("/behaviors/hello");
    assert.equal(html.includes(`href="${PATH}"`), isNamed, name);
    assert.equal(/Whom to greet|Says hello/.test(html), isNamed, name);
  }
  const visitor = site.visitor();
  await visitor.signIn(site.token("all", { allow: ["*"] }));
  for (const path of ["/behaviors/hello/methods/nothing", "/behaviors/none/methods/greet"]) {
    assert.equal((await visitor.get(path)).status, 404, path);
    assert.equal((await visitor.post(path, {})).status, 404, path);
  }
});
