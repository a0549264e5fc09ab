import assert from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import { FAILURE_CODES } from "../../extensions/platform/failure.ts";
import { OUTCOMES } from "../../extensions/platform/outcome.ts";
import { z } from "zod";

const extensions = `${import.meta.dirname}/../../extensions`;
const page = await Deno.readTextFile(`${import.meta.dirname}/../catalogue.md`);
const skill = await Deno.readTextFile(
  `${extensions}/github-agent/skills/github-catalogue/SKILL.md`,
);

/** What a command may name of a behavior type. */
interface Type {
  extension: string;
  globalArguments: z.ZodObject;
  methods: Record<string, { arguments: z.ZodObject }>;
}

const published = new Map<string, Type[]>();
/** Extensions that nobody is to begin with. */
const deprecated = new Set<string>();

/** What a command may name of a vault or datastore type. */
interface ProviderType {
  extension: string;
  configSchema: z.ZodObject;
}

const vaultTypes = new Map<string, ProviderType>();
const datastoreTypes = new Map<string, ProviderType>();
for await (const { name, isDirectory } of Deno.readDir(extensions)) {
  const text = isDirectory
    ? await Deno.readTextFile(`${extensions}/${name}/manifest.yaml`).catch(() => undefined)
    : undefined;
  if (text === undefined) continue;
  const manifest = parseManifest(text);
  published.set(manifest.name, []);
  for await (const file of Deno.readDir(`${extensions}/${name}`)) {
    if (file.name === "deprecated.json") deprecated.add(manifest.name);
  }
  for (const entry of manifest.models) {
    const { model } = await import(`${extensions}/${entry}`);
    const { globalArguments = z.object({}), methods } = model;
    const type = { extension: manifest.name, globalArguments, methods };
    published.get(manifest.name)!.push({ ...type, ...{ type: model.type } });
  }
  for (const entry of manifest.vaults) {
    const { vault } = await import(`${extensions}/${entry}`);
    const { type, configSchema } = vault;
    vaultTypes.set(type, { extension: manifest.name, configSchema });
  }
  for (const entry of manifest.datastores) {
    const { datastore } = await import(`${extensions}/${entry}`);
    const { type, configSchema } = datastore;
    datastoreTypes.set(type, { extension: manifest.name, configSchema });
  }
}
const types = new Map(
  [...published.values()].flat().map((type) => [(type as Type & { type: string }).type, type]),
);

/** The words of each `svc` command of a text, as a shell reads them. */
function commandsOf(text: string): string[][] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
  return blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
    .filter((line) => line.startsWith("svc "))
    .map((line) =>
      [...line.replace(/\s+#.*$/, "").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)]
        .map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"))
    );
}

/** The values given with an option, by name. */
function given(words: readonly string[], option: string): Record<string, unknown> {
  return Object.fromEntries(words.flatMap((word, index) => {
    if (words[index - 1] !== option) return [];
    const at = word.indexOf("=");
    return [[word.slice(0, at), word.slice(at + 1)]];
  }));
}

/** Checks the type and the configuration that a command gives a vault or datastore. */
function checkProvider(
  type: ProviderType | undefined,
  pulled: ReadonlySet<string>,
  words: readonly string[],
): void {
  const what = words.join(" ");
  assert.ok(type, `${what}: there is no such type`);
  assert.ok(pulled.has(type.extension), `${what}: ${type.extension} was not pulled`);
  const whole = words.find((word, at) => words[at - 1] === "--config" && word.startsWith("{"));
  const config = whole === undefined ? given(words, "--config") : JSON.parse(whole);
  check(type.configSchema, config, what);
}

/** Checks values as a run does: texts become what the schema asks for, and no name is unknown. */
function check(schema: z.ZodObject, values: Record<string, unknown>, what: string): void {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  for (const name of required) assert.ok(name in values, `${what} lacks ${name}`);
  for (const [name, text] of Object.entries(values)) {
    assert.ok(name in properties, `${what} has no argument ${name}`);
    const field = schema.shape[name]!;
    const read = [() => JSON.parse(String(text)), () => text].some((value) => {
      try {
        return z.safeParse(field, value()).success;
      } catch {
        return false;
      }
    });
    assert.ok(read, `${what} takes no ${name}=${text}`);
  }
}

for (const [title, text] of [["docs/catalogue.md", page], ["the agent's skill", skill]] as const) {
  Deno.test(`${title}: every command is one that svc could run, with all that is required`, () => {
    const pulled = new Set<string>();
    const behaviors = new Map<string, Type>();
    const vaults = new Set<string>();
    for (const words of commandsOf(text)) {
      const what = words.join(" ");
      const [, ...command] = words;
      if (/^svc extension (?:pull|info)/.test(what)) {
        assert.ok(published.has(words[3]!), `${what}: there is no such extension`);
        pulled.add(words[3]!);
      } else if (what.startsWith("svc vault create")) {
        checkProvider(vaultTypes.get(command[2]!), pulled, words);
        vaults.add(command[3]!);
      } else if (what.startsWith("svc datastore setup extension")) {
        checkProvider(datastoreTypes.get(command[3]!), pulled, words);
      } else if (what.startsWith("svc vault")) {
        assert.ok(vaults.has(command[2]!), `${what}: there is no such vault above`);
      } else if (what.startsWith("svc behavior create")) {
        const type = types.get(command[2]!);
        assert.ok(type, `${what}: there is no such type`);
        assert.ok(pulled.has(type.extension), `${what}: ${type.extension} was not pulled`);
        check(type.globalArguments, given(words, "--global-arg"), what);
        behaviors.set(command[3]!, type);
      } else if (what.startsWith("svc behavior run")) {
        const type = behaviors.get(command[2]!);
        assert.ok(type, `${what}: there is no such behavior above`);
        const method = type.methods[command[3]!];
        assert.ok(method, `${what}: there is no such method`);
        check(method.arguments, given(words, "--input"), what);
      }
    }
    for (const [, vault] of text.matchAll(/vault\.get\((\w+)/g)) {
      assert.ok(vaults.has(vault!), `there is no vault ${vault}`);
    }
    assert.ok(behaviors.size > 0, "no command was found");
  });
}

Deno.test("the page shows every extension and every method of the catalogue", () => {
  const commands = commandsOf(page).map((words) => words.join(" "));
  const created = new Map(
    commands.flatMap((one) => {
      const [, type, name] = /^svc behavior create (\S+) (\S+)/.exec(one) ?? [];
      return type === undefined ? [] : [[name!, type]];
    }),
  );
  const shown = new Set(commands.flatMap((one) => {
    const [, behavior, method] = /^svc behavior run (\S+) (\S+)/.exec(one) ?? [];
    return behavior === undefined ? [] : [`${created.get(behavior)} ${method}`];
  }));
  // The full variant's first four methods are the other variant's, which the page shows.
  const twice = (type: string, method: string) =>
    type === "@svc/github-pull-requests-local" &&
    method in types.get("@svc/github-pull-requests")!.methods;
  for (const [type, { extension, methods }] of types) {
    if (deprecated.has(extension)) continue;
    for (const method of Object.keys(methods)) {
      assert.ok(shown.has(`${type} ${method}`) || twice(type, method), `${type} ${method}`);
    }
  }
  for (const type of vaultTypes.keys()) {
    assert.ok(commands.some((one) => one.startsWith(`svc vault create ${type} `)), type);
  }
  for (const type of datastoreTypes.keys()) {
    assert.ok(
      commands.some((one) => one.startsWith(`svc datastore setup extension ${type} `)),
      type,
    );
  }
  for (const name of published.keys()) {
    if (deprecated.has(name)) assert.ok(page.includes(`\`${name}\``), `${name} is not mentioned`);
    else assert.ok(commands.includes(`svc extension pull ${name}`), `${name} is not on the page`);
  }
});

Deno.test("every row of the skill's table names extensions and methods that exist", () => {
  const [, table] = /## Which extension\n\n([\s\S]*?)\n\n/.exec(skill)!;
  const rows = table!.split("\n").slice(2).map((row) => row.split("|").map((cell) => cell.trim()));
  assert.ok(rows.length > 20, "the table was not found");
  const named = new Set<string>();
  for (const [, task, names, methods] of rows) {
    const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
    const extensions = quoted(names!);
    for (const name of extensions) {
      assert.ok(published.has(name), `${task}: there is no ${name}`);
      named.add(name);
    }
    const known = extensions.flatMap((name) => published.get(name)!)
      .flatMap(({ methods }) => Object.keys(methods));
    for (const method of quoted(methods!)) {
      assert.ok(known.includes(method), `${task}: ${extensions} has no ${method}`);
    }
  }
  // A task is done by a method, so what has none is not a row: the agent itself, vaults and datastores.
  const others = [...published].filter(([, types]) => types.length > 0).map(([name]) => name);
  assert.deepEqual(others.filter((name) => !named.has(name) && !deprecated.has(name)), []);
});

Deno.test("the skill's codes and both lists of outcomes are those of the library", () => {
  const [, failures] = /## When it fails\n\n([\s\S]*)$/.exec(skill)!;
  const codes = [...failures!.matchAll(/^\| `([a-z_]+)`/gm)].map(([, code]) => code!);
  assert.ok(codes.length > 5, "the table was not found");
  assert.deepEqual(
    codes.filter((code) => !(FAILURE_CODES as readonly string[]).includes(code)),
    [],
  );
  const outcomes = OUTCOMES.map((word) => `\`${word}\``).join(", ");
  for (const text of [page, skill]) {
    assert.ok(text.replaceAll(/\s+/g, " ").includes(outcomes), `${outcomes} is not listed`);
  }
});
