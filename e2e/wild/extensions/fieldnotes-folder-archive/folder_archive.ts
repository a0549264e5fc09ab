import { z } from "npm:zod@4";

const GlobalArgsSchema = z.object({
  folder: z.string().describe("What is packed"),
  target: z.string().optional().describe(
    "A folder that gets a copy of the archive",
  ),
  exclude: z.array(z.string()).default([".git", "node_modules"]),
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function digest(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return [...new Uint8Array(hash)].map((b) => b.toString(16).padStart(2, "0"))
    .join("");
}

async function listFiles(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    names.push(entry.isDirectory ? `${entry.name}/` : entry.name);
  }
  return names.sort();
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (err) {
    if (err instanceof Deno.errors.NotFound) return false;
    throw err;
  }
}

async function keepCopy(
  archive: string,
  target: string,
  name: string,
): Promise<string> {
  await Deno.mkdir(target, { recursive: true });
  const draft = `${target}/.${name}.${Deno.pid}.part`;
  await Deno.copyFile(archive, draft);
  await Deno.chmod(draft, 0o600);
  await Deno.rename(draft, `${target}/${name}`);
  await Deno.writeTextFile(
    `${target}/${name}.txt`,
    `packed ${new Date().toISOString()}\n`,
  );
  return `${target}/${name}`;
}

/** A folder as an archive. */
export const model = {
  type: "@fieldnotes/folder-archive",
  version: "2026.04.22.1",
  globalArguments: GlobalArgsSchema,
  resources: {
    packed: {
      description: "An archive that was made",
      schema: z.object({
        folder: z.string(),
        top: z.array(z.string()),
        bytes: z.number().int(),
        sha256: z.string(),
        copy: z.string().nullable(),
      }),
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  files: {
    archive: {
      description: "The archive",
      contentType: "application/gzip",
      lifetime: "30d",
      garbageCollection: 3,
    },
    listing: {
      description: "The names in the archive",
      contentType: "text/plain",
      lifetime: "30d",
      garbageCollection: 3,
    },
  },
  methods: {
    pack: {
      description: "Pack the folder",
      arguments: z.object({ label: z.string().default("archive") }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { label: string }, context: any) => {
        const { folder, target, exclude } = context.globalArgs;
        if (!(await exists(folder))) {
          throw new Error(`There is no folder ${folder}`);
        }
        const temp = await Deno.makeTempFile({ suffix: ".tar.gz" });
        try {
          const tar = await new Deno.Command("tar", {
            args: [
              "-czf",
              temp,
              ...exclude.map((e: string) => `--exclude=${e}`),
              "-C",
              folder,
              ".",
            ],
            stdout: "piped",
            stderr: "piped",
          }).output();
          if (!tar.success) {
            throw new Error(`tar: ${decoder.decode(tar.stderr).trim()}`);
          }
          const names = await new Deno.Command("tar", {
            args: ["-tzf", temp],
            stdout: "piped",
          }).output();
          const bytes = await Deno.readFile(temp);
          const archive = context.createFileWriter(
            "archive",
            `${args.label}.tar.gz`,
          );
          const listing = context.createFileWriter(
            "listing",
            `${args.label}.txt`,
          );
          const copy = target
            ? await keepCopy(temp, target, `${args.label}.tar.gz`)
            : null;
          return {
            dataHandles: [
              await archive.writeAll(bytes),
              await listing.writeAll(
                encoder.encode(decoder.decode(names.stdout)),
              ),
              await context.writeResource("packed", args.label, {
                folder,
                top: await listFiles(folder),
                bytes: bytes.length,
                sha256: await digest(bytes),
                copy,
              }),
            ],
          };
        } finally {
          await Deno.remove(temp).catch(() => {});
        }
      },
    },
  },
};
