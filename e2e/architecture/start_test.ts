import assert from "node:assert/strict";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** Commands that people and agents call in loops. */
const LIGHT = ["behavior/run", "data/get", "auth/whoami"];

for (const command of LIGHT) {
  Deno.test(`starting svc ${command.replace("/", " ")} loads no package of others`, async () => {
    const loaded = await loadedAtStart(`${root}/packages/cli/commands/${command}.ts`);
    assert.ok(loaded.size > 20, "the command's modules were not found");
    const packages = [...loaded].flatMap((url) =>
      /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []
    );
    assert.deepEqual([...new Set(packages)], []);
  });
}

interface Graph {
  roots: string[];
  redirects?: Record<string, string>;
  modules: {
    specifier: string;
    dependencies?: { isDynamic?: boolean; code?: { specifier?: string } }[];
  }[];
}

/** The modules that Deno reads before the first line of `entry` runs. */
async function loadedAtStart(entry: string): Promise<Set<string>> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: root,
  }).output();
  assert.ok(success);
  const graph: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const modules = new Map(graph.modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const waiting = [...graph.roots];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (loaded.has(url)) continue;
    loaded.add(url);
    for (const { isDynamic, code } of modules.get(url)?.dependencies ?? []) {
      if (isDynamic || code?.specifier === undefined) continue;
      waiting.push(graph.redirects?.[code.specifier] ?? code.specifier);
    }
  }
  return loaded;
}
