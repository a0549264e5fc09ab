import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { writeExtension } from "./testing/extension.ts";
import { type Outcome, svc, temporaryConfig } from "./testing/host.ts";
import { published } from "./testing/published.ts";

/** What a stranger adds to a text to pass for a line of svc, or to hide one. */
const FORGED =
  "\r\nerror: FORGED\nhint: FORGED\nwarning: FORGED\n\x1b[2K\x1b[1A\u202e\u200b\x9b2J\rFORGED";

/** Lines of ours begin at the left edge; of strangers nothing may, and nothing unseen is printed. */
function assertUnforged({ stdout, stderr }: Outcome, what: string) {
  for (const line of `${stdout}\n${stderr}`.split("\n")) {
    // Progress of our own wipes the line it stands on.
    // deno-lint-ignore no-control-regex
    const shown = line.replaceAll("\r\x1b[2K", "").replace(/\x1b\[(?:1|2|22|3[1-3]|39)m/g, "");
    assert.doesNotMatch(shown, /[\p{Cc}\u202e\u200b]/u, `${what}: ${JSON.stringify(line)}`);
    assert.doesNotMatch(shown, /^(?:error|hint|warning): FORGED|^FORGED/, `${what}: ${shown}`);
  }
}

/** A server that answers as the registry at `url` does, with more in every text. */
function mangling(url: string) {
  const mangled = (value: unknown): unknown => {
    if (typeof value === "string") return `${value}${FORGED}`;
    if (Array.isArray(value)) return value.map(mangled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        // Without these the client would not come as far as printing.
        /^(?:latestVersion|code|number|schema)$/.test(key) ? part : mangled(part),
      ]),
    );
  };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = await fetch(`${url}${pathname}${search}`, { headers: request.headers });
      const text = await answer.text();
      const json = answer.headers.get("content-type")?.includes("json");
      return new Response(json ? JSON.stringify(mangled(JSON.parse(text))) : `${text}${FORGED}`, {
        status: answer.status,
        headers: { "content-type": json ? "application/json" : "text/plain" },
      });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("a hostile server's answers forge no line of ours and move no cursor", async () => {
  await using at = await published({});
  const submitted = await at.ada.svc(["issue", "submit", "--title", "x", "--json"], { stdin: "b" });
  const { number } = JSON.parse(submitted.stdout);
  await using server = mangling(at.on.url);
  const lines: [argv: string[], exit: number][] = [
    [["extension", "search", "greeter"], 0],
    [["extension", "info", "@acme/greeter"], 0],
    [["extension", "info", "@acme/absent"], 1],
    [["extension", "pull", "@acme/greeter", "--allow-all-requested"], 1],
    [["extension", "version", "@acme/greeter"], 0],
    [["issue", "get", String(number), "--verbose"], 0],
    [["auth", "whoami"], 4],
  ];
  for (const [argv, exit] of lines) {
    for (const terminal of [false, true]) {
      const outcome = await at.reader(argv, { terminal, env: { SVC_CLUB_URL: server.url } });
      assert.equal(outcome.exit, exit, `${argv.join(" ")}: ${outcome.stderr}`);
      assertUnforged(terminal ? outcome : escapedLess(outcome), argv.join(" "));
    }
    const json = await at.reader([...argv, "--json"], { env: { SVC_CLUB_URL: server.url } });
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(`${json.stdout}${json.stderr}`, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  }
});

/** A pipe gets comments as they are; lines are what counts there. */
function escapedLess({ stdout, ...rest }: Outcome): Outcome {
  return { ...rest, stdout: stdout.replace(/[^\n\P{Cc}]|[\u202e\u200b]/gu, "") };
}

const WAYS: [what: string, body: string][] = [
  ["an error", `throw new Error("no" + forged);`],
  ["an error's name", `throw Object.assign(new Error("no"), { name: "E" + forged });`],
  ["a log line", `context.logger.info("log" + forged);`],
  ["a log's property", `context.logger.info("log {p}", { p: forged });`],
  ["what it prints", `console.log("print" + forged); console.error(forged);`],
  ["an output that is not declared", `await context.writeResource("no" + forged, "x", {});`],
  ["a name of an output", `await context.writeResource("greeting", "x" + forged, { text: "x" });`],
  ["a query", `await context.queryData("name == " + forged);`],
  ["a permission it lacks", `await Deno.readTextFile("/x" + forged);`],
  ["a refusal of the sandbox", `throw new Error('Requires net access to "' + forged + '"');`],
];

Deno.test("a hostile method forges no line of ours and moves no cursor", async () => {
  await using folder = await temporaryConfig();
  await initRepository(folder.path);
  const cases = WAYS.map(([what, body]) => `${JSON.stringify(what)}: async () => { ${body} }`);
  await Deno.mkdir(`${folder.path}/extensions/greeter`, { recursive: true });
  await writeExtension(`${folder.path}/extensions/greeter`, {
    body: `const forged = ${JSON.stringify(FORGED)};
      await ({ ${cases.join(",\n")} } as Record<string, () => Promise<void>>)[name]!();`,
  });
  const at = (argv: string[], terminal = false) =>
    svc(argv, { cwd: folder.path, env: { XDG_CONFIG_HOME: folder.path }, terminal });
  const created = await at(["behavior", "create", "@acme/greeter", "hello"]);
  assert.equal(created.exit, 0, created.stderr);
  for (const [what] of WAYS) {
    const run = ["behavior", "run", "hello", "greet", "--input", `name=${what}`];
    const outcome = await at(run, true);
    assert.match(`${outcome.stdout}${outcome.stderr}`, /FORGED/, `${what}: ${outcome.stderr}`);
    assertUnforged(outcome, what);
  }
});
