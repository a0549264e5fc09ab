import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { grantText, type Permissions } from "@svc/core/permission";
import { listFilesBelow } from "../base/files/read.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { temporaryFolder } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import type { Consent } from "./consent.ts";
import { permissionRequest } from "./request.ts";
import { listConsents, readConsent, recordConsent, removeConsent } from "./store.ts";

const NAME = "@acme/greeter";

/** A person's configuration folder, and a repository at a path of its own. */
async function scene() {
  const stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder());
  await initRepository(`${path}/repo`);
  return {
    path,
    config: `${path}/config`,
    repository: repositoryAt(`${path}/repo`, `${path}/config`),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function pulled(checksum: string, bundle = "b"): Omit<Consent, "repository" | "grantedAt"> {
  return {
    origin: "pulled",
    extension: NAME,
    version: "2026.01.02.3",
    permissions: { net: ["a.example"] },
    shown: ["net a.example"],
    content: { checksum, bundles: { "b.js": bundle }, types: {}, files: "" },
  };
}

const LOCAL = {
  origin: "local",
  extension: NAME,
  version: "1",
  permissions: {},
  shown: [] as string[],
} as const;

Deno.test("a consent is private, and kept apart by extension, archive, content and own sources", async () => {
  await using at = await scene();
  for (const one of [pulled("a"), pulled("a", "other"), pulled("c"), LOCAL]) {
    await recordConsent(at.repository, one);
  }
  await recordConsent(at.repository, { ...LOCAL, extension: "@acme/greeter2" });
  equal((await listConsents(at.repository)).length, 5);
  equal((await listConsents(at.repository, NAME)).length, 4);
  equal((await readConsent(at.repository, NAME, { checksum: "c" }))?.content?.checksum, "c");
  equal((await readConsent(at.repository, NAME, "local"))?.origin, "local");
  equal(await readConsent(at.repository, NAME, { checksum: "b" }), undefined);
  equal((await readConsent(at.repository, NAME, "local"))?.repository, at.repository.root);
  for (const file of await listFilesBelow(at.config)) {
    equal((await Deno.stat(`${at.config}/${file}`)).mode! & 0o777, 0o600, file);
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      equal((await Deno.stat(`${at.config}/${file.slice(0, end)}`)).mode! & 0o777, 0o700);
    }
  }
});

Deno.test("the same consent again replaces itself, and a removal takes what killed writes left", async () => {
  await using at = await scene();
  await recordConsent(at.repository, pulled("a"));
  await recordConsent(at.repository, pulled("a"));
  await recordConsent(at.repository, pulled("b"));
  await recordConsent(at.repository, LOCAL);
  const [file] = await listFilesBelow(at.config);
  const folder = `${at.config}/${file!.slice(0, file!.lastIndexOf("/"))}`;
  await Deno.writeTextFile(`${folder}/dead.json.1a2b.tmp`, "{");
  await Deno.writeTextFile(`${folder}/damaged.json`, "{");
  equal((await listConsents(at.repository)).length, 3);
  await removeConsent(
    at.repository,
    NAME,
    ({ origin, content }) => origin === "local" || content?.checksum === "b",
  );
  equal((await listFilesBelow(at.config)).length, 2);
  await removeConsent(at.repository, NAME);
  deepEqual(await listFilesBelow(at.config), []);
  await removeConsent(at.repository, NAME);
});

Deno.test("a copy of the repository, another one at its path, and nobody in particular have no consent", async () => {
  await using at = await scene();
  await recordConsent(at.repository, pulled("a"));
  const has = async (repository: Repository) => (await listConsents(repository)).length > 0;
  ok(await has(at.repository));
  await new Deno.Command("cp", { args: ["-a", at.repository.root, `${at.path}/copy`] }).output();
  ok(!await has(repositoryAt(`${at.path}/copy`, at.config)), "a copy with all of .svc");
  await Deno.symlink(at.repository.root, `${at.path}/link`);
  ok(await has(repositoryAt(`${at.path}/link`, at.config)), "the same place by another name");
  ok(!await has(repositoryAt(at.repository.root)), "no configuration folder");
  ok(!await has(repositoryAt(at.repository.root, `${at.path}/other`)), "another person");
  await rejects(
    recordConsent(repositoryAt(at.repository.root), LOCAL),
    refusal("validation_failed", /HOME or XDG_CONFIG_HOME/),
  );
  await Deno.remove(at.repository.root, { recursive: true });
  await initRepository(at.repository.root);
  ok(!await has(at.repository), "cloned again at the same path");
});

Deno.test("a consent to a kind of permission that this release does not know counts for nothing", async () => {
  await using at = await scene();
  const { content } = pulled("a");
  for (const permissions of [{ gpu: ["all"] } as Permissions, { net: "a.example" } as never]) {
    await recordConsent(at.repository, { ...pulled("a"), permissions });
    equal(await readConsent(at.repository, NAME, { checksum: "a" }), undefined);
  }
  const requested = permissionRequest({ permissions: { gpu: ["all"] } as Permissions });
  deepEqual(requested.permissions.map(grantText), ["gpu:all"]);
  await recordConsent(at.repository, { ...pulled("a"), requested });
  equal(await readConsent(at.repository, NAME, { checksum: "a" }), undefined);
  await recordConsent(at.repository, pulled("a"));
  deepEqual((await readConsent(at.repository, NAME, { checksum: "a" }))?.content, content);
});

Deno.test("consents in a folder that others can write in are neither read nor written", async () => {
  await using at = await scene();
  await recordConsent(at.repository, pulled("a"));
  for (const folder of [at.config, `${at.config}/repositories`]) {
    for (const mode of [0o770, 0o702, 0o777]) {
      await Deno.chmod(folder, mode);
      const exposed = refusal("config_exposed", /Others can write in/, /chmod 700/);
      await rejects(listConsents(at.repository), exposed);
      await rejects(recordConsent(at.repository, LOCAL), exposed);
    }
    await Deno.chmod(folder, 0o755);
    equal((await listConsents(at.repository)).length, 1);
  }
});

Deno.test("the id of a copy is never written through a link", async () => {
  await using at = await scene();
  await Deno.writeTextFile(`${at.path}/precious`, "mine");
  await Deno.symlink(`${at.path}/precious`, `${at.repository.state}/copy-id`);
  await rejects(recordConsent(at.repository, LOCAL), refusal("conflict", /symbolic link/));
  equal(await Deno.readTextFile(`${at.path}/precious`), "mine");
});
