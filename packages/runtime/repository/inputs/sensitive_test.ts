import { deepEqual, equal, rejects } from "node:assert/strict";
import type { ResourceSpec } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import fc from "fast-check";
import type { z } from "zod";
import { checkGlobalArguments } from "../../behavior/definitions/create.ts";
import type { Definition } from "../definitions/definition.ts";
import { toJsonSchema } from "../../extension/describe/schema.ts";
import { repositoryAt } from "../repository.ts";
import { runArguments } from "../../run/prepare/arguments.ts";
import { outputSecrets } from "../../run/calls/output_secrets.ts";
import { pendingSecrets } from "../../run/calls/pending_secrets.ts";
import { writeResources } from "../../run/calls/outputs.ts";
import type { RunVaults } from "../../run/calls/run_vaults.ts";
import { withSecrets } from "../../data/secret_reference.ts";
import { createRedactor, type Redactor } from "../../sandbox/redaction/redactor.ts";
import { schemaChecker } from "../../base/schema/check.ts";
import { openRunData } from "../../data/store/run_data.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { memoryVaults } from "../../testing/memory_vaults.ts";
import { refusal } from "../../testing/refusal.ts";
import { type Counter, objects, type Sample, secretShapes } from "../../testing/secret_shape.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { literalSecret, secretsIn, withoutSecrets } from "./sensitive.ts";

interface Case {
  schema: Record<string, unknown>;
  sample: Sample & { value: Record<string, unknown>; referred: Record<string, unknown> };
  counter: Counter;
}

/** An object schema as a module would declare its arguments, and values that fit it. */
const cases: fc.Arbitrary<Case> = fc.tuple(objects(secretShapes()), fc.nat(2 ** 31)).map(
  ([shape, seed]) => {
    let state = seed;
    const random = () => (state = (state * 1103515245 + 12345) % 2 ** 31) % 1000;
    const counter: Counter = { canaries: [], plain: [] };
    const sample = shape.sample(random, counter) as Case["sample"];
    equal((shape.schema as z.ZodType).safeParse(sample.value).success, true);
    return { schema: toJsonSchema(shape.schema as never), sample, counter };
  },
);

const RUNS = { numRuns: 300 };

const holds = (text: string, { canaries }: Counter) => canaries.filter((one) => text.includes(one));

Deno.test("what is shown of any value is that value with exactly its secrets blanked", () => {
  fc.assert(
    fc.property(cases, ({ schema, sample, counter }) => {
      const shown = withoutSecrets(schema, sample.value);
      deepEqual(holds(JSON.stringify(shown), counter), []);
      deepEqual(shown, sample.blanked);
    }),
    RUNS,
  );
});

Deno.test("every secret of any value is known to the redactor", () => {
  fc.assert(
    fc.property(cases, ({ schema, sample, counter }) => {
      const redactor = createRedactor(secretsIn(schema, sample.value));
      deepEqual(holds(redactor.text(JSON.stringify(sample.value, null, 2)), counter), []);
      deepEqual(holds(JSON.stringify(redactor.value(sample.value)), counter), []);
    }),
    RUNS,
  );
});

Deno.test("a value is written to a definition when its secrets are expressions, and only then", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ schema, sample, counter }) => {
      equal(literalSecret(schema, sample.referred), undefined);
      const resolved = resolvedWith({ globalArguments: schema });
      if (counter.canaries.length === 0) return;
      await rejects(checkGlobalArguments(resolved, sample.value), refusal("vault_required"));
    }),
    { numRuns: 100 },
  );
});

Deno.test("of the arguments of a run, what is shown and recorded holds no secret", async () => {
  await using folder = await temporaryFolder();
  await fc.assert(
    fc.asyncProperty(cases, cases, async (own, global) => {
      const resolved = resolvedWith({ globalArguments: global.schema, arguments: own.schema });
      const [method] = resolved.model.methods;
      const args = await runArguments({
        repository: repositoryAt(folder.path),
        resolved,
        definition: {
          type: "@acme/x",
          id: "id",
          name: "x",
          version: 1,
          tags: {},
          globalArguments: global.sample.value,
          methods: {},
        },
        method: method!,
        inputs: own.sample.value,
      });
      const shown = JSON.stringify([args.shownMethod, args.shownGlobal]);
      deepEqual([...holds(shown, own.counter), ...holds(shown, global.counter)], []);
      deepEqual(args.shownGlobal, global.sample.blanked);
      deepEqual(args.method, { ...sharedOf(args.global, own.schema), ...own.sample.value });
      const log = createRedactor(args.secrets).text(JSON.stringify([args.method, args.global]));
      deepEqual([...holds(log, own.counter), ...holds(log, global.counter)], []);
    }),
    { numRuns: 100 },
  );
});

Deno.test("no secret of a resource is written to disk, and the behavior reads it back whole", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  await using checker = schemaChecker();
  await fc.assert(
    fc.asyncProperty(cases, async ({ schema, sample, counter }) => {
      const id = crypto.randomUUID();
      const vaults = memoryVaults({ main: {} });
      const read = await write(schema, sample.value, id, await vaults.open(repository)).catch(
        (error) => {
          if (isSvcError(error) && error.code === "output_invalid") return undefined;
          throw error;
        },
      );
      const data = `${repository.state}/data/@acme/x/${id}`;
      equal(await Deno.stat(data).then(() => true, () => false), read !== undefined);
      if (read === undefined) return deepEqual(vaults.secrets, { main: {} });
      const stored = await Deno.readTextFile(`${data}/main/1/raw`) +
        await Deno.readTextFile(`${data}/main/1/metadata.yaml`) +
        Object.keys(vaults.secrets["main"]!).join();
      deepEqual(holds(stored, counter), []);
      const { value, redactor } = read;
      const given = JSON.stringify(sample.value);
      deepEqual(holds(JSON.stringify(value), counter), holds(given, counter));
      // A word that is part of a secret is blanked where it stands elsewhere, too.
      equal(isSame(value, JSON.parse(given), redactor), true, JSON.stringify(value));
    }),
    { numRuns: 60 },
  );

  /** Writes a resource and reads it as a method does. */
  async function write(
    schema: Record<string, unknown>,
    value: unknown,
    id: string,
    vaults: RunVaults,
  ) {
    const spec = {
      specName: "out",
      kind: "resource",
      schema,
      lifetime: "infinite",
      garbageCollection: 3,
    } satisfies ResourceSpec;
    const owner = { type: "@acme/x", id };
    const data = await openRunData(repository, owner);
    const definition: Definition = {
      type: "@acme/x",
      id,
      name: "x",
      version: 1,
      tags: {},
      globalArguments: {},
      methods: {},
    };
    const redactor = createRedactor();
    await writeResources({
      repository,
      owner,
      data,
      definition,
      secrets: outputSecrets({
        vaults,
        log() {},
        pending: pendingSecrets(repository, owner),
      }),
      type: "@acme/x",
      specs: [spec],
      redactor,
      checker,
      unfit: new Set(),
      tags: {},
      onWritten() {},
      log() {},
    }, [{ spec: "out", name: "main", data: value, overrides: {} }]);
    const read = await withSecrets(
      JSON.parse(new TextDecoder().decode(await data.content((await data.find("main"))!))),
      (await data.find("main"))!,
      owner,
      (vault, key) => vaults.get(vault, key),
    );
    return { value: read, redactor };
  }
});

function isSame(read: unknown, given: unknown, redactor: Redactor): boolean {
  if (typeof given !== "object" || given === null) {
    return read === given || read === redactor.value(given);
  }
  if (typeof read !== "object" || read === null) return false;
  const names = Object.keys(given);
  return Object.keys(read).length === names.length &&
    names.every((name) =>
      isSame(
        (read as Record<string, unknown>)[name],
        (given as Record<string, unknown>)[name],
        redactor,
      )
    );
}

function resolvedWith(
  schemas: { globalArguments?: Record<string, unknown>; arguments?: Record<string, unknown> },
): ResolvedType {
  return {
    type: { raw: "@acme/x", normalized: "@acme/x" },
    model: {
      file: "x.ts",
      type: "@acme/x",
      version: "2026.01.02.3",
      dataOutputSpecs: [],
      ...(schemas.globalArguments === undefined
        ? {}
        : { globalArguments: schemas.globalArguments }),
      methods: [{ name: "go", description: "Goes", arguments: schemas.arguments ?? {} }],
    },
    permissions: {},
    origin: "local",
    folder: "none",
    bundle: "none.js",
  };
}

/** A method also gets the global arguments that it declares. */
function sharedOf(global: Record<string, unknown>, schema: Record<string, unknown>) {
  const names = Object.keys(schema["properties"] ?? {});
  return Object.fromEntries(Object.entries(global).filter(([name]) => names.includes(name)));
}
