import { TEST_NAME, TYPES_NAME } from "@svc/runtime/sources";

/** The version of zod that a new extension imports; that of the client. */
export const ZOD_VERSION = "4.6.7";

/** The module of a new extension: one type with one method. */
export function modelText({ name, version }: { name: string; version: string }): string {
  return `/**
 * Counts texts.
 *
 * @module
 */
import * as z from "npm:zod@${ZOD_VERSION}";
import type { MethodContext, MethodResult, Model } from "${TYPES_NAME}";

const globalArguments = z.object({
  minLength: z.number().int().min(1).default(1).describe("Shorter words are not counted"),
});

const countArguments = z.object({
  text: z.string().describe("What to count"),
});

type Context = MethodContext<z.output<typeof globalArguments>>;

async function count(
  { text }: z.output<typeof countArguments>,
  context: Context,
): Promise<MethodResult> {
  const words = text.split(/\\s+/).filter((word) => word !== "")
    .filter((word) => word.length >= context.globalArgs.minLength);
  const handle = await context.writeResource("count", "count", {
    lines: text === "" ? 0 : text.split("\\n").length,
    words: words.length,
    characters: [...text].length,
  });
  context.logger.info("Counted {words} words", { words: words.length });
  return { dataHandles: [handle] };
}

/** The behavior type \`${name}\`. */
export const model = {
  type: "${name}",
  version: "${version}",
  globalArguments,
  resources: {
    count: {
      description: "The size of a text",
      schema: z.object({
        lines: z.number().int(),
        words: z.number().int(),
        characters: z.number().int(),
      }),
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    count: {
      description: "Count the lines, words and characters of a text",
      kind: "action",
      arguments: countArguments,
      execute: count,
    },
  },
} satisfies Model;
`;
}

/** Its test: in this process, and in the sandbox. */
export function testText({ name }: { name: string }, module: string): string {
  return `import assert from "node:assert/strict";
import { runInSandbox, runMethod } from "${TEST_NAME}";
import { model } from "./${module}.ts";

Deno.test("count writes how long a text is", async () => {
  const { written, logs } = await runMethod(model, "count", {
    args: { text: "one two\\nthree" },
    globalArgs: { minLength: 4 },
  });
  assert.deepEqual(written, [
    { output: "count", name: "count", data: { lines: 2, words: 1, characters: 13 } },
  ]);
  assert.equal(logs[0]?.text, "Counted 1 words");
});

Deno.test("count refuses a text that is none", async () => {
  await assert.rejects(runMethod(model, "count", { args: { text: 5 } }), /text: /);
});

Deno.test("${name} needs no more than its manifest declares", async () => {
  const { written } = await runInSandbox({
    manifest: import.meta.resolve("./manifest.yaml"),
    method: "count",
    args: { text: "one two" },
  });
  assert.deepEqual(written[0]?.data, { lines: 1, words: 2, characters: 7 });
});
`;
}
