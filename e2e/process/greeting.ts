import { SMALL_ZOD } from "@svc/fakes/zod";

/** Writes a small complete extension into a folder and gives the path of its manifest. */
export async function writeGreeting(
  folder: string,
  name: string,
  version: string,
): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const files = {
    "manifest.yaml": `manifestVersion: 1
name: "${name}"
version: ${version}
description: Greets people.
paths:
  base: manifest
models:
  - greeting.ts
additionalFiles:
  - README.md
`,
    "README.md": `# ${name}\n`,
    "greeting.ts": `/**
 * Greets people.
 *
 * @module
 */
${SMALL_ZOD}
/** What a method is given. */
export interface Context {
  /** Writes a resource under a declared output. */
  writeResource(output: string, name: string, data: object): Promise<unknown>;
}

/** The behavior type. */
export const model = {
  type: "${name}",
  version: "${version}",
  resources: {
    greeting: {
      description: "A greeting",
      schema: z.object({ text: z.string() }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  methods: {
    greet: {
      description: "Greet somebody",
      arguments: z.object({ name: z.string().min(1) }),
      execute: async (args: { name: string }, context: Context): Promise<void> => {
        await context.writeResource("greeting", "greeting", { text: \`Hello, \${args.name}!\` });
      },
    },
  },
};
`,
  };
  for (const [path, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${path}`, text);
  }
  return `${folder}/manifest.yaml`;
}
