import { deepEqual, equal, match } from "node:assert/strict";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";

/** A formatted extension whose deno.json wants single quotes, and a file with this text in it. */
async function withFile(text: string) {
  const folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path);
  const file = `${folder.path}/more.ts`;
  const fmt = (...argv: string[]) =>
    svc(["extension", "fmt", manifest, ...argv], { env: { XDG_CONFIG_HOME: folder.path } });
  await Deno.writeTextFile(`${folder.path}/deno.json`, '{ "fmt": { "singleQuote": true } }\n');
  equal((await fmt()).exit, 0);
  await Deno.writeTextFile(file, text);
  return {
    fmt,
    read: () => Deno.readTextFile(file),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

Deno.test("fmt --check shows what would change and writes nothing; fmt writes it, by the nearest deno.json", async () => {
  const before = 'export const name = "Ada"\n';
  await using extension = await withFile(before);
  const checked = await extension.fmt("--check");
  deepEqual([checked.exit, await extension.read()], [1, before]);
  match(
    checked.stderr,
    /^from .*\/more\.ts:\n1 \| -export const name = "Ada"\n1 \| \+export const name = 'Ada';/m,
  );
  match(checked.stdout, /: not formatted$/m);
  const formatted = await extension.fmt();
  deepEqual([formatted.exit, formatted.stderr], [0, ""]);
  equal(await extension.read(), "export const name = 'Ada';\n");
  const again = await extension.fmt("--check");
  deepEqual([again.exit, again.stderr], [0, ""]);
});

Deno.test("a file that cannot be parsed is named with its line and stays as it is", async () => {
  const before = "export const = ;\n";
  await using extension = await withFile(before);
  for (const argv of [["--check"], []]) {
    const { exit, stderr } = await extension.fmt(...argv);
    equal(exit, 1);
    match(stderr, /more\.ts/);
    match(stderr, /export const = ;/);
    equal(await extension.read(), before);
  }
});
