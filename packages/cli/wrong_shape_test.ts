import assert from "node:assert/strict";
import { svc } from "./testing/host.ts";
import { published } from "./testing/published.ts";
import { strangeServer } from "./testing/strange_server.ts";

/** One step into an answer. */
type Place = readonly (string | number)[];

/** Every place in an answer, itself first; of a list only the first entry. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const entries = Array.isArray(value)
    ? value.slice(0, 1).map((one, index) => [index, one] as const)
    : Object.entries(value);
  return [at, ...entries.flatMap(([key, one]) => placesIn(one, [...at, key]))];
}

/** The answer with another value in one place; `undefined` leaves it out. */
function withOther(value: unknown, [key, ...rest]: Place, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    return value.map((one, index) => index === key ? withOther(one, rest, other) : one);
  }
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [
      name,
      name === key ? withOther(one, rest, other) : one,
    ]),
  );
}

const OTHERS = [undefined, null, 5, "x", true, [], [null], {}, { slug: 1 }];

Deno.test("an answer of another shape is the server's fault, in whatever place it differs", async () => {
  await using at = await published({});
  const submitted = await at.ada.svc(["issue", "submit", "--title", "x", "--json"], { stdin: "b" });
  const { number } = JSON.parse(submitted.stdout);
  const { apiKey } = JSON.parse(await Deno.readTextFile(`${at.ada.config}/svc/auth.json`));
  const pulled = await at.reader(["extension", "pull", "@acme/greeter", "--yes"]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  const lines = [
    "extension search greeter --facets",
    "extension info @acme/greeter",
    "extension versions @acme/greeter",
    "extension quality @acme/greeter",
    "extension outdated",
    "extension pull @acme/greeter --force --yes",
    "issue list",
    `issue get ${number}`,
    `issue ripple ${number} --body b`,
    "issue submit --title x --body b",
    "collective list",
    "collective view acme",
    "collective members acme",
    "collective extensions acme",
    "collective invitations acme",
    "collective invitations",
    "collective leave acme",
    "collective edit acme --description d",
    "auth token list --collective acme",
    "auth token create --collective acme --scopes extensions:read --name t",
    "auth whoami",
    "doctor",
  ];
  // What the registry answers is asked once for each command, and then changed in one place.
  let changed: { path: string; place: Place; other: unknown } | undefined;
  const answers = new Map<string, unknown>();
  // No connection is kept, as closing the registry would wait for it.
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  await using server = strangeServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = `${request.method} ${pathname}${search}`;
    if (changed?.path === path) {
      return Response.json(withOther(answers.get(path), changed.place, changed.other) ?? null);
    }
    if (answers.has(path)) return Response.json(answers.get(path));
    const { headers, method } = request;
    const body = request.body === null ? null : await request.text();
    const real = await fetch(`${at.on.url}${pathname}${search}`, { method, headers, body, client });
    const bytes = await real.bytes();
    if (!real.ok || !real.headers.get("content-type")?.includes("json")) {
      return new Response(bytes, { status: real.status });
    }
    const answer = JSON.parse(new TextDecoder().decode(bytes));
    answers.set(path, answer);
    return Response.json(answer);
  });
  let tried = 0;
  for (const line of lines) {
    const argv = line.split(" ");
    const settings = {
      cwd: at.repo,
      env: { XDG_CONFIG_HOME: at.repo, SVC_CLUB_URL: server.url, SVC_API_KEY: apiKey },
    };
    answers.clear();
    changed = undefined;
    const usual = await svc(argv, settings);
    assert.doesNotMatch(usual.stderr, /bug in svc|usage/, `${line}: ${usual.stderr}`);
    assert.ok(answers.size > 0, `${line}: ${usual.stderr}`);
    for (const [path, answer] of [...answers]) {
      for (const place of placesIn(answer)) {
        // The places are many, and take turns with the other values.
        const others = place.length === 0 ? OTHERS : [OTHERS[tried % OTHERS.length]];
        for (const other of others) {
          changed = { path, place, other };
          tried++;
          const json = tried % 2 === 0 ? ["--json"] : [];
          const { exit, stderr, stdout } = await svc([...argv, ...json], settings);
          const what = `${line}: ${path} ${place.join(".")} = ${JSON.stringify(other)}`;
          assert.doesNotMatch(stderr, /bug in svc/, `${what}\n${stderr}`);
          // Contents of a version are shown as their publisher described them, and 'whoami' starts
          // without the shapes of the interface.
          if (!/\/(?:latest|whoami)/.test(path)) {
            assert.doesNotMatch(stdout, /\bundefined\b|\[object Object\]/, `${what}\n${stdout}`);
          }
          assert.notEqual(exit, 2, what);
        }
      }
    }
  }
  assert.ok(tried > 500, String(tried));
});
