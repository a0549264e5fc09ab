import { deepEqual } from "node:assert/strict";
import { testSandbox } from "../../testing/sandbox.ts";

const STATE = "work/repo/.svc";

Deno.test("with an exchange folder, no grant opens anything else below .svc", async () => {
  await using home = await testSandbox({
    [`${STATE}/datastore/a/x`]: "mine",
    [`${STATE}/datastore/b/x`]: "another's",
    [`${STATE}/outputs/x`]: "record",
  });
  const at = (path: string) => home.at(`${STATE}/${path}`);
  await Deno.symlink(at("data"), at("datastore/a/data"));
  const exchange = at("datastore/a");
  for (
    const permissions of [
      {},
      { read: ["."], write: ["docs", ".svc", ".svc/outputs", ".svc/new"] },
      { read: ["."], write: ["~/work/repo/.svc/types"] },
    ]
  ) {
    deepEqual(
      await home.tryAll(permissions, [
        ["read", at("datastore/a/x")],
        ["write", at("datastore/a/new")],
        ["remove", at("datastore/a/new")],
      ], { exchange }),
      ["ok", "ok", "ok"],
      JSON.stringify(permissions),
    );
    deepEqual(
      await home.tryAll(permissions, [
        ["write", at("datastore/b/x")],
        ["write", at("datastore/new")],
        ["write", at("new")],
        ["write", at("outputs/x")],
        ["write", at("types/x")],
        ["write", at("data/x.json")],
        ["read", at("data/x.json")],
        ["read", at("datastore/b/x")],
        ["read", at("datastore/a/data/x.json")],
        ["write", at("datastore/a/data/x.json")],
        ["rename", at("datastore/a"), at("datastore/c")],
        ["write", home.at("work/repo/.svc.yaml")],
      ], { exchange }),
      Array(12).fill("denied"),
      JSON.stringify(permissions),
    );
  }
});

Deno.test("what the policy denies stays closed in an exchange folder", async () => {
  await using home = await testSandbox({ [`${STATE}/datastore/a/x`]: "mine" });
  const exchange = home.at(`${STATE}/datastore/a`);
  const denied = { write: [home.at("work")] };
  deepEqual(
    await home.tryAll({ write: ["docs"] }, [["write", `${exchange}/x`]], { exchange, denied }),
    ["denied"],
  );
});

Deno.test("no grant opens what a datastore exchanges: it is other behaviors' data", async () => {
  await using home = await testSandbox({ [`${STATE}/datastore/a/x`]: "data" });
  const at = (path: string) => home.at(`${STATE}/${path}`);
  for (
    const read of [["."], [".svc"], [".svc/datastore"], [".svc/datastore/a"], [at("datastore/a/x")]]
  ) {
    deepEqual(
      await home.tryAll({ read }, [["read", at("datastore/a/x")]]),
      ["denied"],
      String(read),
    );
  }
});
