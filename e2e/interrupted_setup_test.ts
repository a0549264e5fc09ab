import assert from "node:assert/strict";
import { type Call, killed } from "./process/killed.ts";
import { createPerson } from "./process/svc.ts";

const RUN = ["behavior", "run", "hello", "execute", "--input", "run=echo hi"];

/** Points at which setting up, moving and leaving are killed: the call, and the path it is made with. */
const POINTS: readonly Call[] = [
  { call: "writeTextFileSync", path: "\\.\\.probe-" },
  { call: "linkSync", path: "\\.version$" },
  { call: "rename", path: "/datastores/[0-9a-f]{32}\\.json" },
  { call: "rename", path: "/\\.svc\\.yaml$" },
];

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
      assert.equal(await marker(), before, `killed at ${point.path}`);
      assert.equal(await versions(), data);
    }
    await ada.ok(setup);
    before = await marker();
    assert.match(before, new RegExp(`path: ${path}`), `setup ${at}`);
  }
  const remove = ["datastore", "remove", "--yes"];
  await killed(ada, { call: "rename", path: "/\\.svc\\.yaml$" }, remove);
  assert.equal(await marker(), before);
  await ada.ok(remove);
  assert.equal(await marker(), plain);
  assert.equal(await versions(), data);
});
