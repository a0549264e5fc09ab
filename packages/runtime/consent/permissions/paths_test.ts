import { deepEqual, rejects } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { namedFolders } from "../../extension/sources/base.ts";
import { testSandbox } from "../../testing/sandbox.ts";
import type { Attempt } from "../../testing/sandbox_probe.ts";

Deno.test("a link to a folder above what is closed does not open it from there", async () => {
  await using home = await testSandbox();
  const repo = home.at("work/repo");
  await Deno.symlink(".", `${repo}/here`);
  await Deno.symlink("..", `${repo}/docs/up`);
  await Deno.symlink("../..", `${repo}/home`);
  await Deno.symlink("/", `${repo}/docs/everything`);
  deepEqual(
    await home.tryAll({ read: [".", "~", "/"], write: ["docs"] }, [
      ["read", `${repo}/here/.svc/data/x.json`],
      ["read", `${repo}/docs/up/.svc/data/x.json`],
      ["read", `${repo}/home/.config/svc/auth.json`],
      ["read", `${repo}/docs/everything${home.at(".config/svc/auth.json")}`],
      ["write", `${repo}/docs/up/.svc.yaml`],
      ["read", `${repo}/docs/a.md`],
    ]),
    ["denied", "denied", "denied", "denied", "denied", "ok"],
  );
});

Deno.test("what the policy denies stays closed below a granted folder, by each link to it, too", async () => {
  await using home = await testSandbox({ ".ssh/id": "k", ".gnupg/k": "k", "work/repo/out/x": "x" });
  const repo = home.at("work/repo");
  await Deno.symlink("../../.ssh", `${repo}/keys`);
  await Deno.symlink("../../..", `${repo}/docs/home`);
  await Deno.symlink(".ssh", home.at("mine"));
  await Deno.symlink(home.at(".gnupg"), home.at("work/gnupg"));
  const denied = { read: ["~/.ssh", home.at(".gnupg")], write: ["out/x"] };
  deepEqual(
    await home.tryAll({ read: ["~"], write: ["out"] }, [
      ["read", home.at(".ssh/id")],
      ["read", home.at(".gnupg/k")],
      ["read", `${repo}/keys/id`],
      ["read", `${repo}/docs/home/.ssh/id`],
      ["read", home.at("mine/id")],
      ["read", home.at("work/gnupg/k")],
      ["write", `${repo}/out/x`],
      ["remove", `${repo}/out/x`],
      ["rename", `${repo}/out`, `${repo}/docs/out`],
      ["write", `${repo}/out/y`],
    ], { denied }),
    [...Array(9).fill("denied"), "ok"],
  );
});

Deno.test("a granted folder whose parts could be moved away from what is denied in them is refused", async () => {
  await using home = await testSandbox({ "out/a/b/x": "x" });
  for (const denied of [{ read: ["~/out/a/b"] }, { write: ["~/out/a/b/x"] }]) {
    await rejects(
      home.tryAll({ read: ["~/out"], write: ["~/out"] }, [], { denied }),
      refusal("permission_denied", /the policy denies/),
    );
    // Nothing can be moved by who may only read.
    await home.tryAll({ read: ["~/out"] }, [], { denied });
  }
});

Deno.test("the policy, and folders of sources that the marker or a variable names, are written by nobody", async () => {
  await using home = await testSandbox({
    "work/repo/.svc.yaml": "modelsDir: src/models\n",
    "work/repo/src/models/x.ts": "",
    "work/repo/src/y.ts": "",
    "work/repo/other/reports/r.ts": "",
    "rules/policy.yaml": "",
  });
  const repository = {
    root: home.at("work/repo"),
    state: home.at("work/repo/.svc"),
    policy: home.at("rules/policy.yaml"),
  };
  const env = (name: string) =>
    name === "HOME" ? home.at(".") : name === "SVC_REPORTS_DIR" ? "other/reports" : undefined;
  const sources = await namedFolders(repository.root, env);
  deepEqual(
    await home.tryAll({ read: ["src"], write: ["src", "other/reports", "~/rules/mine"] }, [
      ["write", home.at("work/repo/src/models/x.ts")],
      ["write", home.at("work/repo/src/models/upstream_extensions.json")],
      ["rename", home.at("work/repo/src/models"), home.at("work/repo/src/m")],
      ["write", home.at("work/repo/other/reports/r.ts")],
      ["write", home.at("work/repo/src/y.ts")],
    ], { repository, env, sources }),
    ["denied", "denied", "denied", "denied", "ok"],
  );
  await Deno.mkdir(home.at("work/repo/deep/er/models"), { recursive: true });
  const deeper = [home.at("work/repo/deep/er/models")];
  for (const write of ["~/rules", "~/rules/policy.yaml", "deep"]) {
    await rejects(
      home.tryAll({ write: [write] }, [], { repository, env, sources: deeper }),
      refusal("permission_denied"),
      write,
    );
  }
});

Deno.test("a program that the policy denies is not started by another name that leads to it", async () => {
  await using home = await testSandbox({ "bin/tool": "", "bin/other": "" });
  for (const name of ["tool", "other"]) {
    await Deno.writeTextFile(home.at(`bin/${name}`), "#!/bin/sh\n");
    await Deno.chmod(home.at(`bin/${name}`), 0o755);
  }
  await Deno.symlink("tool", home.at("bin/alias"));
  const env = (name: string) =>
    name === "PATH"
      ? `${home.at("bin")}:/usr/bin:/bin`
      : name === "HOME"
      ? home.at(".")
      : undefined;
  const attempts = ["alias", "other"].map((name) => ["run", name] as ["run", string]);
  const run = ["alias", "other"];
  deepEqual(await home.tryAll({ run }, attempts, { env }), ["ok", "ok"]);
  for (const denied of ["tool", home.at("bin/tool"), home.at("bin/alias")]) {
    deepEqual(
      await home.tryAll({ run }, attempts, { env, denied: { run: [denied] } }),
      ["denied", "ok"],
      denied,
    );
  }
});

Deno.test("a link among an extension's own files opens nothing, whatever is granted beside them", async () => {
  await using home = await testSandbox({
    ".ssh/id": "k",
    "work/repo/extensions/e/files/a.txt": "a",
    "work/repo/extensions/e/deep/b.txt": "b",
  });
  const files = home.at("work/repo/extensions/e");
  await Deno.symlink(home.at("."), `${files}/files/home`);
  await Deno.symlink("../../../../../.ssh/id", `${files}/deep/id`);
  await Deno.symlink("../../.svc/data", `${files}/data`);
  await Deno.symlink("../deep", `${files}/files/inside`);
  await Deno.symlink("../../docs", `${files}/docs`);
  const closed = ["files/home/.ssh/id", "deep/id", "data/x.json"].map((
    path,
  ): ["read", string] => ["read", `${files}/${path}`]);
  const open = ["files/a.txt", "files/inside/b.txt"].map((
    path,
  ): ["read", string] => ["read", `${files}/${path}`]);
  const docs: ["read", string] = ["read", `${files}/docs/a.md`];
  const denied = Array(closed.length).fill("denied");
  const filesRoot = files;
  deepEqual(
    await home.tryAll({}, [...closed, ...open, docs], { filesRoot }),
    [...denied, "ok", "ok", "denied"],
  );
  deepEqual(
    await home.tryAll({ read: ["docs"] }, [...closed, ...open, docs], { filesRoot }),
    [...denied, "ok", "ok", "ok"],
  );
});

Deno.test("a grant deep in what is closed opens nothing, in the person's spelling or the real one", async () => {
  await using home = await testSandbox({
    "work/repo/.svc/outputs/x": "record",
    "work/repo/.svc/data/deep/x": "data",
    "work/repo/.git/hooks/x": "hook",
    "work/repo/behaviors/a/x.yaml": "behavior",
    "work/repo/extensions/a/x.ts": "source",
    ".config/svc/repositories/x": "consent",
  });
  const repo = home.at("work/repo");
  const places = [
    ".svc/outputs",
    ".svc/data/deep",
    ".git/hooks",
    "behaviors/a",
    "extensions/a",
    "~/.config/svc/repositories",
  ];
  const writes = places.map((place): Attempt => [
    "write",
    `${place.startsWith("~") ? home.at(place.slice(2)) : `${repo}/${place}`}/x`,
  ]);
  deepEqual(
    await home.tryAll({ read: ["."], write: ["docs", ...places] }, [
      ...writes,
      ["write", `${repo}/docs/b.md`],
    ]),
    [...writes.map(() => "denied"), "ok"],
  );
  deepEqual(
    await home.tryAll({ read: [".svc/data/deep", ".svc/outputs", "~/.config/svc/repositories"] }, [
      ["read", `${repo}/.svc/data/deep/x`],
      ["read", `${repo}/.svc/outputs/x`],
      ["read", home.at(".config/svc/repositories/x")],
    ]),
    ["denied", "denied", "denied"],
  );
});
