import assert from "node:assert/strict";
import { createPerson, type Person } from "./process/svc.ts";

const RUN = ["behavior", "run", "hello", "execute", "--input", "run=echo hi"];

/** Points at which setting up, moving and leaving are killed: the call, and the path it is made with. */
const POINTS: readonly [call: string, path: string][] = [
  ["writeTextFileSync", "\\.\\.probe-"],
  ["linkSync", "\\.version$"],
  ["rename", "/datastores/[0-9a-f]{32}\\.json"],
  ["rename", "/\\.svc\\.yaml$"],
];

async function killed(person: Person, [call, path]: readonly [string, string], argv: string[]) {
  const { signal, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--allow-all", "--no-check", "--quiet"],
      `${import.meta.dirname}/process/killed_svc.ts`,
      ...[call, path, ...argv],
    ],
    cwd: person.work,
    clearEnv: true,
    env: person.env,
  }).output();
  assert.equal(signal, "SIGKILL", `${call} ${path}: ${new TextDecoder().decode(stderr)}`);
}

Deno.test("setup, moving and leaving that are killed leave .svc.yaml as it was, and go on when done again", async () => {
  await using ada = await createPerson("http://127.0.0.1:9");
  await ada.ok(["init"]);
  await ada.ok(["behavior", "create", "command/shell", "hello"]);
  await ada.ok(RUN);
  const marker = () => Deno.readTextFile(`${ada.work}/.svc.yaml`);
  const versions = () => ada.ok(["data", "versions", "hello", "result", "--json"]);
  const plain = await marker();
  const data = await versions();
  let before = plain;
  for (const [at, store] of ["a", "b"].entries()) {
    const path = `${ada.home}/${store}`;
    await Deno.mkdir(path);
    const setup = ["datastore", "setup", "filesystem", "--path", path];
    for (const point of POINTS) {
      await killed(ada, point, setup);
      assert.equal(await marker(), before, `killed at ${point}`);
      assert.equal(await versions(), data);
    }
    await ada.ok(setup);
    before = await marker();
    assert.match(before, new RegExp(`path: ${path}`), `setup ${at}`);
  }
  const remove = ["datastore", "remove", "--yes"];
  await killed(ada, ["rename", "/\\.svc\\.yaml$"], remove);
  assert.equal(await marker(), before);
  await ada.ok(remove);
  assert.equal(await marker(), plain);
  assert.equal(await versions(), data);
});
