import { deepEqual, equal, rejects } from "node:assert/strict";
import { getData } from "../../data/mod.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { modelText } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { runType } from "../direct.ts";
import type { RunEvent } from "../calls/event.ts";

const SEE =
  `        await context.writeResource("greeting", "main", { text: JSON.stringify(context.globalArgs) });`;
const GLOBALS = "{ owner: z.string(), url: z.string().optional(), token: z.string().optional() }";

/** A greeter whose type has these steps; its definition is of the file's text. */
async function upgradable(steps: string, globals: string, typeVersion = "2025.01.01.1") {
  const greeter = await greeterRepository(
    modelText(SEE, { globals: GLOBALS, members: `upgrades: [${steps}],` }),
    { globals: { owner: "acme" } },
  );
  const { repository } = greeter;
  const { path, definition } = await findDefinition(repository, "hello");
  const text = `# What we greet with
type: "@acme/greeter"
typeVersion: ${typeVersion} # of the type
id: ${definition.id}
name: hello
version: 1
tags: {}
globalArguments:
${globals}
methods: {}
`;
  await Deno.writeTextFile(path, text);
  return { ...greeter, path, text };
}

const step = (toVersion: string, body: string) =>
  `{ toVersion: "${toVersion}", description: "", upgradeAttributes: (old: any) => { ${body} } }`;

const STEPS = [
  step("2025.01.01.1", `throw new Error("not for this one");`),
  step("2025.06.01.1", `const { org, ...rest } = old; return { ...rest, owner: org };`),
  step("2026.01.02.3", `return { ...old, owner: old.owner + "-inc" };`),
].join(",");

Deno.test("a definition of an earlier version is raised step by step, and its file keeps its comments", async () => {
  await using greeter = await upgradable(
    STEPS,
    "  # the organisation\n  org: acme\n  url: x # here",
  );
  const events: RunEvent[] = [];
  await greeter.greet(undefined, { onEvent: (event) => events.push(event) });
  const { content } = await getData(greeter.repository, "hello", "main");
  deepEqual(JSON.parse((content as { text: string }).text), { owner: "acme-inc", url: "x" });
  deepEqual(events[0], {
    kind: "upgraded",
    model: "hello",
    from: "2025.01.01.1",
    to: "2026.01.02.3",
    path: "behaviors/@acme/greeter/hello.yaml",
  });
  const text = await Deno.readTextFile(greeter.path);
  for (
    const kept of [
      "# What we greet with",
      "typeVersion: 2026.01.02.3 # of the type",
      "url: x # here",
    ]
  ) {
    equal(text.includes(kept), true, text);
  }
  events.length = 0;
  await greeter.greet(undefined, { onEvent: (event) => events.push(event) });
  equal(events.some(({ kind }) => kind === "upgraded"), false);
  equal(await Deno.readTextFile(greeter.path), text);
});

Deno.test("an upgrade sees expressions as they are written, and the run evaluates them", async () => {
  await using greeter = await upgradable(
    step("2026.01.02.3", `return { owner: old.owner, url: "https://" + old.host };`),
    '  owner: "${{ env.SVC_TEST_OWNER }}"\n  host: "${{ env.SVC_TEST_OWNER }}.example"',
  );
  Deno.env.set("SVC_TEST_OWNER", "acme-of-tests");
  try {
    await greeter.greet();
  } finally {
    Deno.env.delete("SVC_TEST_OWNER");
  }
  const { definition } = await findDefinition(greeter.repository, "hello");
  deepEqual(definition.globalArguments, {
    owner: "${{ env.SVC_TEST_OWNER }}",
    url: "https://${{ env.SVC_TEST_OWNER }}.example",
  });
});

const BROKEN: [what: string, body: string, code: "run_failed", message: RegExp][] = [
  [
    "throws",
    `throw new Error("no way");`,
    "run_failed",
    /upgraded from 2025\.01\.01\.1 to .*no way/,
  ],
  ["gives no object", `return [old];`, "run_failed", /gives no object/],
  [
    "gives what the type does not take",
    `return { owner: 7 };`,
    "invalid_argument" as "run_failed",
    /owner: must be a string/,
  ],
  [
    "adds an expression, which would give it a variable it was not granted",
    `return { owner: "\${{ env.HOME }}" };`,
    "run_failed",
    /adds the expression/,
  ],
  [
    "joins an expression from pieces",
    `return { owner: "$" + "{{ env.HOME }" + "}" };`,
    "run_failed",
    /adds the expression/,
  ],
  [
    "asks for the network",
    `return fetch("https://example.com/");`,
    "run_failed",
    /it asked for net example\.com:443; an upgrade is granted nothing/,
  ],
  ["ends its process", `Deno.exit(0);`, "run_failed", /ended its own process/],
];
for (const [what, body, code, message] of BROKEN) {
  Deno.test(`the file is left as it was by an upgrade that ${what}`, async () => {
    await using greeter = await upgradable(step("2026.01.02.3", body), "  owner: acme");
    await rejects(greeter.greet(), refusal(code, message, /hello\.yaml is unchanged/));
    equal(await Deno.readTextFile(greeter.path), greeter.text);
    await rejects(getData(greeter.repository, "hello", "main"), refusal("data_not_found"));
  });
}

Deno.test("a definition of this version, of a later one or of none is not touched", async () => {
  for (const version of ["2026.01.02.3", "2027.01.01.1", '"none"']) {
    await using greeter = await upgradable(
      step("2026.01.02.3", `throw new Error("run");`),
      "  owner: acme",
      version,
    );
    await greeter.greet();
    equal(await Deno.readTextFile(greeter.path), greeter.text);
  }
});

Deno.test("a definition that a direct run made is raised, too", async () => {
  await using greeter = await upgradable(STEPS, "  org: acme");
  const { repository } = greeter;
  const run = () =>
    runType(repository, {
      type: "@acme/greeter",
      name: "direct",
      method: "greet",
      inputs: { name: "Ada", owner: "acme" },
    });
  await run();
  const { path } = await findDefinition(repository, "direct");
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text.replace(/typeVersion: .*/, "typeVersion: 2025.06.01.1"));
  await greeter.greet(undefined, { definition: "direct" } as never);
  deepEqual((await findDefinition(repository, "direct")).definition.globalArguments, {
    owner: "acme-inc",
  });
});
