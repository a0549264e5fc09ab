import { deepEqual, equal, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { listFilesBelow } from "../../base/files/read.ts";
import { installExtension } from "../installed/install.ts";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { admitType } from "../../run/admit/admit.ts";
import { GREET, modelText, temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { grantPermissions, revokePermissions } from "./change.ts";
import { listPermissions, openPermissions } from "./listing.ts";

const NAME = "@acme/greeter";
const ASKS = "permissions:\n  net:\n    - a.example\n";

Deno.test("own sources get what is granted, lose what is revoked, and are not asked for it again", async () => {
  await using greeter = await greeterRepository(modelText(GREET), { manifest: ASKS });
  const { repository } = greeter;
  deepEqual(await openPermissions(repository, NAME), ["net:a.example"]);
  const granted = await grantPermissions(repository, NAME, { net: ["a.example"], run: ["git"] });
  deepEqual(granted.granted, { net: ["a.example"], run: ["git"] });
  deepEqual((await admitType(repository, NAME)).permissions, granted.granted);
  deepEqual((await grantPermissions(repository, NAME, { run: ["git"] })).changed, []);
  await revokePermissions(repository, NAME, { net: ["a.example"] });
  deepEqual(
    (await admitType(repository, NAME)).permissions,
    { run: ["git"] },
    "and nobody is asked",
  );
  await revokePermissions(repository, NAME, "all");
  deepEqual((await admitType(repository, NAME)).permissions, {});
  await rejects(
    revokePermissions(repository, NAME, { env: ["HOME"] }),
    refusal("not_found", /env:HOME is not granted/, /extension permissions/),
  );
  await grantPermissions(repository, NAME, { net: ["*.a.example"] });
  await rejects(
    revokePermissions(repository, NAME, { net: ["x.a.example"] }),
    refusal("not_found", /as a part of net:\*\.a\.example/),
  );
});

Deno.test("of grants and revocations at once, none is lost", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await grantPermissions(repository, NAME, { run: ["old"] });
  const hosts = ["a", "b", "c", "d", "e"].map((name) => `${name}.example`);
  await Promise.all([
    ...hosts.map((host) => grantPermissions(repository, NAME, { net: [host] })),
    revokePermissions(repository, NAME, { run: ["old"] }),
  ]);
  const { permissions } = await admitType(repository, NAME);
  deepEqual([permissions.net?.toSorted(), permissions.run], [hosts, undefined]);
});

Deno.test("what is revoked while a first run asks is not brought back by its answer", async () => {
  await using greeter = await greeterRepository(modelText(GREET), { manifest: ASKS });
  const { repository } = greeter;
  await grantPermissions(repository, NAME, { run: ["git"] });
  await admitType(repository, NAME, {
    onGrant: async () => void await revokePermissions(repository, NAME, { run: ["git"] }),
  });
  deepEqual((await admitType(repository, NAME)).permissions, { net: ["a.example"] });
});

Deno.test("a type without a manifest has grants of its own, whatever extension has its name", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await writeFiles(`${repository.root}/extensions/models`, {
    "loose.ts": modelText(GREET).replaceAll("@acme/greeter", "@acme/loose"),
  });
  await grantPermissions(repository, "@acme/loose", { net: ["a.example"] });
  deepEqual((await admitType(repository, "@acme/loose")).permissions, { net: ["a.example"] });
  deepEqual((await admitType(repository, NAME)).permissions, {});
  await rejects(
    grantPermissions(repository, "type:@acme/loose", { run: ["git"] }),
    (error: Error) => /loose/.test(error.message),
  );
});

Deno.test("a pulled extension keeps a revocation when the same content is pulled again", async () => {
  await using folder = await temporaryFolder();
  await initRepository(`${folder.path}/repo`);
  const repository = repositoryAt(`${folder.path}/repo`, `${folder.path}/config`);
  const extension = await verifiedExtension(modelText(GREET), { manifest: ASKS });
  const asked: number[] = [];
  const install = (at = repository) =>
    installExtension(at, extension, {
      force: true,
      decide: (question) => {
        asked.push(question.asked.length);
        return Promise.resolve(asPermissions(question.asked));
      },
    });
  await install();
  await grantPermissions(repository, NAME, { run: ["git"] });
  await revokePermissions(repository, NAME, { net: ["a.example"] });
  deepEqual((await admitType(repository, NAME)).permissions, { run: ["git"] });
  deepEqual((await install()).permissions, { run: ["git"] });
  deepEqual(asked, [1, 0]);
  deepEqual(
    (await listPermissions(repository, NAME)).extensions[0]!.permissions
      .map(({ permission, state, by }) => [permission, state, by]),
    [["net:a.example", "refused", undefined], ["run:git", "granted", "you"]],
  );
  const stranger = repositoryAt(repository.root, `${folder.path}/other`);
  await rejects(
    grantPermissions(stranger, NAME, { run: ["git"] }),
    refusal("consent_required", /svc extension install/),
  );
  equal((await listPermissions(stranger, NAME)).extensions[0]!.agreed, false);
});

Deno.test("the policy denies a grant by name, and a listing shows what it decides", async () => {
  await using folder = await temporaryFolder();
  await using greeter = await greeterRepository(modelText(GREET), { manifest: ASKS });
  await Deno.writeTextFile(
    `${folder.path}/policy.yaml`,
    "allow: [env:HOME]\ndeny: [net:a.example]\n",
  );
  const repository = { ...greeter.repository, policy: `${folder.path}/policy.yaml` };
  await rejects(
    grantPermissions(repository, NAME, { net: ["a.example"] }),
    refusal("permission_denied", /policy\.yaml denies net:a\.example/),
  );
  const { policy, extensions } = await listPermissions(repository);
  equal(policy, repository.policy);
  deepEqual(
    extensions[0]!.permissions.map((
      { permission, state, by, declared },
    ) => [permission, state, by, declared]),
    [["net:a.example", "denied", "policy", true], ["env:HOME", "granted", "policy", false]],
  );
});

Deno.test("a grant that was killed half-way left the old decision or the new one", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await grantPermissions(repository, NAME, { run: ["git"] });
  const [file] = (await listFilesBelow(repository.config!)).filter((one) =>
    one.endsWith("local.json")
  );
  // What a killed write leaves beside the file, and never instead of it.
  await Deno.writeTextFile(`${repository.config}/${file}.1a2b3c4d.tmp`, '{"permissions": {"ru');
  deepEqual((await admitType(repository, NAME)).permissions, { run: ["git"] });
  await grantPermissions(repository, NAME, { env: ["HOME"] });
  deepEqual((await admitType(repository, NAME)).permissions, { run: ["git"], env: ["HOME"] });
});

Deno.test("own sources that state their permissions ask for those only, also in --allow-all-requested", async () => {
  const code = `await fetch("https://b.example"); ${GREET}`;
  await using stated = await greeterRepository(modelText(code), { manifest: "permissions: {}\n" });
  deepEqual(await openPermissions(stated.repository, NAME), []);
  const { extensions } = await listPermissions(stated.repository, NAME);
  deepEqual(extensions[0]!.mentioned?.map(({ permission }) => permission), ["net:b.example"]);
  const all = await admitType(stated.repository, NAME, { allowRequested: true });
  deepEqual(all.permissions, {});
  await using silent = await greeterRepository(modelText(code));
  deepEqual(await openPermissions(silent.repository, NAME), ["net:b.example"]);
});
