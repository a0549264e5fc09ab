import { deepEqual, equal, rejects } from "node:assert/strict";
import { initRepository } from "../../repository/init.ts";
import { findRepository, type Repository, repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { readPolicy } from "./read.ts";

const TEXT = "deny: [run:git]\n";

/** A repository and a configuration folder beside it. */
async function scene() {
  const folder = await temporaryFolder();
  const { path } = folder;
  await initRepository(`${path}/repo`);
  await Deno.mkdir(`${path}/config`, { mode: 0o700 });
  const named = (policy: string): Repository => ({ ...repositoryAt(`${path}/repo`), policy });
  return {
    path,
    named,
    repository: repositoryAt(`${path}/repo`, `${path}/config`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("the policy is the configuration folder's, or the one that SVC_POLICY names", async () => {
  await using at = await scene();
  equal(await readPolicy(at.repository), undefined);
  equal(await readPolicy(repositoryAt(`${at.path}/repo`)), undefined);
  await Deno.writeTextFile(`${at.path}/config/policy.yaml`, TEXT, { mode: 0o600 });
  deepEqual((await readPolicy(at.repository))?.deny, { run: ["git"] });
  await Deno.writeTextFile(`${at.path}/other.yaml`, "deny: [run:sh]\n", { mode: 0o644 });
  const env = (name: string) => name === "SVC_POLICY" ? `${at.path}/other.yaml` : undefined;
  const found = await findRepository({
    repoDir: `${at.path}/repo`,
    env,
    config: `${at.path}/config`,
  });
  deepEqual((await readPolicy(found))?.deny, { run: ["sh"] });
});

Deno.test("a policy that was named and cannot be read is a refusal, never no policy", async () => {
  await using at = await scene();
  const refused = async (policy: string, problem: RegExp) =>
    await rejects(readPolicy(at.named(policy)), refusal("policy_invalid", problem, /SVC_POLICY/));
  await refused("policy.yaml", /absolute path/);
  await refused(`${at.path}/none.yaml`, /none\.yaml, which does not exist/);
  await refused(at.path, /is not a file/);
  await Deno.symlink(`${at.path}/nowhere`, `${at.path}/dangling.yaml`);
  await refused(`${at.path}/dangling.yaml`, /cannot be read/);
  await Deno.writeTextFile(`${at.path}/config/policy.yaml`, "deny: x\n");
  await rejects(readPolicy(at.repository), refusal("policy_invalid", /policy\.yaml:1: /));
});

Deno.test("a repository cannot bring its policy, nor a link that leads to one, nor be led to", async () => {
  await using at = await scene();
  const root = at.repository.root;
  await Deno.writeTextFile(`${at.path}/good.yaml`, TEXT);
  await Deno.writeTextFile(`${root}/mine.yaml`, TEXT);
  await Deno.symlink(`${at.path}/good.yaml`, `${root}/link.yaml`);
  await Deno.symlink(`${root}/mine.yaml`, `${at.path}/into.yaml`);
  await Deno.symlink(root, `${at.path}/alias`);
  await Deno.mkdir(`${at.path}/repository`);
  await Deno.writeTextFile(`${at.path}/repository/good.yaml`, TEXT);
  for (
    const path of [`${root}/mine.yaml`, `${root}/link.yaml`, `${at.path}/into.yaml`]
      .concat(`${at.path}/alias/mine.yaml`, `${at.path}/alias/link.yaml`)
  ) {
    await rejects(
      readPolicy(at.named(path)),
      refusal("policy_invalid", /is in the repository that it applies to/),
      path,
    );
  }
  const byAlias = { ...repositoryAt(`${at.path}/alias`), policy: `${root}/mine.yaml` };
  await rejects(readPolicy(byAlias), refusal("policy_invalid", /is in the repository/));
  await Deno.symlink(`${at.path}/good.yaml`, `${at.path}/outside.yaml`);
  for (const path of [`${at.path}/outside.yaml`, `${at.path}/repository/good.yaml`]) {
    deepEqual((await readPolicy(at.named(path)))?.deny, { run: ["git"] });
  }
});

Deno.test("a policy that others can write is not trusted", async () => {
  await using at = await scene();
  const file = `${at.path}/config/policy.yaml`;
  await Deno.writeTextFile(file, TEXT, { mode: 0o644 });
  const exposed = refusal("config_exposed", /Others can write/, /chmod go-w/);
  for (
    const [path, open, closed] of [[file, 0o664, 0o644], [
      `${at.path}/config`,
      0o777,
      0o755,
    ]] as const
  ) {
    await Deno.chmod(path, open);
    await rejects(readPolicy(at.repository), exposed);
    await Deno.chmod(path, closed);
    equal((await readPolicy(at.repository))?.path, file);
  }
  await Deno.chmod(`${at.path}/config`, 0o1777);
  equal((await readPolicy(at.repository))?.path, file, "as in /tmp, nobody else can replace it");
});
