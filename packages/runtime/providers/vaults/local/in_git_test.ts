import { equal, rejects } from "node:assert/strict";
import { refusal } from "../../../testing/refusal.ts";
import { localVault } from "../../../testing/vault.ts";
import { openVault } from "../open.ts";
import { rotateVault } from "../rotate.ts";
import { isInGit } from "./in_git.ts";

const hasGit = await new Deno.Command("git", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

/** Runs git in a folder, without what a person or machine has set. */
async function git(folder: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", {
    args: ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args],
    cwd: folder,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    stdout: "null",
  }).output();
  equal(success, true, new TextDecoder().decode(stderr));
}

Deno.test({
  name: "with a key that git keeps no secret is put, and none of it is lost",
  ignore: !hasGit,
  async fn() {
    await using made = await localVault();
    const { repository: { root }, main, repository } = made;
    const key = `${made.folder}/.key`;
    {
      await using vault = await openVault(repository, main);
      await vault.put("A", "one");
    }
    await git(root, "init", "--quiet");
    await git(root, "add", ".");
    await using vault = await openVault(repository, main);
    await vault.put("A", "two");
    equal(await isInGit(key), false);

    await git(root, "add", "--force", ".svc");
    equal(await isInGit(key), true);
    const refused = refusal("vault_key_missing", /key file of vault 'main' is in git/);
    await rejects(vault.put("A", "three"), refused);
    await rejects(rotateVault(repository, main), refused);
    equal(await vault.get("A"), "two");

    await git(root, "rm", "-r", "--quiet", "--cached", ".svc");
    await rotateVault(repository, main);
    await vault.put("A", "three");
    equal(await vault.get("A"), "three");
  },
});

Deno.test({
  name:
    "a key is found in git from below its folder and in a second working folder, and another's is not",
  ignore: !hasGit,
  async fn() {
    await using made = await localVault();
    const top = `${made.outside}/top`;
    const file = "team/.svc/secrets/local_encryption/main/.key";
    await Deno.mkdir(`${top}/${file.slice(0, -5)}`, { recursive: true });
    await Deno.writeTextFile(`${top}/${file}`, "x");
    await git(top, "init", "--quiet");
    await git(top, "add", ".");
    await git(top, "commit", "--quiet", "--message", "x");
    await git(top, "worktree", "add", "--quiet", "../second");
    await git(top, "update-index", "--skip-worktree", file);
    equal(await isInGit(`${top}/${file}`), true);
    equal(await isInGit(`${made.outside}/second/${file}`), true);
    for (const other of [file.slice(5), `x/${file}`, `${file}s`, file.replace("main", "prod")]) {
      equal(await isInGit(`${top}/${other}`), false, other);
    }
    equal(await isInGit(`${made.outside}/elsewhere/.key`), false);
  },
});
