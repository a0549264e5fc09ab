import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { RunEvent } from "../calls/event.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { getDefinition } from "../../behavior/definitions/get.ts";
import { rewriteDefinition } from "../../repository/definitions/rewrite.ts";
import { showEvaluated } from "../../behavior/evaluation/show.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import { modelText } from "../../testing/extension.ts";
import { memoryVaults } from "../../testing/memory_vaults.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../../testing/repository.ts";
import { runType } from "../direct.ts";
import type { RunOptions } from "../request.ts";

const TOKEN = "t0ken-of-prod-4711";
const NAME = '\n        await context.writeResource("greeting", "main", { text: "done" });';
const GLOBALS = "{ token: z.string().meta({ sensitive: true }).optional(), " +
  "url: z.string().optional(), settings: z.object({ user: z.string(), pin: z.string() }).optional() }";

/** A method that prints what it got, in a behavior with these global arguments. */
async function place(
  globals: Record<string, unknown>,
  body = `console.log("got", JSON.stringify(context.globalArgs)); context.logger.info(args.name);`,
) {
  const greeter = await greeterRepository(modelText(body + NAME, { globals: GLOBALS }), {
    globals,
  });
  const vaults = memoryVaults({
    prod: {
      TOKEN,
      SETTINGS: JSON.stringify({ user: "root-user", pin: "pin-90210" }),
      "DB_URL": "https://db.example/hook/passw0rd",
      HOST: "secret-host.example",
    },
  });
  const events: RunEvent[] = [];
  const run = (inputs?: Record<string, unknown>, options: RunOptions = {}) =>
    greeter.greet(inputs, {
      vaults: vaults.open,
      onEvent: (event) => events.push(event),
      ...options,
    });
  return { ...greeter, vaults, events, run };
}

/** Everything in a repository and in the person's folder, as one text. */
async function everything({ repository }: TestRepository): Promise<string> {
  const texts: string[] = [];
  for (const root of [repository.root, repository.config!]) {
    for (const file of await listFilesBelow(root)) {
      texts.push(`${file}: ${await Deno.readTextFile(`${root}/${file}`)}`);
    }
  }
  return texts.join("\n");
}

Deno.test("a method gets the secret, and no log, record, result or shown copy does", async () => {
  await using at = await place(
    { token: "${{ vault.get('prod', 'TOKEN') }}" },
    `
    if (context.globalArgs.token !== args.name) throw new Error("another value");
    console.log("printed", context.globalArgs.token);
    context.logger.info("logged " + context.globalArgs.token);`,
  );
  const result = await at.run({ name: TOKEN });
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  deepEqual(lines, ["printed ***", "logged ***"]);
  deepEqual(result.globalArguments, { token: "${{ vault.get('prod', 'TOKEN') }}" });
  const shown = [
    JSON.stringify(result),
    JSON.stringify(at.events),
    JSON.stringify(await getDefinition(at.repository, "hello")),
    JSON.stringify(await showEvaluated(at.repository, "hello")),
    await everything(at),
  ].join("\n");
  ok(!shown.includes(TOKEN), shown.slice(shown.indexOf(TOKEN) - 200, shown.indexOf(TOKEN) + 50));
});

Deno.test("a vault is opened once for all its references, each key read once, and closed after", async () => {
  const both = "${{ vault.get(prod, TOKEN) }}/${{ vault.get('prod', 'TOKEN') }}";
  await using at = await place({ token: "${{ vault.get(prod, TOKEN) }}", url: both });
  await at.run({ name: "${{ 'x' + vault.get(prod, HOST) }}" });
  deepEqual(at.vaults.asked, ["open", "get prod TOKEN", "get prod HOST", "close"]);
});

Deno.test("a run that names no vault opens none", async () => {
  await using at = await place({ url: "${{ self.name }}" });
  await at.run();
  deepEqual(at.vaults.asked, []);
});

Deno.test("a secret of JSON becomes a mapping, and its parts stay secret", async () => {
  await using at = await place(
    { settings: "${{ vault.get(prod, SETTINGS) }}" },
    `
    console.log("user", context.globalArgs.settings.user, context.globalArgs.settings.pin);`,
  );
  await at.run();
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  deepEqual(lines, ["user *** ***"]);
});

Deno.test("what only is compared with a secret is shown, the secret itself is not", async () => {
  await using at = await place(
    { url: "${{ vault.get(prod, TOKEN) == 'x' ? 'one' : 'other' }}" },
    `console.log(context.globalArgs.url, ${JSON.stringify(TOKEN)});`,
  );
  await at.run();
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  deepEqual(lines, ["other ***"]);
});

Deno.test("a secret that is not there withholds a global argument, and refuses one of the method", async () => {
  await using at = await place(
    { url: "${{ vault.get(prod, NONE) }}" },
    `
    if (args.name === "touch") console.log(context.globalArgs.url);`,
  );
  await at.run({ name: "x" });
  await rejects(
    at.run({ name: "touch" }),
    refusal("run_failed", /vault\.get\(prod, NONE\) \}\} gives no secret: .*'prod' has no 'NONE'/),
  );
  await rejects(
    at.run({ name: "${{ vault.get(prod, NONE) }}" }),
    refusal("secret_not_found", /^name: .*gives no secret/),
  );
  await rejects(
    at.run({ name: "${{ vault.get(nope, NONE) }}" }),
    refusal("vault_not_found", /'nope'/),
  );
  equal(at.vaults.asked.at(-1), "close", "a run that is refused closes its vaults, too");
});

Deno.test("a direct run may name a secret; what a method hands on is a text", async () => {
  await using at = await place(
    {},
    `
    if (args.name === "outer") {
      const text = "\${{ vault.get(prod, TOKEN) }}";
      const one = await context.runModel({ definition: "other", method: "greet", arguments: { name: text } });
      const two = await context.runModel({ modelType: "@acme/greeter", name: "made", method: "greet",
        arguments: { name: "x", url: text } });
      console.log(JSON.stringify([one.ok, two.ok, two.error?.message]));
    } else console.log("inner", args.name);`,
  );
  await createDefinition(at.repository, { type: "@acme/greeter", name: "other" });
  await at.run({ name: "outer" });
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  equal(lines[0], "inner ${{ vault.get(prod, TOKEN) }}");
  match(lines[1]!, /^\[true,false,"runModel: arguments of a type must not have/);
  deepEqual(at.vaults.asked, []);

  await runType(at.repository, {
    type: "@acme/greeter",
    name: "direct",
    method: "greet",
    inputs: { name: "${{ vault.get(prod, TOKEN) }}" },
    vaults: at.vaults.open,
    onEvent: (event) => at.events.push(event),
  });
  deepEqual(at.vaults.asked, ["open", "get prod TOKEN", "close"]);
});

Deno.test("a host from a vault is asked about by the expression, and kept by it", async () => {
  const manifest = 'permissions:\n  net: ["${globalArgs.url}"]\n';
  const model = modelText(NAME, { globals: GLOBALS });
  const greeter = await greeterRepository(model, {
    manifest,
    globals: { url: "https://a.example" },
  });
  await using at = greeter;
  const { open } = memoryVaults({
    prod: { DB_URL: "https://db.example/hook/passw0rd", HOST: "secret-host.example" },
  });
  await at.greet();
  const { path } = await findDefinition(at.repository, "hello");
  const change = (url: string) =>
    rewriteDefinition(at.repository, path, { globalArguments: { url } });
  await change("${{ vault.get(prod, DB_URL) }}");
  await rejects(
    at.greet(undefined, { vaults: open, onGrant: undefined }),
    (error: Error & { hint: string }) => {
      refusal("consent_required", /net what is in \$\{\{ vault\.get\(prod, DB_URL\) \}\}/)(error);
      return !/db\.example|passw0rd/.test(error.message + error.hint);
    },
  );
  const asked: unknown[] = [];
  const onGrant = (request: unknown) => Promise.resolve(void asked.push(request));
  await at.greet(undefined, { vaults: open, onGrant });
  equal(asked.length, 1);
  ok(!/db\.example|passw0rd/.test(JSON.stringify(asked)));
  await at.greet(undefined, { vaults: open, onGrant: undefined });
  ok(!/db\.example|passw0rd/.test(await everything(at)));

  await change("${{ vault.get(prod, HOST) }}");
  await rejects(
    at.greet(undefined, { vaults: open, onGrant }),
    (error: Error) => {
      refusal("invalid_argument", /globalArgs\.url.*is a secret of a vault.*command line/s)(error);
      return !error.message.includes("secret-host");
    },
  );
});

Deno.test("a secret host stands on no command line, in other letters or out of another's data either", async () => {
  const text = modelText(
    `if (args.name === "keep") {
        await context.writeResource("login", "kept", { at: ["kept", "host.example"].join("-") });
      }${NAME}`,
    { globals: GLOBALS },
  );
  const login = `login: { schema: z.object({ at: z.string().meta({ sensitive: true }) }),
      lifetime: "infinite", garbageCollection: 10 },`;
  const greeter = await greeterRepository(
    text.replace("resources: {", `resources: {\n    ${login}`),
    {
      manifest: 'permissions:\n  net: ["${globalArgs.url}"]\n',
      globals: { url: "https://a.example" },
    },
  );
  await using at = greeter;
  const { open } = memoryVaults({ prod: { HOST: "Secret-Host.Example" } });
  await at.greet({ name: "keep" }, { vaults: open });
  const { path } = await findDefinition(at.repository, "hello");
  for (
    const expression of [
      "vault.get(prod, HOST)",
      "data.latest('hello', 'kept').attributes.at",
      "data.version('hello', 'kept', 1).attributes.at",
    ]
  ) {
    const url = `\${{ ${expression} }}`;
    await rewriteDefinition(at.repository, path, { globalArguments: { url } });
    await rejects(
      at.greet(undefined, { vaults: open }),
      refusal("invalid_argument", /globalArgs\.url.*is a secret of a vault.*command line/s),
      expression,
    );
  }
  ok(!/(?:secret|kept)-host/i.test(await everything(at)));
});

Deno.test("a secret that a method hands on stays one in the run that gets it", async () => {
  await using at = await place(
    { token: "${{ vault.get(prod, TOKEN) }}" },
    `
    if (args.name === "outer") {
      const call = (name: string) =>
        context.runModel({ definition: "other", method: "greet", arguments: { name } });
      const { ok } = await call("Bearer " + context.globalArgs.token);
      const none = await call("nothing");
      console.log("done", ok, none.ok);
    } else {
      console.log("inner", args.name, args.name.slice(7));
      await context.writeResource("greeting", "got", { text: args.name });
      await context.writeResource("greeting", "guess", { text: ${JSON.stringify(TOKEN)} });
      const { text } = await context.readResource("guess");
      console.log("guessed", text === "***");
    }`,
  );
  await createDefinition(at.repository, { type: "@acme/greeter", name: "other" });
  await at.run({ name: "outer" });
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  deepEqual(lines, [
    "inner Bearer *** ***",
    "guessed true",
    "inner nothing ",
    // What it was not given, it learns nothing about.
    "guessed false",
    "done true true",
  ]);
});

Deno.test("a secret that a method hands on is written into no definition", async () => {
  await using at = await place(
    { token: "${{ vault.get(prod, TOKEN) }}" },
    `
    if (args.name !== "outer") return console.log("ran", args.name);
    const token = context.globalArgs.token;
    const call = (name: string, more: object) => context.runModel({ modelType: "@acme/greeter",
      name, method: "greet", arguments: { name: "x", ...more } });
    for (const one of [
      await call("made", { url: "https://x.example/?token=" + token }),
      await call(token, {}),
      await call("made", { name: token }),
    ]) console.log(one.ok, one.error?.message);`,
  );
  await at.run({ name: "outer" });
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  deepEqual(lines.map((line) => line.slice(0, 20)), [
    "ran ***",
    "false runModel: the ",
    "false runModel: the ",
    "true undefined",
  ]);
  ok(!(await everything(at)).includes(TOKEN));
});
