import assert from "node:assert/strict";
import { SMALL_ZOD } from "@svc/fakes/zod";
import { builtPerson } from "./process/built_person.ts";
import { createPerson, type Person } from "./process/svc.ts";

const CANARY = "svc_0123456789abcdef0123456789abcdef";

/** Id of the behavior `hello`, as its file says. */
const ID = "6f1c2c9e-6c3f-4a0e-9d5e-0a8b7c6d5e4f";

/** A type without any permission, which hands out whatever svc reads to it. */
const READER = `${SMALL_ZOD}
export const model = {
  type: "@ada/reader",
  version: "2026.11.21.1",
  resources: {
    seen: {
      description: "What was read",
      schema: z.object({ text: z.string() }),
      lifetime: "infinite",
      garbageCollection: 1,
    },
  },
  methods: {
    read: {
      description: "Reads an item of its own",
      arguments: z.object({ name: z.string() }),
      execute: async ({ name }: { name: string }, context: any) => {
        const data = context.dataRepository;
        const tries = [
          () => context.readResource(name),
          () => context.readResource(name, 1),
          () => data.getContent("@ada/reader", "hello", name),
          () => data.getContent("@ada/reader", "hello", name, 1),
          () => context.readModelData("hello"),
          () => context.queryData('content != ""'),
        ];
        let text = "";
        for (const one of tries) {
          const value = await one().catch((error: Error) => error.message);
          text += (value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value)) + "\\n";
        }
        context.logger.info(text);
      },
    },
    write: {
      description: "Writes an item",
      arguments: z.object({ name: z.string() }),
      execute: async ({ name }: { name: string }, context: any) => {
        await context.writeResource("seen", name, { text: "written" });
      },
    },
    forget: {
      description: "Deletes an item",
      arguments: z.object({ name: z.string() }),
      execute: async ({ name }: { name: string }, context: any) => {
        await context.deleteResource(name);
      },
    },
  },
};
`;

/** A person with a key stored, and a repository of somebody else's that has just arrived. */
const arrived = await builtPerson(async () => {
  const person = await createPerson("http://127.0.0.1:9");
  await person.ok(["init"]);
  await write(person.work, {
    "extensions/models/reader.ts": READER,
    "behaviors/hello.yaml":
      `type: "@ada/reader"\nid: ${ID}\nname: hello\nversion: 1\nglobalArguments: {}\n`,
  });
  await write(person.home, {
    ".config/svc/auth.json": JSON.stringify({
      serverUrl: "https://registry.example.org",
      apiKey: CANARY,
      apiKeyId: "x",
      username: "ada",
      collectives: [],
    }),
    "photos/2019/one.jpg": "a photo",
    "photos/notes.txt": "kept",
  });
  await Deno.chmod(`${person.home}/.config/svc`, 0o700);
  await Deno.chmod(`${person.home}/.config/svc/auth.json`, 0o600);
  await person.ok(["model", "type", "describe", "@ada/reader"]);
  return person;
});

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
}

async function link(target: string, path: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.remove(path, { recursive: true }).catch(() => {});
  await Deno.symlink(target, path);
}

/** Everything below a folder but what svc itself keeps there, links as where they lead. */
async function snapshot(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (/\/\.(cache|npm|deno)$|\/svc\/(repositories|identity\.json|record-key)/.test(path)) {
      continue;
    }
    if (entry.isDirectory) lines.push(`${path}/`, ...await snapshot(path));
    else lines.push(`${path} ${(await Deno.readTextFile(path)).slice(0, 200)}`);
  }
  return lines.sort();
}

const META = {
  id: "x",
  name: "main",
  version: 1,
  contentType: "application/json",
  lifetime: "infinite",
  garbageCollection: 1,
  streaming: false,
  tags: { type: "resource", specName: "seen", modelName: "hello" },
  ownerDefinition: { ownerType: "model-method", ownerRef: ID },
  createdAt: "2026-11-21T00:00:00.000Z",
  size: 5,
  checksum: "0",
};

Deno.test("a behavior runs as its file says, not as what came along in .svc says", async () => {
  const person = arrived();
  const text = `type: command/shell\nid: ${ID}\nname: hi\nversion: 1\nglobalArguments: {}\n`;
  await write(person.work, {
    "behaviors/hi.yaml": text,
    ".svc/definitions/hi.json": JSON.stringify({
      path: `${person.work}/behaviors/hi.yaml`,
      text,
      automatic: false,
      definition: {
        type: "command/shell",
        id: "../../../../home/planted",
        name: "hi",
        version: 1,
        tags: {},
        globalArguments: {},
        methods: { execute: { arguments: { run: "echo planted" } } },
      },
    }),
  });
  const before = await snapshot(person.home);
  const { stdout, stderr } = await person.svc([
    "behavior",
    "run",
    "hi",
    "execute",
    "--input",
    "run=echo mine",
    "--json",
  ]);
  assert.doesNotMatch(stdout + stderr, /planted/);
  assert.match(stdout + stderr, new RegExp(ID));
  assert.deepEqual(await snapshot(person.home), before);
});

const data = (person: Person) => `${person.work}/.svc/data/@ada/reader/${ID}`;

const READS: Record<string, (person: Person) => Promise<void>> = {
  "the content": async (person) => {
    await write(data(person), { "main/1/metadata.yaml": JSON.stringify(META) });
    await link(`${person.home}/.config/svc/auth.json`, `${data(person)}/main/1/raw`);
  },
  "the version": async (person) => {
    await write(person.home, {
      "item/metadata.yaml": JSON.stringify(META),
      "item/raw": JSON.stringify({ CANARY }),
    });
    await link(`${person.home}/item`, `${data(person)}/main/1`);
  },
  "the item": async (person) => {
    await write(person.home, {
      "item/1/metadata.yaml": JSON.stringify(META),
      "item/1/raw": JSON.stringify({ CANARY }),
    });
    await link(`${person.home}/item`, `${data(person)}/main`);
  },
  "the behavior's folder": async (person) => {
    await write(person.home, {
      "item/main/1/metadata.yaml": JSON.stringify(META),
      "item/main/1/raw": JSON.stringify({ CANARY }),
    });
    await link(`${person.home}/item`, data(person));
  },
  "the data folder": async (person) => {
    await write(person.home, {
      [`item/@ada/reader/${ID}/main/1/metadata.yaml`]: JSON.stringify(META),
      [`item/@ada/reader/${ID}/main/1/raw`]: JSON.stringify({ CANARY }),
    });
    await link(`${person.home}/item`, `${person.work}/.svc/data`);
  },
  "the name in the metadata": async (person) => {
    await write(data(person), {
      "main/1/metadata.yaml": JSON.stringify({ ...META, name: "../../other/secret" }),
      "main/1/raw": "{}",
      "../other/secret/1/raw": JSON.stringify({ CANARY }),
      "../other/secret/1/metadata.yaml": JSON.stringify(META),
    });
  },
};

for (const [what, plant] of Object.entries(READS)) {
  Deno.test(`no method and no command reads through a link or path that came along: ${what}`, async () => {
    const person = arrived();
    await plant(person);
    for (
      const args of [
        ["behavior", "run", "hello", "read", "--input", "name=main"],
        ["data", "get", "hello", "main"],
        ["data", "get", "hello", "main", "--version", "1"],
        ["data", "list", "hello", "--json"],
        ["data", "versions", "hello", "main", "--json"],
      ]
    ) {
      const { stdout, stderr } = await person.svc(args);
      assert.doesNotMatch(stdout + stderr, new RegExp(CANARY), args.join(" "));
      assert.doesNotMatch(stderr, /unexpected|bug in svc/, args.join(" "));
    }
  });
}

const WRITES: Record<string, (person: Person) => Promise<void>> = {
  "the item": (person) => link(`${person.home}/photos`, `${data(person)}/main`),
  "the pointer to the latest": (person) =>
    link(`${person.home}/photos/notes.txt`, `${data(person)}/main/.latest.tmp`),
  "the behavior's folder": (person) => link(`${person.home}/photos`, data(person)),
  "the data folder": (person) => link(`${person.home}/photos`, `${person.work}/.svc/data`),
  "the folder of records": (person) => link(`${person.home}/photos`, `${person.work}/.svc/outputs`),
  "a folder in that of records": (person) =>
    link(`${person.home}/photos`, `${person.work}/.svc/outputs/@ada/reader/write`),
  "the folder of made behaviors": (person) =>
    link(`${person.home}/photos`, `${person.work}/.svc/auto-definitions`),
  "a folder in that of made behaviors": (person) =>
    link(`${person.home}/photos`, `${person.work}/.svc/auto-definitions/@ada`),
  "the folder of bundles": (person) => link(`${person.home}/photos`, `${person.work}/.svc/bundles`),
  "the folder of types": (person) => link(`${person.home}/photos`, `${person.work}/.svc/types`),
  "the folder of read behaviors": (person) =>
    link(`${person.home}/photos`, `${person.work}/.svc/definitions`),
  "the folder of behaviors": (person) => link(`${person.home}/photos`, `${person.work}/behaviors`),
  "the folder of locks": (person) => link(`${person.home}/photos`, `${person.work}/.svc/locks`),
  "the folder of changes": (person) =>
    link(`${person.home}/photos`, `${person.work}/.svc/installing`),
  "all of svc's state": (person) => link(`${person.home}/photos`, `${person.work}/.svc`),
};

for (const [what, plant] of Object.entries(WRITES)) {
  Deno.test(`nothing is written or deleted through a link that came along: ${what}`, async () => {
    const person = arrived();
    await plant(person);
    const before = await snapshot(person.home);
    for (
      const args of [
        ["behavior", "run", "hello", "write", "--input", "name=main"],
        ["behavior", "run", "hello", "forget", "--input", "name=main"],
        ["behavior", "run", "@ada/reader", "write", "direct", "--input", "name=main"],
        ["behavior", "create", "@ada/reader", "made"],
        ["behavior", "delete", "hello", "--yes"],
        ["extension", "list"],
        ["extension", "rm", "@ada/none"],
        ["init", "--force"],
      ]
    ) {
      const { stderr } = await person.svc(args);
      assert.doesNotMatch(stderr, /unexpected|bug in svc/, args.join(" "));
      assert.deepEqual(await snapshot(person.home), before, args.join(" "));
    }
  });
}

Deno.test("a change that came along deletes nothing but its own folder", async () => {
  const person = arrived();
  await person.ok(["behavior", "run", "hello", "write", "--input", "name=main"]);
  const change = JSON.stringify({ action: "remove", name: "@ada/none" });
  for (const name of [".json", "..json", "...json", "....json", "x.json"]) {
    await write(person.work, { [`.svc/installing/${name}`]: change });
    await person.svc(["extension", "list"]);
    assert.match(await person.ok(["data", "get", "hello", "main"]), /written/, name);
    await Deno.remove(`${person.work}/.svc/installing`, { recursive: true }).catch(() => {});
  }
});
