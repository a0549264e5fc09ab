import { SMALL_ZOD } from "@svc/fakes/zod";

/** What an extension made for a test is like. */
export interface ExtensionRecipe {
  name?: string;
  version?: string;
  /** The type of its model (default: its own name). */
  type?: string;
  /** Lines of YAML at the end of the manifest. */
  manifest?: string;
  /** The body of its one method, `greet(name)`. */
  body?: string;
  /** Set when the npm package zod is to be one of its dependencies, which takes longer. */
  zod?: true;
  /**
   * Set when it is to hold a workflow alone, which svc stores and does not run: nothing of it is bundled,
   * described or scanned, for tests of what is done with an extension whatever it holds.
   */
  codeless?: boolean;
  readme?: string;
  /** Further models, as file names. */
  models?: string[];
  /** Files beside the manifest. */
  files?: Record<string, string>;
}

const README = `# Greeter

Greets people by name, politely, as often as it is asked to. ${
  "It is a very polite thing. ".repeat(20)
}

\`\`\`sh
svc extension pull @acme/greeter
\`\`\`

\`\`\`sh
svc behavior create @acme/greeter hello
svc behavior run hello greet --input name=Ada
\`\`\`
`;

/** Writes a small extension that earns every local point unless told otherwise; answers its manifest. */
export async function writeExtension(
  folder: string,
  recipe: ExtensionRecipe = {},
): Promise<string> {
  const name = recipe.name ?? "@acme/greeter";
  const version = recipe.version ?? "2026.11.21.1";
  const files: Record<string, string> = {
    "manifest.yaml": `manifestVersion: 1
name: "${name}"
version: ${version}
description: Greets people by name.
license: Apache-2.0
repository: https://github.com/acme/greeter
paths:
  base: manifest
${
      recipe.codeless
        ? "workflows:\n  - greet.yaml"
        : ["models:", ...["greeter.ts", ...recipe.models ?? []].map((file) => `  - ${file}`)]
          .join("\n")
    }
additionalFiles:
  - README.md
${recipe.manifest ?? ""}`,
    "README.md": recipe.readme ?? README,
    ...recipe.codeless ? { "greet.yaml": `name: "${name}"\n` } : {
      "greeter.ts": `/**
 * Greets people.
 *
 * @module
 */
${recipe.zod ? 'import * as z from "npm:zod@4.6.7";\n' : SMALL_ZOD}
/** What a greeting needs of the run it happens in. */
export interface Context {
  /** Writes one resource. */
  writeResource(spec: string, name: string, data: Record<string, unknown>): Promise<unknown>;
  /** Tells people what is going on. */
  logger: { info(text: string): void };
}

/** The arguments of \`greet\`. */
export interface GreetArguments {
  /** Whom to greet. */
  name: string;
}

/** The greeter. */
export const model: Record<string, unknown> = {
  type: "${recipe.type ?? name}",
  version: "${version}",
  resources: {
    greeting: {
      description: "What was said",
      schema: z.object({ text: z.string() }),
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  methods: {
    greet: {
      description: "Says hello",
      arguments: z.object({ name: z.string().min(1) }),
      execute: async ({ name }: GreetArguments, context: Context): Promise<unknown> => {
        ${
        recipe.body ?? `context.logger.info("Greeting " + name);
        const handle = await context.writeResource("greeting", "greeting", {
          text: "Hello, " + name,
        });
        return { dataHandles: [handle] };`
      }
      },
    },
  },
};
`,
    },
    ...recipe.files,
  };
  await Deno.mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
  return `${folder}/manifest.yaml`;
}
