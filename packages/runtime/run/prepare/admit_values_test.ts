import { deepEqual, equal, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { getData } from "../../data/mod.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { rewriteDefinition } from "../../repository/definitions/rewrite.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import { grantPermissions, revokePermissions } from "../../consent/grants/change.ts";
import { modelText } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { runType } from "../direct.ts";
import type { RunOptions } from "../request.ts";
import { runMethod } from "../run.ts";

const MANIFEST = `permissions:
  net: ["\${globalArgs.url}", "shared.example"]
  data: ["@acme/greeter"]
`;

/** A method whose host is the argument `url`, with what was asked of the person at each run. */
async function hosts(body: string, url: string) {
  const text = modelText(body, {
    globals: '{ url: z.string().default("https://default.example") }',
  });
  const greeter = await greeterRepository(text, { manifest: MANIFEST, globals: { url } });
  const { repository } = greeter;
  const asked: string[] = [];
  return {
    ...greeter,
    asked,
    /** As a change in git would, without svc. */
    change: async (to: string, behavior = "hello") => {
      const { path } = await findDefinition(repository, behavior);
      await rewriteDefinition(repository, path, { globalArguments: { url: to } });
    },
    run: async (options: RunOptions = {}) => {
      asked.length = 0;
      await greeter.greet(undefined, {
        onGrant: ({ asked: all }) => {
          asked.push(...all.map(({ kind, entry }) => `${kind}:${entry}`));
          return Promise.resolve();
        },
        ...options,
      });
      return [...asked];
    },
  };
}

const WRITE = `        await context.writeResource("greeting", "main", { text: "hi" });`;
const ALL = ["net:${globalArgs.url}", "net:shared.example", "data:@acme/greeter"];
const NOBODY: RunOptions = { onGrant: undefined };

Deno.test("a placeholder that comes to stand for another host is asked about before it runs", async () => {
  await using greeter = await hosts(WRITE, "https://first.example");
  deepEqual(await greeter.run(), ALL);
  deepEqual(await greeter.run(), []);
  await greeter.change("https://evil.example");
  await rejects(
    greeter.run(NOBODY),
    refusal(
      "consent_required",
      /behaviors\/\S+ \S*.*net evil\.example:443, a new value of \$\{globalArgs\.url\}/s,
    ),
  );
  await rejects(greeter.run({ onGrant: () => Promise.reject(new Error("no")) }), /no/);
  await rejects(greeter.run(NOBODY), refusal("consent_required"));
  deepEqual(await greeter.run(), ["net:evil.example:443"]);
  deepEqual(await greeter.run(NOBODY), []);
});

Deno.test("a value that was taken back with its permission is asked about again", async () => {
  await using greeter = await hosts(WRITE, "https://first.example");
  await greeter.run();
  const net = { net: ["${globalArgs.url}"] };
  await revokePermissions(greeter.repository, "@acme/greeter", net);
  deepEqual(await greeter.run(NOBODY), [], "nothing is granted, so nothing is requested");
  await grantPermissions(greeter.repository, "@acme/greeter", net);
  await rejects(greeter.run(NOBODY), refusal("consent_required", /first\.example/));
  deepEqual(await greeter.run(), ["net:first.example:443"]);
  deepEqual(await greeter.run(NOBODY), []);
});

Deno.test("what the person was shown, granted by itself or types for the run is not asked about", async () => {
  await using greeter = await hosts(WRITE, "https://first.example");
  await greeter.run();
  for (
    const url of ["https://default.example", "https://shared.example/x", "https://first.example/y"]
  ) {
    await greeter.change(url);
    deepEqual(await greeter.run(NOBODY), [], url);
  }
  await greeter.change("https://evil.example");
  await greeter.run({ ...NOBODY, allow: { net: ["*.evil.example"] } });
  await greeter.run({ ...NOBODY, allowRequested: true });
  // Neither was permanently.
  await rejects(greeter.run(NOBODY), refusal("consent_required"));
  await runType(greeter.repository, {
    type: "@acme/greeter",
    name: "direct",
    method: "greet",
    inputs: { name: "Ada", url: "https://typed.example" },
  });
  await greeter.change("https://typed.example");
  deepEqual(await greeter.run(NOBODY), []);
});

Deno.test("an extension cannot choose the host of another run that it asks for", async () => {
  await using greeter = await hosts(
    `        if (args.name !== "Ada") { ${WRITE} return; }
        const call = (more: object) => context.runModel({ method: "greet", arguments: { name: "Bob" }, ...more });
        const made = await call({ modelType: "@acme/greeter", name: "made",
          arguments: { name: "Bob", url: "https://evil.example" } });
        const again = await call({ definition: "made" });
        const usual = await call({ definition: "sibling" });
        await context.writeResource("greeting", "main", { text: String([made.ok, again.ok, usual.ok]) });`,
    "https://first.example",
  );
  await createDefinition(greeter.repository, {
    type: "@acme/greeter",
    name: "sibling",
    globalArguments: { url: "https://sibling.example" },
  });
  const refused: string[] = [];
  await greeter.run({
    onGrant: ({ asked }) => {
      const evil = asked.filter(({ entry }) => entry.includes("evil"));
      refused.push(...evil.map(({ entry }) => entry));
      return evil.length > 0 ? Promise.reject(new SvcError("cancelled", "no")) : Promise.resolve();
    },
  });
  deepEqual(refused, ["evil.example:443", "evil.example:443"]);
  const { content } = await getData(greeter.repository, "hello", "main");
  deepEqual(content, { text: "false,false,true" });
});

Deno.test("what is kept of values lies with the person and says nothing when it is damaged", async () => {
  await using greeter = await hosts(WRITE, "https://first.example");
  await greeter.run();
  const { config } = greeter.repository;
  const [file] = (await listFilesBelow(config!)).filter((path) => path.includes("/values/"));
  const path = `${config}/${file}`;
  equal((await Deno.stat(path)).mode! & 0o077, 0);
  deepEqual(JSON.parse(await Deno.readTextFile(path)), {
    "net:${globalArgs.url}": { hello: ["first.example:443"] },
  });
  await Deno.writeTextFile(path, '{"net:${globalArgs.url}": "first.example:443"}');
  // The first use of a behavior that the person made, again.
  deepEqual(await greeter.run(NOBODY), []);
  deepEqual(JSON.parse(await Deno.readTextFile(path))["net:${globalArgs.url}"], {
    hello: ["first.example:443"],
  });
});

Deno.test("of what somebody else asks to run, only what stands in the behavior is as good as the person's", async () => {
  await using greeter = await hosts(WRITE, "https://first.example");
  await greeter.run();
  const { repository } = greeter;
  const foreign = { ...NOBODY, foreign: true };
  const behavior = async (name: string, url: string) => {
    await createDefinition(repository, {
      type: "@acme/greeter",
      name,
      globalArguments: { url },
    });
    return (inputs: Record<string, unknown>) =>
      runMethod(repository, { definition: name, method: "greet", inputs, ...foreign });
  };
  const written = await behavior("written", "https://second.example");
  equal((await written({ name: "Ada" })).status, "succeeded", "its first use, as the person's own");
  const given = await behavior("given", "${{ inputs.name }}");
  await rejects(
    given({ name: "https://evil.example" }),
    refusal("consent_required", /evil\.example/),
    "its first use, but not the person's word",
  );
  await greeter.change("https://third.example");
  await rejects(
    runMethod(repository, {
      definition: "hello",
      method: "greet",
      inputs: { name: "https://third.example" },
      ...foreign,
    }),
    refusal("consent_required", /third\.example/),
    "typed by somebody else",
  );
});
