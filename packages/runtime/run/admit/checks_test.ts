import { deepEqual, equal, match, rejects } from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { getData } from "../../data/mod.ts";
import type { RunEvent } from "../calls/event.ts";
import { findRun } from "../history/mod.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { rewriteDefinition } from "../../repository/definitions/rewrite.ts";
import { GREET, modelText } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../../testing/repository.ts";
import type { RunOptions } from "../request.ts";

const CHECKS = `checks: {
    owner: { description: "Has an owner", labels: ["policy"],
      execute: (c: any) => ({ pass: c.globalArgs.owner !== "nobody", errors: ["no owner", "none at all"] }) },
    reachable: { description: "Answers", labels: ["net", "slow"],
      execute: async () => { throw new Error("not reachable"); } },
    silent: { description: "Says nothing", execute: () => undefined },
    other: { description: "For another", appliesTo: ["sync"], execute: () => ({ pass: false }) },
  },`;

function checked(owner: string, kind = ""): Promise<TestRepository> {
  const text = modelText(GREET, { globals: "{ owner: z.string() }", members: CHECKS });
  return greeterRepository(text.replace('description: "Says hello",', `$& ${kind}`), {
    globals: { owner },
  });
}

Deno.test("every check that fails is named with all its reasons, and the method does not run", async () => {
  await using greeter = await checked("nobody");
  await rejects(greeter.greet(), (error) => {
    refusal("validation_failed", /--skip-check/)(error);
    equal(
      (error as Error).message,
      [
        'Pre-flight checks failed for "hello" → greet:',
        "  owner: no owner",
        "  owner: none at all",
        "  reachable: not reachable",
        "  silent: failed",
      ].join("\n"),
    );
    return true;
  });
  await rejects(getData(greeter.repository, "hello", "main"), refusal("data_not_found"));
});

/** How the checks of a run went: what it told, and what its record says. */
async function outcomesOf(
  greeter: TestRepository,
  options: RunOptions = {},
): Promise<(string | undefined)[][]> {
  const told: RunEvent[] = [];
  await greeter.greet(undefined, { ...options, onEvent: (event) => told.push(event) })
    .catch(() => {});
  const events = told.filter(({ kind }) => kind === "checks");
  const { checks } = await findRun(greeter.repository, "hello");
  deepEqual(events, [{ kind: "checks", checks }]);
  return checks!.map(({ name, status, message }) => [name, status, message]);
}

Deno.test("the record says of each check for the method how it went, and why", async () => {
  await using greeter = await checked("nobody");
  deepEqual(await outcomesOf(greeter, { checks: { skip: ["silent"] } }), [
    ["owner", "failed", "no owner\nnone at all"],
    ["reachable", "failed", "not reachable"],
    ["silent", "notRun", "It was skipped"],
  ]);
  await using good = await checked("acme");
  deepEqual(await outcomesOf(good, { checks: { skip: ["silent"], skipLabels: ["slow"] } }), [
    ["owner", "passed", undefined],
    ["reachable", "notRun", "It was skipped"],
    ["silent", "notRun", "It was skipped"],
  ]);
  await using reading = await checked("nobody", 'kind: "list",');
  deepEqual(await outcomesOf(reading), []);
});

Deno.test("a check that stops the run leaves those behind it not run, and a secret is not kept", async () => {
  const members = `checks: {
    first: { description: "Passes", execute: () => ({ pass: true }) },
    secret: { description: "Tells", execute: (c: any) => ({ pass: false, message: "saw " + c.globalArgs.key }) },
    net: { description: "Asks", execute: async () => { await fetch("https://example.com/"); } },
    last: { description: "Comes last", execute: () => ({ pass: true }) },
  },`;
  const globals = "{ key: z.string().meta({ sensitive: true }) }";
  Deno.env.set("GREETER_KEY", "hidden-value-7");
  await using greeter = await greeterRepository(modelText(GREET, { globals, members }), {
    globals: { key: "${{ env.GREETER_KEY }}" },
  });
  deepEqual(await outcomesOf(greeter), [
    ["first", "passed", undefined],
    ["secret", "failed", "saw ***"],
    ["net", "notRun", "The run ended before it"],
    ["last", "notRun", "The run ended before it"],
  ]);
  Deno.env.delete("GREETER_KEY");
});

const SKIPPED: [what: string, checks: RunOptions["checks"], left: string[]][] = [
  ["by name", { skip: ["silent"] }, ["reachable"]],
  ["by label", { skipLabels: ["slow"] }, ["silent"]],
  ["by both", { skip: ["silent"], skipLabels: ["net"] }, []],
  ["all", { skipAll: true }, []],
];
for (const [what, checks, left] of SKIPPED) {
  Deno.test(`a run leaves checks out: ${what}`, async () => {
    await using greeter = await checked("acme");
    const run = greeter.greet(undefined, { checks });
    if (left.length === 0) return equal((await run).status, "succeeded");
    await rejects(run, (error) => {
      deepEqual((error as { details: { path: string }[] }).details.map(({ path }) => path), left);
      return true;
    });
  });
}

Deno.test("a definition requires checks that a run cannot skip, and skips others", async () => {
  await using greeter = await checked("nobody");
  const { path } = await findDefinition(greeter.repository, "hello");
  await Deno.writeTextFile(path, "checks: { require: [owner], skip: [silent] }\n", {
    append: true,
  });
  await rejects(greeter.greet(undefined, { checks: { skipAll: true } }), (error) => {
    refusal("validation_failed", /owner: no owner/)(error);
    equal((error as Error).message.includes("reachable"), false);
    return true;
  });
  await rewriteDefinition(greeter.repository, path, { globalArguments: { owner: "acme" } });
  await greeter.greet(undefined, { checks: { skip: ["reachable"] } });
});

Deno.test("a method that only reads runs without checks", async () => {
  await using greeter = await checked("nobody", 'kind: "list",');
  equal((await greeter.greet()).status, "succeeded");
});

Deno.test("a check that the type does not have is refused with those there are", async () => {
  await using greeter = await checked("acme");
  await rejects(
    greeter.greet(undefined, { checks: { skip: ["ownr"] } }),
    refusal("unknown_argument", /has no check 'ownr'. It has: owner, reachable, silent, other/),
  );
});

Deno.test("a check has the context of a method without what writes, and reads by name no data", async () => {
  const members = `checks: { context: { description: "Looks", execute: async (c: any) => {
      const absent = ["writeResource", "readResource", "deleteResource", "createFileWriter", "readModelData",
        "queryData", "runModel", "writeResources"].filter((name) => name in c);
      const saved = await Promise.resolve().then(() => c.dataRepository.save()).then(() => "saved", String);
      const found = await c.dataRepository.findAllForModel(c.modelType, c.modelId);
      return { pass: false, errors: [JSON.stringify([absent, saved, found.length, c.methodName,
        c.definition.name, typeof c.logger.info, c.signal.aborted])] };
    } } },`;
  await using greeter = await greeterRepository(modelText(GREET, { members }));
  await rejects(greeter.greet(), (error) => {
    const { details } = error as { details: { message: string }[] };
    deepEqual(JSON.parse(details[0]!.message), [
      [],
      "Error: context.dataRepository.save is not supported; a check cannot write",
      0,
      "greet",
      "hello",
      "function",
      false,
    ]);
    return true;
  });
});

Deno.test("a check that the sandbox denies something fails as the method would", async () => {
  const members = `checks: { net: { description: "Asks", execute: async () => {
      await fetch("https://example.com/"); return { pass: true }; } } },`;
  await using greeter = await greeterRepository(modelText(GREET, { members }));
  await rejects(
    greeter.greet(),
    refusal("permission_denied", /not granted:\n {2}net example\.com/),
  );
});

const SWALLOWED =
  `try { await new Deno.Command("terraform").output(); } catch { /* as others do */ `;

Deno.test("a check that swallows a refusal and fails names the refusal first, so that it can be granted", async () => {
  const members = `checks: { tool: { description: "Looks", execute: async () => {
      ${SWALLOWED} return { pass: false, errors: ["terraform not found on PATH"] }; }
      return { pass: true }; } } },`;
  await using greeter = await greeterRepository(modelText(GREET, { members }));
  await rejects(greeter.greet(), (error) => {
    const { grants, message, hint } = error as SvcError;
    deepEqual(grants, ["run:terraform"]);
    match(
      message,
      /^@acme\/greeter requested permissions that it was not granted:\n {2}run terraform/,
    );
    match(message, /tool: terraform not found on PATH$/);
    match(hint!, /svc extension grant @acme\/greeter run:terraform/);
    return true;
  });
});

Deno.test("a check that swallows a refusal and passes does not hide it when the method fails", async () => {
  const members = `checks: { tool: { description: "Looks", execute: async () => {
      ${SWALLOWED} } return { pass: true }; } } },`;
  const text = `throw new Error("no version of terraform");`;
  await using greeter = await greeterRepository(modelText(text, { members }));
  await rejects(
    greeter.greet(),
    refusal("permission_denied", /not granted:\n {2}run terraform[^]*no version of terraform/),
  );
});
