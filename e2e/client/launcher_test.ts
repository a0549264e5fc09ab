import { equal } from "node:assert/strict";

const ROOT = await Deno.realPath(`${import.meta.dirname}/../..`);
const PACKAGES = [
  "core",
  "http",
  "log",
  "provenance",
  "scorecard",
  "runtime",
  "serve",
  "cli",
];

/** A checkout in which both the sources and the build only say which of them ran. */
async function checkout() {
  const root = await Deno.makeTempDir({ prefix: "svc-test-" });
  for (const name of PACKAGES) {
    await Deno.mkdir(`${root}/packages/${name}/part`, { recursive: true });
  }
  for (const name of [".git", "bin/build", "dist"]) {
    await Deno.mkdir(`${root}/${name}`, { recursive: true });
  }
  await Deno.copyFile(`${ROOT}/bin/svc`, `${root}/bin/svc`);
  const say = (word: string) => `Deno.stdout.writeSync(new TextEncoder().encode("${word}"));\n`;
  for (const file of ["deno.json", "package.json"]) {
    await Deno.writeTextFile(`${root}/${file}`, "{}\n");
  }
  await Deno.writeTextFile(`${root}/bin/build.ts`, "");
  await Deno.writeTextFile(`${root}/packages/runtime/part/a.ts`, "");
  await Deno.writeTextFile(`${root}/packages/cli/main.ts`, say("sources"));
  await Deno.writeTextFile(`${root}/dist/cli.main.js`, say("build"));
  return {
    root,
    /** As if the build had begun so many seconds from now. */
    async built(seconds: number) {
      await Deno.writeTextFile(`${root}/dist/built`, "");
      const at = new Date(Date.now() + seconds * 1000);
      await Deno.utime(`${root}/dist/built`, at, at);
    },
    async runs() {
      const { stdout, stderr } = await new Deno.Command("sh", {
        args: [`${root}/bin/svc`],
        env: { SVC_DENO: Deno.execPath() },
      }).output();
      return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

for (const launcher of [["sh", "bin/svc"], ["node", "bin/package/svc.cjs"]]) {
  Deno.test(`${launcher[1]} passes on a cache folder only where it is absolute`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "svc-test-" });
    const deno = `${folder}/deno`;
    await Deno.writeTextFile(deno, '#!/bin/sh\necho "${XDG_CACHE_HOME-none}"\n', { mode: 0o755 });
    const cache = async (XDG_CACHE_HOME: string) => {
      const { stdout } = await new Deno.Command(launcher[0]!, {
        args: [`${ROOT}/${launcher[1]}`],
        env: { SVC_DENO: deno, XDG_CACHE_HOME },
      }).output();
      return new TextDecoder().decode(stdout).trim();
    };
    equal(await cache("/var/cache"), "/var/cache");
    equal(await cache("cache"), "none");
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("the build runs while it is newer than all sources, else the sources run", async () => {
  await using made = await checkout();
  equal(await made.runs(), "sources");
  await made.built(60);
  equal(await made.runs(), "build");
  await made.built(-60);
  equal(await made.runs(), "sources");
});

/** Waits until the file system's clock shows a time after that of the build. */
async function later(root: string): Promise<void> {
  const built = (await Deno.stat(`${root}/dist/built`)).mtime!.getTime();
  for (let now = 0; now <= built;) {
    await Deno.writeTextFile(`${root}/clock`, "");
    now = (await Deno.stat(`${root}/clock`)).mtime!.getTime();
  }
}

const CHANGES: Record<string, (root: string) => Promise<void>> = {
  "a changed file": (root) => Deno.writeTextFile(`${root}/packages/runtime/part/a.ts`, "1;"),
  "a deleted file": (root) => Deno.remove(`${root}/packages/runtime/part/a.ts`),
  "a new file": (root) => Deno.writeTextFile(`${root}/packages/core/part/b.ts`, ""),
  "a moved folder": (root) =>
    Deno.rename(`${root}/packages/scorecard/part`, `${root}/packages/scorecard/moved`),
  "a changed build script": (root) => Deno.writeTextFile(`${root}/bin/build.ts`, "1;"),
  "a file that was given an older time": async (root) => {
    const file = `${root}/packages/runtime/part/a.ts`;
    await Deno.writeTextFile(file, "1;");
    await Deno.utime(file, new Date(0), new Date(0));
  },
};

for (const [what, change] of Object.entries(CHANGES)) {
  Deno.test(`a build is not used after ${what}`, async () => {
    await using made = await checkout();
    await made.built(0);
    await later(made.root);
    await change(made.root);
    equal(await made.runs(), "sources");
  });
}

Deno.test("outside a checkout nothing changes, and the build runs without a look", async () => {
  await using made = await checkout();
  await made.built(-60);
  await Deno.remove(`${made.root}/.git`);
  equal(await made.runs(), "build");
});

Deno.test("where it cannot be told whether a build is new, the sources run", async () => {
  await using made = await checkout();
  await made.built(60);
  await Deno.remove(`${made.root}/packages/scorecard`, { recursive: true });
  equal(await made.runs(), "sources");
});
