import { deepEqual, equal, rejects } from "node:assert/strict";
import {
  GREET,
  manifestText,
  modelText,
  temporaryFolder,
  writeFiles,
} from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
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
        ].join("\n"),
      ),
      "ext/late.ts": "export type Fine = 1;",
      "outside.ts": "export {};",
    }),
    refusal(
      "source_refused",
      /manifest\.yaml:9: 'missing\.ts' does not exist/,
      /manifest\.yaml:11: skills are not supported/,
      /manifest\.yaml:14: '\.\/readme\.md' is listed twice/,
      /greeter\.ts:1: imports "lodash" by a bare name; write npm:lodash@<version>/,
      /greeter\.ts:2: imports \.\/absent\.ts, which does not exist/,
      /greeter\.ts:3: imports \.\.\/outside\.ts, which lies outside/,
      /greeter\.ts:4: imports "http:/,
      /greeter\.ts:5: import\("\.\/late\.ts"\) is dynamic/,
      /greeter\.ts:6: import\(\.\.\.\) is dynamic/,
    ),
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
    refusal("not_found", /no manifest at \/nowhere\/manifest\.yaml/),
  );
});
