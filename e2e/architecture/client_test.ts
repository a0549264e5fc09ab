import { deepEqual, ok } from "node:assert/strict";

const e2e = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** Tests of the launcher, the build and the package themselves, and this one. */
const OF_THE_CLIENT = /^(?:client|architecture)\//;

/** The one place that says where the client is. */
const INSTALLED = "process/installed.ts";

/** The client in another form than npm installs it: the launcher of the checkout, and its sources. */
const OTHERWISE =
  /(?:\.\.|\$\{root\})\/bin\/svc\b|dist\/installed|packages\/cli\/(?:main|dispatch\/\w+|testing\/host)\.ts|\bloggedIn\(/;

async function* files(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* files(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}

Deno.test("above unit tests the client is the installed one, which e2e/process gives", async () => {
  const wrong: string[] = [];
  let seen = 0;
  for await (const file of files(e2e)) {
    const shown = file.slice(e2e.length + 1);
    if (OF_THE_CLIENT.test(shown) || shown === INSTALLED) continue;
    seen += 1;
    const found = OTHERWISE.exec(await Deno.readTextFile(file));
    if (found !== null) wrong.push(`${shown}: ${found[0]}`);
  }
  ok(seen > 100, `${seen} files`);
  // Start it with createPerson or LAUNCHER of e2e/process/svc.ts.
  deepEqual(wrong, []);
});
