import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData } from "../data/mod.ts";
import { searchDefinitions } from "../behavior/definitions/mod.ts";
import { tryFindDefinition } from "../repository/definitions/find.ts";
import { modelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { runType, type TypeRunRequest } from "./direct.ts";

const MODEL = modelText(
  `        await context.writeResource("greeting", "main",
          { text: JSON.stringify([args.name, args.times, context.globalArgs]) });`,
  {
    globals: "{ greeting: z.string(), name: z.string().optional(), port: z.number().default(1) }",
    args: "{ name: z.string(), times: z.number().default(2) }",
  },
);

async function directly() {
  const greeter = await greeterRepository(MODEL, { globals: { greeting: "Hi" } });
  const run = (
    inputs: Record<string, unknown>,
    more: Partial<TypeRunRequest> = {},
  ) =>
    runType(greeter.repository, {
      type: "@acme/greeter",
      name: "quick",
      method: "greet",
      inputs,
      ...more,
    });
  const text = async (name = "quick") => {
    const { content } = await getData(greeter.repository, name, "main");
    return JSON.parse((content as { text: string }).text);
  };
  return { ...greeter, run, text };
}

Deno.test("a direct run makes the behavior, and routes inputs to the method before the type", async () => {
  await using direct = await directly();
  const events: string[] = [];
  await direct.run({ name: "Ada", greeting: "Hello", port: "8080", times: "3" }, {
    onEvent: (event) => events.push(event.kind),
  });
  deepEqual(await direct.text(), ["Ada", 3, { greeting: "Hello", port: 8080 }]);
  deepEqual(events, ["created", "started", "data", "checks", "origin", "completed"]);
  const found = await tryFindDefinition(direct.repository, "quick");
  match(found!.path, /\.svc\/auto-definitions\/@acme\/greeter\/quick\.yaml$/);
  deepEqual(
    (await searchDefinitions(direct.repository, "quick")).results.map(({ type }) => type),
    ["@acme/greeter"],
  );
});

Deno.test("a second direct run uses the behavior again: changed values are kept, others dropped", async () => {
  await using direct = await directly();
  const first = await direct.run({ name: "a", greeting: "Hello", port: 80 });
  const second = await direct.run({ name: "b", greeting: "Bye" });
  equal(second.modelId, first.modelId);
  deepEqual(await direct.text(), ["b", 2, { greeting: "Bye", port: 1 }]);
  const found = await tryFindDefinition(direct.repository, "quick");
  deepEqual(found!.definition.globalArguments, { greeting: "Bye" });
});

Deno.test("two first runs at once make one behavior", async () => {
  await using direct = await directly();
  const results = await Promise.all(
    ["a", "b"].map((name) => direct.run({ name, greeting: "Hello" })),
  );
  equal(new Set(results.map((result) => result.modelId)).size, 1);
});

Deno.test("the type is found with and without its @", async () => {
  await using direct = await directly();
  for (const type of ["acme/greeter", "@Acme/Greeter"]) {
    await direct.run({ name: "a", greeting: "Hello" }, { type });
  }
  const shell = await direct.run({ run: "true" }, {
    type: "@command/shell",
    name: "sh",
    method: "execute",
  });
  equal(shell.modelType, "command/shell");
});

Deno.test("a behavior that people keep is run as it is and not rewritten", async () => {
  await using direct = await directly();
  await direct.run({ name: "a" }, { name: "hello" });
  await direct.run({ name: "a", greeting: "Hi" }, { name: "hello" });
  deepEqual(await direct.text("hello"), ["a", 2, { greeting: "Hi", port: 1 }]);
  await rejects(
    direct.run({ name: "a", greeting: "Bye" }, { name: "hello" }),
    refusal("conflict", /other values for greeting/, /behaviors\/@acme\/greeter\/hello\.yaml/),
  );
});

const REFUSED: [what: string, Partial<TypeRunRequest>, code: string, text: RegExp][] = [
  [
    "an input that neither has",
    { inputs: { nme: "x" } },
    "unknown_argument",
    /Unknown input\(s\): nme\. Valid inputs are: name, times, greeting, port/,
  ],
  ["an unknown method", { method: "great" }, "unknown_method", /It has: greet/],
  ["an unknown type", { type: "@acme/none" }, "unknown_type", /Unknown type: @acme\/none/],
  ["a missing argument of the type", { inputs: { name: "x" } }, "invalid_argument", /greeting/],
  ["a name that is not a file name", { name: "../x", inputs: {} }, "invalid_name", /x/],
];
for (const [what, request, code, text] of REFUSED) {
  Deno.test(`${what} is refused before a direct run makes anything`, async () => {
    await using direct = await directly();
    await rejects(direct.run({ name: "x" }, request), refusal(code as "usage", text));
    equal(await tryFindDefinition(direct.repository, "quick"), undefined);
  });
}

Deno.test("a name that belongs to a behavior of another type is refused", async () => {
  await using direct = await directly();
  await rejects(
    direct.run({ run: "true" }, { type: "command/shell", name: "hello", method: "execute" }),
    refusal("conflict", /'hello' is a behavior of @acme\/greeter, not of command\/shell/),
  );
});
