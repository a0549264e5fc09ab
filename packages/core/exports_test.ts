import assert from "node:assert/strict";

const read = (path: string) => Deno.readTextFile(`${import.meta.dirname}/${path}`);
const folders = (await Array.fromAsync(Deno.readDir(import.meta.dirname!)))
  .filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();

Deno.test("each concept is imported by itself, so that a command loads only what it needs", async () => {
  const { exports } = JSON.parse(await read("deno.json"));
  assert.deepEqual(
    exports,
    Object.fromEntries(folders.map((name) => [`./${name}`, `./${name}/mod.ts`])),
  );
});

Deno.test("a concept's mod.ts re-exports every product file of its folder and holds no code", async () => {
  for (const folder of folders) {
    const lines = (await read(`${folder}/mod.ts`)).trim().split("\n");
    for (const line of lines) assert.match(line, /^export (?:type )?\* from "\.\/\w+\.ts";$/);
    const files = (await Array.fromAsync(Deno.readDir(`${import.meta.dirname}/${folder}`)))
      .map(({ name }) => name).filter((name) => !/_test\.ts$|^mod\.ts$/.test(name));
    const named = lines.map((line) => /\.\/(.+)";$/.exec(line)![1]);
    // A table that another file of the folder gathers is reached through that one.
    const gathered = await Promise.all(files.map((name) => read(`${folder}/${name}`)));
    for (const file of files) {
      const reached = named.includes(file) ||
        gathered.some((text) => text.includes(`from "./${file}"`));
      assert.ok(reached, `${folder}/${file} is not reached`);
    }
  }
});
