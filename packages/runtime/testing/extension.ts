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

/**
 * A model with one method whose body is `body`, outputs `greeting` (resource) and `log` (file), and
 * `members` of its own. It imports zod so that only what it uses is bundled: a quarter of the whole.
 */
export function modelText(
  body: string,
  parts: { globals?: string; args?: string; before?: string; members?: string } = {},
): string {
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
