import { deepEqual, equal, notEqual, rejects, throws } from "node:assert/strict";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { keyOf, parseDatastore } from "./configuration.ts";
import { configuredDatastore } from "./configured.ts";

const REPOSITORY = repositoryAt("/srv/team/repo", "/home/ada/.config/svc");
const AT = {
  place: "here",
  env: (name: string) => name === "HOME" ? "/home/ada" : undefined,
};

const parse = (written: unknown, repository: Repository = REPOSITORY) =>
  parseDatastore(repository, written, AT);

Deno.test("a folder is absolute, below the home folder, or relative to the repository", () => {
  const folders: Record<string, string> = {
    "/mnt/share/team": "/mnt/share/team",
    "/mnt//share/./x/../team/": "/mnt/share/team",
    "~/share": "/home/ada/share",
    "../share": "/srv/team/share",
    "shared": "/srv/team/repo/shared",
  };
  for (const [written, path] of Object.entries(folders)) {
    deepEqual(parse({ type: "filesystem", path: written }), { type: "filesystem", path }, written);
  }
});

Deno.test("a folder that cannot be meant is refused with the reason", () => {
  const wrong: [string, RegExp][] = [
    ["", /1 to 1000/],
    ["x".repeat(1001), /1 to 1000/],
    [".", /holds the repository itself/],
    ["..", /holds the repository itself/],
    ["/", /holds the repository itself/],
    ["/srv", /holds the repository itself/],
    [".svc", /datastore remove/],
    [".svc/data", /folder of svc or git/],
    [".SVC/data", /folder of svc or git/],
    ["x/../.git/hooks", /folder of svc or git/],
    ["extensions", /folder of svc or git/],
    ["/srv/team/repo/vaults/x", /folder of svc or git/],
    ["~/.config/svc", /configuration folder/],
    ["~/.config/svc/repositories", /configuration folder/],
    ["~bob/share", /fills in none/],
    ["$HOME/share", /fills in none/],
    ["/mnt/${USER}", /fills in none/],
    ["/mnt/\u202Etcerid", /invisible/],
    ["/mnt/a\nb", /invisible/],
    ["/mnt/\0", /invisible/],
  ];
  for (const [path, why] of wrong) {
    throws(() => parse({ type: "filesystem", path }), refusal("validation_failed", why), path);
  }
});

Deno.test("a folder in the repository may be no symbolic link, which could lead anywhere", async () => {
  await using folder = await temporaryFolder();
  await using elsewhere = await temporaryFolder();
  await Deno.symlink(elsewhere.path, `${folder.path}/shared`);
  for (const path of ["shared", "shared/x"]) {
    throws(
      () => parse({ type: "filesystem", path }, repositoryAt(folder.path)),
      refusal("conflict", /symbolic link/),
    );
  }
});

Deno.test("a datastore of an extension has a type of two parts and a plain mapping", () => {
  deepEqual(parse({ type: "@Acme/S3" }), { type: "@acme/s3", config: {} });
  deepEqual(parse({ type: "@acme/s3", config: { bucket: "b", deep: [1, { x: null }] } }), {
    type: "@acme/s3",
    config: { bucket: "b", deep: [1, { x: null }] },
  });
  const wrong: [unknown, RegExp][] = [
    ["filesystem:/x", /mapping with a type/],
    [null, /mapping with a type/],
    [[], /mapping with a type/],
    [{}, /has no type/],
    [{ type: 7 }, /has no type/],
    [{ type: "filesystem" }, /has no path/],
    [{ type: "filesystem", path: 7 }, /has no path/],
    [{ type: "filesystem", path: "/x", config: {} }, /'config', which is unknown/],
    [{ type: "filesystem", path: "/x", namespace: "a" }, /'namespace'.*prefix of its own/],
    [{ type: "filesystem", path: "/x", exclude: ["a"] }, /'exclude'.*all data and all records/],
    [{ type: "@acme/s3", path: "/x" }, /'path', which is unknown/],
    [{ type: "@acme/s3", config: "bucket" }, /config that is not a mapping/],
    [{ type: "@acme/s3", config: ["bucket"] }, /config that is not a mapping/],
    [{ type: "@acme/s3", config: { x: "y".repeat(20_000) } }, /At most 16384/],
    [{ type: "s3" }, /no datastore has/],
    [{ type: "acme/s3" }, /no datastore has/],
    [{ type: "@acme/s3/more" }, /no datastore has/],
    [{ type: "Filesystem", path: "/x" }, /'path'|no datastore has/],
  ];
  for (const [written, why] of wrong) {
    throws(
      () => parse(written),
      refusal("validation_failed", /here/, why),
      JSON.stringify(written),
    );
  }
});

Deno.test("the key of a configuration is that of its meaning, and of no other", async () => {
  const key = (config: Record<string, unknown>) => keyOf({ type: "@acme/s3", config });
  equal(await key({ a: 1, b: { c: 2, d: 3 } }), await key({ b: { d: 3, c: 2 }, a: 1 }));
  notEqual(await key({ x: { a: 1 } }), await key({ x: [["a", 1]] }));
  notEqual(await key({ x: "1" }), await key({ x: 1 }));
  notEqual(
    await keyOf({ type: "filesystem", path: "/a" }),
    await keyOf({ type: "@acme/s3", config: { path: "/a" } }),
  );
});

/** A repository whose marker has these further lines. */
async function marked(lines: string): Promise<AsyncDisposable & { repository: Repository }> {
  const folder = await temporaryFolder();
  await initRepository(folder.path);
  await Deno.writeTextFile(`${folder.path}/.svc.yaml`, lines, { append: true });
  return {
    repository: repositoryAt(folder.path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const env = (values: Record<string, string>) => (name: string) => values[name];

Deno.test("SVC_DATASTORE wins over the marker, and without either there is none", async () => {
  await using plain = await marked("");
  equal(await configuredDatastore(plain.repository, env({})), undefined);
  equal(await configuredDatastore(plain.repository, env({ SVC_DATASTORE: "" })), undefined);
  await using named = await marked("datastore: { type: filesystem, path: /mnt/a }\n");
  const found = await configuredDatastore(named.repository, env({}));
  equal(found?.source, ".svc.yaml");
  deepEqual(found?.configuration, { type: "filesystem", path: "/mnt/a" });
  const over = await configuredDatastore(
    named.repository,
    env({ SVC_DATASTORE: '@acme/s3:{"bucket":"b","url":"https://x"}' }),
  );
  equal(over?.source, "SVC_DATASTORE");
  deepEqual(over?.configuration, { type: "@acme/s3", config: { bucket: "b", url: "https://x" } });
});

Deno.test("what is wrong with SVC_DATASTORE is told without its value", async () => {
  await using plain = await marked("");
  const texts = [
    "filesystem",
    "filesystem:",
    "filesystem:relative/hunter2",
    "s3:bucket/hunter2",
    "hunter2",
    "@acme/s3:hunter2",
    '@acme/s3:{"key":"hunter2"',
    '@acme/s3:"hunter2"',
    '@acme/s3:["hunter2"]',
  ];
  for (const text of texts) {
    await rejects(configuredDatastore(plain.repository, env({ SVC_DATASTORE: text })), (error) => {
      refusal("validation_failed", /SVC_DATASTORE/)(error);
      equal(JSON.stringify(error).includes("hunter2"), false, text);
      return true;
    });
  }
});

Deno.test("a marker that cannot be read is an error, not the same as no datastore", async () => {
  const markers = [
    "datastore: { type: filesystem\n",
    "datastore: { type: filesystem, path: /a }\ndatastore: { type: filesystem, path: /b }\n",
    "datastore: x\n",
    `datastore: { type: filesystem, path: /a }\n# ${"x".repeat(70_000)}\n`,
  ];
  for (const lines of markers) {
    await using one = await marked(lines);
    await rejects(
      configuredDatastore(one.repository, env({})),
      refusal("validation_failed", /\.svc\.yaml/),
    );
  }
});
