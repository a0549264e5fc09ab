import { deepEqual, equal, rejects } from "node:assert/strict";
import {
  GREET,
  manifestText,
  modelText,
  temporaryFolder,
  writeFiles,
} from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { collectSources } from "./collect.ts";

async function collect(files: Record<string, string>, prepare?: (root: string) => Promise<void>) {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, files);
  await prepare?.(folder.path);
  return await collectSources(`${folder.path}/ext/manifest.yaml`, { env: () => undefined });
}

const model = (imports: string) => `${imports}\n${modelText(GREET)}`;

Deno.test("entries are closed over their local imports; include and additionalFiles are added", async () => {
  const { files, manifest } = await collect({
    "ext/manifest.yaml": manifestText(
      "include:\n  - scripts/run.md\nadditionalFiles:\n  - README.md\nbinaries:\n  - tool.txt\n",
    ),
    "ext/greeter.ts": model('import { a } from "./lib/a.ts";\nexport const used = a;'),
    "ext/lib/a.ts":
      'import type { B } from "./b.ts";\nexport * from "./c.ts";\nexport const a: B = 1;',
    "ext/lib/b.ts": "export type B = number;",
    "ext/lib/c.ts": "export const c = 1;",
    "ext/lib/unused.ts": "export const d = 1;",
    "ext/scripts/run.md": "x",
    "ext/README.md": "# x",
    "ext/tool.txt": "x",
  });
  equal(manifest.name, "@acme/greeter");
  deepEqual([...files].map(([path, file]) => [path, file.executable]), [
    ["files/README.md", false],
    ["files/tool.txt", true],
    ["manifest.yaml", false],
    ["models/greeter.ts", false],
    ["models/lib/a.ts", false],
    ["models/lib/b.ts", false],
    ["models/lib/c.ts", false],
    ["models/scripts/run.md", false],
  ]);
});

Deno.test("typedDir entries are looked up in the repository's extensions/<kind> and SVC_<KIND>_DIR", async () => {
  await using folder = await temporaryFolder();
  const manifest = manifestText().replace("paths:\n  base: manifest\n", "");
  await writeFiles(folder.path, {
    "ext/manifest.yaml": manifest,
    "extensions/models/greeter.ts": modelText(GREET),
    "elsewhere/greeter.ts": `${modelText(GREET)}// elsewhere`,
  });
  const options = { repository: folder.path, env: () => undefined };
  const file = `${folder.path}/ext/manifest.yaml`;
  const first = await collectSources(file, options);
  equal(
    first.files.get("models/greeter.ts")!.from,
    `${folder.path}/extensions/models/greeter.ts`,
  );
  const env = (name: string) => name === "SVC_MODELS_DIR" ? "elsewhere" : undefined;
  const second = await collectSources(file, { ...options, env });
  equal(second.files.get("models/greeter.ts")!.from, `${folder.path}/elsewhere/greeter.ts`);
});

Deno.test("everything that cannot be published is told at once, with file and line", async () => {
  await rejects(
    collect({
      "ext/manifest.yaml": manifestText(
        "  - missing.ts\nskills:\n  - helper\nadditionalFiles:\n  - README.md\n  - ./readme.md\n",
      ),
      "ext/README.md": "x",
      "ext/greeter.ts": model(
        [
          'import lodash from "lodash";',
          'import "./absent.ts";',
          'import "../outside.ts";',
          'import "http://example.com/x.ts";',
          'const late = await import("./late.ts");',
          "const any = await import(String(late));",
          'type Fine = import("./late.ts").Fine; // import("in a comment")',
          'import data from "./data.json";',
          'import addon from "./addon.node";',
        ].join("\n"),
      ),
      "ext/addon.node": "\x7fELF",
      "ext/late.ts": "export type Fine = 1;",
      "ext/data.json": "{}",
      "outside.ts": "export {};",
    }),
    refusal(
      "source_refused",
      /manifest\.yaml:9: 'missing\.ts' does not exist/,
      /manifest\.yaml:11: 'helper' has no SKILL\.md in /,
      /manifest\.yaml:14: '\.\/readme\.md' is listed twice/,
      /greeter\.ts:1: imports "lodash" by a bare name that no .*; write npm:lodash@<version>/,
      /greeter\.ts:2: imports \.\/absent\.ts, which does not exist/,
      /greeter\.ts:3: imports \.\.\/outside\.ts, which is outside/,
      /greeter\.ts:4: imports "http:/,
      /greeter\.ts:5: import\("\.\/late\.ts"\) is dynamic/,
      /greeter\.ts:6: import\(\.\.\.\) is dynamic/,
      /addon\.node: is a native add-on, which svc does not load/,
      /greeter\.ts:8: imports \.\/data\.json without: with \{ type: "json" \}/,
    ),
  );
});

Deno.test("a module that cannot be parsed is told with the line", async () => {
  await rejects(
    collect({
      "ext/manifest.yaml": manifestText(),
      "ext/greeter.ts": 'import "./late.ts";',
      "ext/late.ts": "\nexport const n = (;\n",
    }),
    refusal("source_refused", /^ {2}late\.ts:2: SyntaxError: Expression expected$/m),
  );
});

Deno.test("an import in a comment or text and an import type are no dynamic import", async () => {
  const { files } = await collect({
    "ext/manifest.yaml": manifestText(),
    "ext/greeter.ts": model(
      [
        '// await import("x")',
        "const text = `import('x')` + \"import('y')\";",
        'type T = import("./t.ts").T;',
        "export const used: T | string = text;",
      ].join("\n"),
    ),
    "ext/t.ts": "export type T = string;",
  });
  equal(files.has("models/t.ts"), true);
});

Deno.test("a symbolic link is refused as entry, as import and on the way to a file", async () => {
  await rejects(
    collect({
      "ext/manifest.yaml": manifestText("additionalFiles:\n  - LICENSE\n  - docs/a.md\n"),
      "ext/greeter.ts": model('import "./linked.ts";'),
      "secret.ts": "export const secret = 1;",
      "elsewhere/a.md": "x",
    }, async (root) => {
      await Deno.symlink(`${root}/secret.ts`, `${root}/ext/linked.ts`);
      await Deno.symlink("/etc/passwd", `${root}/ext/LICENSE`);
      await Deno.symlink(`${root}/elsewhere`, `${root}/ext/docs`);
    }),
    refusal(
      "source_refused",
      /'LICENSE': LICENSE is a symbolic link/,
      /'docs\/a\.md': docs is a symbolic link/,
    ),
  );
});

Deno.test("a missing manifest says where it was looked for", async () => {
  await rejects(
    collectSources("/nowhere/manifest.yaml"),
    refusal("manifest_invalid", /no manifest \/nowhere\/manifest\.yaml/),
  );
});

Deno.test("drivers come with their imports; workflows stand flat, skills whole", async () => {
  const { files } = await collect({
    "ext/manifest.yaml": manifestText(
      "drivers:\n  - far.ts\nworkflows:\n  - plain.yaml\n  - ./a/b/flow.yaml\nskills:\n  - use-it\n",
    ),
    "ext/greeter.ts": modelText(GREET),
    "ext/far.ts": 'import "./lib/wire.ts";\nexport const driver = {};',
    "ext/lib/wire.ts": "export {};",
    "ext/plain.yaml": "name: a",
    "ext/a/b/flow.yaml": "name: b",
    "ext/skills/use-it/SKILL.md": "---\nname: use-it\ndescription: x\n---\n",
    "ext/skills/use-it/scripts/go.sh": "exit 0",
  });
  deepEqual([...files.keys()], [
    "drivers/far.ts",
    "drivers/lib/wire.ts",
    "manifest.yaml",
    "models/greeter.ts",
    "skills/use-it/SKILL.md",
    "skills/use-it/scripts/go.sh",
    "workflows/a-b.yaml",
    "workflows/plain.yaml",
  ]);
});

Deno.test("workflows and skills are found in the repository's own folders, beside the manifest first", async () => {
  await using folder = await temporaryFolder();
  const manifest = manifestText("workflows:\n  - one.yaml\n  - two.yaml\nskills:\n  - help\n");
  await writeFiles(folder.path, {
    "ext/manifest.yaml": manifest.replace("paths:\n  base: manifest\n", ""),
    "ext/one.yaml": "name: only in manifest mode",
    "extensions/models/greeter.ts": modelText(GREET),
    "workflows/one.yaml": "name: one",
    "extensions/workflows/one.yaml": "name: later",
    "extensions/workflows/two.yaml": "name: two",
    ".claude/skills/help/SKILL.md": "---\nname: help\n---\n",
    ".agents/skills/help/SKILL.md": "later",
  });
  const { files } = await collectSources(`${folder.path}/ext/manifest.yaml`, {
    repository: folder.path,
    env: () => undefined,
  });
  const from = (path: string) => files.get(path)!.from.slice(folder.path.length + 1);
  equal(from("workflows/one.yaml"), "workflows/one.yaml");
  equal(from("workflows/two.yaml"), "extensions/workflows/two.yaml");
  equal(from("skills/help/SKILL.md"), ".claude/skills/help/SKILL.md");
});

Deno.test("workflows of one name, links in a skill, and a skill without end are refused", async () => {
  await rejects(
    collect({
      "ext/manifest.yaml": manifestText(
        "workflows:\n  - a/x.yaml\n  - a/y.yaml\n  - gone.yaml\nskills:\n  - leak\n  - linked\n  - endless\n",
      ),
      "ext/greeter.ts": modelText(GREET),
      "ext/a/x.yaml": "name: x",
      "ext/a/y.yaml": "name: y",
      "ext/leak/SKILL.md": "x",
      "elsewhere/SKILL.md": "x",
      "ext/endless/SKILL.md": "x",
    }, async (root) => {
      await Deno.symlink("/etc/passwd", `${root}/ext/leak/data.md`);
      await Deno.symlink(`${root}/elsewhere`, `${root}/ext/linked`);
      for (let count = 0; count < 151; count++) {
        await Deno.writeTextFile(`${root}/ext/endless/${count}.md`, "x");
      }
    }),
    refusal(
      "source_refused",
      /'a\/y\.yaml' and another workflow are both workflows\/a\.yaml/,
      /'gone\.yaml' is not in .*\/ext, nor in .*\/workflows/,
      /leak\/data\.md is not a regular file/,
      /'linked': linked is a symbolic link/,
      /the skills have more than 150 files/,
    ),
  );
});
