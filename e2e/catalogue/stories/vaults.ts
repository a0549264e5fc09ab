import assert from "node:assert/strict";
import { piecesOf, SAMPLE_TOKENS, startCodeHost } from "@svc/fakes/codehost";
import { startOpenbao } from "@svc/fakes/openbao";
import { passStore } from "../../../extensions/pass/testing/store.ts";
import { signUp } from "../../process/account.ts";
import { ownFilesWith } from "../../process/own_files.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const { text: token, seed } = SAMPLE_TOKENS.classic;

/** Vaults of extensions: a token is in pass and in OpenBao, a behavior uses it, and nobody else sees it. */
export const vaults: Story = {
  name: "a token is kept in pass and in OpenBao, used by a behavior, and found nowhere else",
  needs: ["pass", "gpg", "git"],
  async run(world, test) {
    await using host = await startCodeHost({ tokens: { [token]: seed! }, repositories: [] });
    await using store = await passStore();
    await using bao = startOpenbao();
    await using person = await world.consumer({
      extensions: ["@svc/pass", "@svc/openbao", "@svc/github-token-audit"],
      env: {
        GITHUB_API_URL: host.url,
        GNUPGHOME: store.env.GNUPGHOME!,
        PASSWORD_STORE_DIR: store.env.PASSWORD_STORE_DIR!,
        BAO_TOKEN: bao.token,
      },
    });
    const { username, password } = await signUp(world.server.url, "vera");
    const login = ["auth", "login", "--username", username];
    await person.ok(login, { stdin: `${password}\n` });

    await test.step("pass", async () => {
      await person.ok(["vault", "create", "@svc/pass", "team"]);
      await used(person, "team");
      assert.equal(await store.run("pass", ["show", "svc/team/GH_TOKEN"]), token);
      await deleted(person, "team");
      assert.equal((await store.run("pass", ["ls"])).includes("GH_TOKEN"), false);
    });

    await test.step("OpenBao", async () => {
      const config = `address=${bao.url}`;
      await person.ok(["vault", "create", "@svc/openbao", "shared", "--config", config]);
      await used(person, "shared");
      assert.deepEqual(bao.engine().read("svc/shared/GH_TOKEN").data, { value: token });
      await deleted(person, "shared");
    });

    await test.step("an address that somebody changed in the repository gets no token", async () => {
      await using evil = startOpenbao();
      const folder = `${person.work}/vaults/@svc/openbao`;
      const [file] = [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`);
      const text = await Deno.readTextFile(file!);
      await Deno.writeTextFile(file!, text.replace(bao.url, evil.url));
      const { code, stderr } = await person.svc(["vault", "list-keys", "shared"]);
      assert.notEqual(code, 0);
      assert.match(stderr, new RegExp(new URL(evil.url).host));
      assert.equal(evil.requests.length, 0);
      await Deno.writeTextFile(file!, text);
    });

    await test.step("no file of theirs holds the token", async () => {
      const holds = (text: string) =>
        [...piecesOf(token), bao.token].some((piece) => text.includes(piece));
      assert.deepEqual(await ownFilesWith(person, holds), []);
    });
  },
};

/** Puts the token into a vault, and has a behavior use it from there. */
async function used(person: Person, vault: string): Promise<void> {
  await person.ok(["vault", "put", vault, "GH_TOKEN"], { stdin: token });
  assert.equal(await person.ok(["vault", "get", vault, "GH_TOKEN"]), token);
  const keys = JSON.parse(await person.ok(["vault", "list-keys", vault, "--json"]));
  assert.deepEqual(keys.secretKeys, ["GH_TOKEN"]);
  const argument = `token=\${{ vault.get(${vault}, GH_TOKEN) }}`;
  const name = `audit-${vault}`;
  const create = ["behavior", "create", "@svc/github-token-audit", name, "--global-arg", argument];
  await person.ok(create);
  const run = await person.svc(["behavior", "run", name, "audit", "--json"]);
  assert.equal(run.code, 0, run.stderr);
  const { valid, tokenType } = JSON.parse(run.stdout).dataArtifacts[0].attributes;
  assert.deepEqual({ valid, tokenType }, { valid: true, tokenType: "classic" });
  assert.equal(`${run.stdout}${run.stderr}`.includes(token), false);
}

/** Deletes it again. */
async function deleted(person: Person, vault: string): Promise<void> {
  await person.ok(["vault", "delete", vault, "GH_TOKEN", "--yes"]);
  const gone = await person.svc(["vault", "get", vault, "GH_TOKEN", "--json"]);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /"secret_not_found"/);
  const run = await person.svc(["behavior", "run", `audit-${vault}`, "audit", "--json"]);
  assert.equal(run.code, 1);
  assert.match(run.stderr, /has no secret 'GH_TOKEN'/);
}
