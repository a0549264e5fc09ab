// An operator's walk with real processes: start, first admin, backup amid publications, power cut,
// check, restore into a new folder, start again.
import assert from "node:assert/strict";
import { packageOf } from "../packages/registry/testing/extensions/package.ts";
import { createCollective, signUp } from "./process/account.ts";
import { startServer } from "./process/server.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** Runs a command of the operator, as `npm run admin` does. */
async function admin(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(`${root}/bin/deno`, {
    args: ["run", "-A", `${root}/packages/registry/admin/main.ts`, ...args, "--json"],
    cwd: root,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH")!, HOME: Deno.env.get("HOME")!, SVC_DATA: data },
  }).output();
  const [told, refused] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, `${args.join(" ")}: ${told}${refused}`);
  return JSON.parse(told!);
}

Deno.test("an operator starts, backs up amid publications, loses the machine, restores, and has everything", async () => {
  const folder = await Deno.makeTempDir({ prefix: "svc-operator-" });
  try {
    const kept = `${folder}/secret`;
    const acknowledged: string[] = [];
    let cookie: string;
    {
      await using server = await startServer({ env: { SVC_ADMINS: "ada" } });
      const { url, data } = server;
      const ada = await signUp(url, "ada");
      cookie = ada.cookie;
      // The first-party collective is for the operator's admins alone.
      await createCollective(url, ada, "svc");
      await Deno.copyFile(`${data}/secret`, kept);
      // Made by the test, as by any 'mkdir'; what 'check' would say of it.
      await Deno.chmod(data, 0o700);

      const publishing = (async () => {
        for (let n = 1; n <= 6; n++) {
          if (await publish(url, cookie, `2026.01.02.${n}`)) acknowledged.push(`2026.01.02.${n}`);
        }
      })();
      const made = await admin(data, "backup", `${folder}/during`);
      assert.deepEqual(made.missing, []);
      await publishing;
      assert.equal(acknowledged.length, 6);
      await admin(data, "backup", `${folder}/after`);
      const { users } = await admin(data, "users");
      assert.deepEqual(users.map(({ username }: { username: string }) => username), ["ada"]);

      // What a command changes, the serving process follows.
      await admin(data, "disable", "ada");
      await untilStatus(url, cookie, 401);
      await admin(data, "enable", "ada");

      await server.kill();
      assert.equal((await admin(data, "check")).ok, true, "nothing is broken by a power cut");
    }

    const data = `${folder}/data`;
    await admin(data, "restore", `${folder}/after`, "--secret", kept);
    assert.equal((await admin(data, "check")).ok, true);
    await using restored = await startServer({ env: { SVC_DATA: data } });
    const versions = await (await fetch(`${restored.url}/api/v1/extensions/@svc/hello/versions`))
      .json();
    assert.deepEqual(
      versions.versions.map(({ version }: { version: string }) => version).sort(),
      acknowledged,
    );
    for (const version of acknowledged) {
      const archive = await fetch(
        `${restored.url}/api/v1/extensions/@svc/hello@${version}/download`,
      );
      const bytes = new Uint8Array(await archive.arrayBuffer());
      assert.deepEqual(bytes, await packed(version), `${version} comes back byte for byte`);
    }
    assert.equal((await admin(data, "backup", `${folder}/again`)).archives, 6);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function packed(version: string): Promise<Uint8Array<ArrayBuffer>> {
  return packageOf({ name: "@svc/hello", version, readme: `# Hello ${version}\n` });
}

async function publish(url: string, cookie: string, version: string): Promise<boolean> {
  const post = (path: string) =>
    fetch(`${url}/api/v1/extensions/${path}`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify({ name: "@svc/hello", version }),
    });
  const announced = await post("push");
  const { uploadUrl } = await announced.json();
  const stored = await fetch(uploadUrl, { method: "PUT", body: await packed(version) });
  await stored.body?.cancel();
  const confirmed = await post("confirm");
  await confirmed.body?.cancel();
  return confirmed.ok;
}

/** Asks who the cookie is until the answer has this status: the server follows within seconds. */
async function untilStatus(url: string, cookie: string, status: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/whoami`, { headers: { cookie } });
    await response.body?.cancel();
    if (response.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
