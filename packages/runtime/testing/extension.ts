import { zodFor } from "@svc/fakes/zod";

/** A folder that removes itself. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-test-" }));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Writes files below `folder`, making folders as needed. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
}

/** A manifest of one model `greeter.ts`, with further lines of YAML. */
export function manifestText(extra = ""): string {
  return `manifestVersion: 1
name: "@acme/greeter"
version: 2026.01.02.3
description: Greets.
paths:
  base: manifest
models:
  - greeter.ts
${extra}`;
}

/** What a model of a test has beside its one method. */
interface ModelParts {
  globals?: string;
  args?: string;
  before?: string;
  members?: string;
}

/**
 * A model with one method whose body is `body`, outputs `greeting` (resource) and `log` (file), and
 * `members` of its own. Where a small zod does, it has no other: bundling and scanning zod takes
 * longer than most runs.
 */
export function modelText(body: string, parts: ModelParts = {}): string {
  return withSmallZod(zodModelText(body, parts));
}

/** A source text with a small zod in the place of zod's own, if that has all it uses. */
export function withSmallZod(source: string): string {
  const rest = source.slice(source.indexOf("\n") + 1);
  return zodFor(rest) + rest;
}

/**
 * As {@linkcode modelText}, with schemas of zod. It imports zod so that only what it uses is bundled: a
 * quarter of the whole.
 */
export function zodModelText(body: string, parts: ModelParts = {}): string {
  return `import * as z from "npm:zod@4.6.7";
${parts.before ?? ""}
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  ${parts.globals === undefined ? "" : `globalArguments: z.object(${parts.globals}),`}
  resources: {
    greeting: {
      description: "What was said",
      schema: z.object({ text: z.string().min(1), times: z.number().int().optional() }),
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  files: {
    log: { description: "A log", contentType: "text/plain", lifetime: "30d", garbageCollection: 2 },
  },${parts.members === undefined ? "" : `\n  ${parts.members}`}
  methods: {
    greet: {
      description: "Says hello",
      arguments: z.object(${parts.args ?? '{ name: z.string().min(1).describe("Whom to greet") }'}),
      execute: async (args: any, context: any) => {
${body}
      },
    },
  },
};
`;
}

/** The body of a method that greets. */
export const GREET =
  `        const handle = await context.writeResource("greeting", "main", { text: "Hello " + args.name });
        return { dataHandles: [handle] };`;
