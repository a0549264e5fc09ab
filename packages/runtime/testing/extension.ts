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
 * `members` of its own. Unless a part uses `z`, its schemas are its own, in the shape that svc knows those
 * of zod by: bundling and scanning zod takes longer than most runs.
 */
export function modelText(body: string, parts: ModelParts = {}): string {
  const { globals, args, before = "", members = "" } = parts;
  const needsZod = globals !== undefined || args !== undefined ||
    /\bz\./.test(body + before + members);
  if (needsZod) return zodModelText(body, parts);
  return zodModelText(body, parts)
    .replace(/^import .*$/m, "// Its schemas are below.")
    .replace(
      "z.object({ text: z.string().min(1), times: z.number().int().optional() })",
      '_schema({ text: { type: "string", minLength: 1 }, times: { type: "integer" } }, ["text"])',
    )
    .replace(
      'z.object({ name: z.string().min(1).describe("Whom to greet") })',
      '_schema({ name: { type: "string", minLength: 1, description: "Whom to greet" } }, ["name"])',
    ) + OWN_SCHEMAS;
}

const OWN_SCHEMAS = `
function _schema(properties: Record<string, object>, required: string[]) {
  const known = (data: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(properties, name)));
  const definition = { type: "object", shape: {} };
  const json = { type: "object", properties, required, additionalProperties: false };
  return {
    _def: definition,
    _zod: { def: definition, toJSONSchema: () => json },
    parse: known,
    safeParse(data: Record<string, unknown>) {
      const issues = required.filter((name) => typeof data[name] !== "string" || data[name] === "")
        .map((name) => ({ path: [name], message: "must be a text" }));
      return issues.length > 0
        ? { success: false, error: { issues } }
        : { success: true, data: known(data) };
    },
  };
}
`;

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
