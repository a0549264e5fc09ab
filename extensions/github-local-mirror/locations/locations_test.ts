import assert from "node:assert/strict";
import { model } from "../github_local_mirror.ts";
import type { MirrorContext } from "../context/context.ts";
import { type Locations, openLocations } from "./mod.ts";

interface World {
  /** Real path of a folder in which `repo` is the svc repository. */
  at: string;
  open(paths?: Partial<Record<"o" | "w" | "a" | "owner", string>>): Promise<Locations>;
}

async function inWorld(body: (world: World) => Promise<void>): Promise<void> {
  const at = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-places-" }));
  await Deno.mkdir(`${at}/repo`);
  const open: World["open"] = ({ o = "m/o", w = "m/w", a = "m/a", owner = "octocat" } = {}) =>
    openLocations({
      globalArgs: model.globalArguments.parse({
        owner,
        repo: "hello",
        gitObjectPath: o,
        workspaceRoot: w,
        artifactRoot: a,
      }),
      repoDir: `${at}/repo`,
    } as unknown as MirrorContext);
  try {
    await body({ at, open });
  } finally {
    await Deno.remove(at, { recursive: true });
  }
}

const refused = (reason: RegExp) => (error: Error & { code: string }) => {
  assert.equal(error.code, "refused");
  assert.match(error.message, reason);
  return true;
};

Deno.test("folders below the repository and elsewhere are made, for their owner alone", async () => {
  await inWorld(async ({ at, open }) => {
    const places = await open({ w: `${at}/else/where//./w/` });
    assert.deepEqual([places.objects, places.workspaces, places.artifacts], [
      `${at}/repo/m/o`,
      `${at}/else/where/w`,
      `${at}/repo/m/a`,
    ]);
    for (const path of [places.objects, places.workspaces, places.artifacts]) {
      assert.equal((await Deno.stat(path)).mode! & 0o777, 0o700);
    }
    await Deno.chmod(places.workspaces, 0o755);
    await open({ w: places.workspaces });
    assert.equal(
      (await Deno.stat(places.workspaces)).mode! & 0o777,
      0o755,
      "one that is there stays",
    );
  });
});

Deno.test("~/ is the person's home folder, and ~bob is nobody's", async () => {
  await inWorld(async ({ at, open }) => {
    const home = Deno.env.get("HOME");
    Deno.env.set("HOME", at);
    try {
      assert.equal((await open({ a: "~/mine/a" })).artifacts, `${at}/mine/a`);
      await assert.rejects(open({ a: "~bob/a" }), refused(/only ~\/ is expanded to a home folder/));
      await assert.rejects(open({ a: "~" }), refused(/repository, home or root folder itself/));
    } finally {
      if (home === undefined) Deno.env.delete("HOME");
      else Deno.env.set("HOME", home);
    }
  });
});

for (
  const [paths, reason] of [
    [{ o: "m", w: "m/w" }, /workspaceRoot .*: it is in gitObjectPath/],
    [{ o: "m/x", a: "m/x" }, /it is in/],
    [{ o: "m/x", w: "m/X/y" }, /it is in gitObjectPath/],
    [{ o: "m/stra\u00dfe", w: "m/stra\u00dfe/" }, /it is in/],
    [{ o: "m/caf\u00e9", w: "m/cafe\u0301/w" }, /it is in gitObjectPath/],
    [{ o: "m/o", w: "./m//o/../w" }, /it contains '\.\.'/],
    [{ o: ".." }, /it contains '\.\.'/],
    [{ o: "." }, /repository, home or root folder itself/],
    [{ o: "/" }, /repository, home or root folder itself/],
    [{ o: ".git/x" }, /it is in \.git or \.svc/],
    [{ o: "x/.GIT/y" }, /it is in \.git or \.svc/],
    [{ a: ".svc/data" }, /it is in \.git or \.svc/],
    [{ a: "a\nb" }, /an invisible character/],
    [{ a: "a\u202eb" }, /an invisible character/],
    [{ a: "a,b" }, /a comma/],
    [{ a: "a\\b" }, /a backslash/],
  ] as const
) {
  Deno.test(`${JSON.stringify(paths)} are refused, and nothing is made`, async () => {
    await inWorld(async ({ at, open }) => {
      await assert.rejects(open(paths), refused(reason));
      assert.deepEqual([...Deno.readDirSync(`${at}/repo`)], []);
    });
  });
}

Deno.test("a folder that holds the svc repository is refused", async () => {
  await inWorld(async ({ at, open }) => {
    await assert.rejects(open({ w: at }), refused(/workspaceRoot .* contains the svc repository/));
    await assert.rejects(open({ w: `${at}/repo` }), refused(/contains the svc repository/));
  });
});

Deno.test("a link and a file in the place of a folder, or a file on the way, are refused", async () => {
  await inWorld(async ({ at, open }) => {
    await Deno.mkdir(`${at}/real`);
    await Deno.symlink(`${at}/real`, `${at}/repo/link`);
    await Deno.symlink(`${at}/nowhere`, `${at}/repo/dangling`);
    await Deno.writeTextFile(`${at}/repo/file`, "");
    for (const name of ["link", "dangling"]) {
      await assert.rejects(open({ o: name }), refused(/it is a symbolic link/));
    }
    await assert.rejects(open({ o: "file" }), refused(/it is not a folder/));
    await assert.rejects(open({ o: "file/x" }), refused(/one of its parents is|not a folder/));
    assert.deepEqual([...Deno.readDirSync(`${at}/real`)], []);
  });
});

Deno.test("two names that lead to one folder by a link on the way are refused", async () => {
  await inWorld(async ({ at, open }) => {
    await Deno.mkdir(`${at}/real`);
    await Deno.symlink(`${at}/real`, `${at}/other`);
    const [o, w] = [`${at}/real/x`, `${at}/other/x`];
    await assert.rejects(open({ o, w }), refused(/it is in/));
    const places = await open({ o, w: `${at}/other/y` });
    assert.equal(places.workspaces, `${at}/real/y`, "the real path is used");
  });
});

Deno.test("the artifact folder of another mirror, and one that holds other things, are refused", async () => {
  await inWorld(async ({ at, open }) => {
    await open();
    await open({ owner: "OctoCat" });
    await assert.rejects(open({ owner: "hubot" }), refused(/it is used for octocat\/hello/));
    await Deno.mkdir(`${at}/docs`);
    await Deno.writeTextFile(`${at}/docs/.DS_Store`, "");
    await open({ a: `${at}/docs` });
    await Deno.mkdir(`${at}/full`);
    await Deno.writeTextFile(`${at}/full/letter\u001b[31m.txt`, "");
    await assert.rejects(open({ a: `${at}/full` }), refused(/which does not belong to a mirror/));
    await Deno.writeTextFile(`${at}/repo/m/a/mirror.json`, "{");
    await assert.rejects(open(), refused(/its mirror\.json is damaged/));
  });
});
