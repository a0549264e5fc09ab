import assert from "node:assert/strict";
import { createCollective, signUp } from "./process/account.ts";
import { writeGreeting } from "./process/greeting.ts";
import { setScene } from "./process/scene.ts";

const OLD = "@ada/greeting";
const NEW = "@mill/greeting";
const VERSION = "2026.11.21.1";

Deno.test("a transferred extension: lockfiles restore it, its old name says where it is, both pull", async () => {
  await using scene = await setScene();
  const { gate, person, account } = scene;
  const manifest = await writeGreeting(`${person.work}/greeting`, OLD, VERSION);
  await person.ok(["extension", "push", manifest, "--yes", "--no-check"]);
  const place = `${person.work}/place`;
  await Deno.mkdir(place);
  const here = { cwd: place };
  await person.ok(["init"], here);
  await person.ok(["extension", "pull", OLD, "--yes"], here);

  const mill = await signUp(gate.url, "mia");
  await createCollective(gate.url, mill, "mill");
  const post = async (path: string, cookie: string, body: object) => {
    const response = await fetch(`${gate.url}/api/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: gate.url, cookie },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, await response.text());
  };
  await post(`extensions/${encodeURIComponent(OLD)}/transfer`, account.cookie, { to: "mill" });
  await post("collectives/mill/transfers/accept", mill.cookie, { extension: OLD });

  const push = await person.svc(["extension", "push", manifest, "--yes", "--no-check", "--json"]);
  assert.equal(JSON.parse(push.stderr).code, "extension_moved", push.stderr);
  const colleague = `${person.work}/colleague`;
  await Deno.mkdir(colleague);
  await person.ok(["init"], { cwd: colleague });
  const lockfile = "upstream_extensions.json";
  await Deno.copyFile(`${place}/${lockfile}`, `${colleague}/${lockfile}`);
  const restored = await person.ok(["extension", "install", "--yes", "--json"], { cwd: colleague });
  assert.match(restored, /"name": "@ada\/greeting"[^}]*"status": "installed"/);
  assert.match(await person.ok(["extension", "info", OLD], here), /is now @mill\/greeting/);
  for (const name of [OLD, NEW]) {
    const other = `${person.work}/${name.slice(1).replace("/", "-")}`;
    await Deno.mkdir(other);
    await person.ok(["init"], { cwd: other });
    const { code, stdout, stderr } = await person.svc(["extension", "pull", name, "--yes"], {
      cwd: other,
    });
    assert.equal(code, 0, stderr);
    // Its archive has the name that it was published under.
    assert.match(stdout, /Pulled @ada\/greeting 2026\.11\.21\.1/);
    assert.match(
      stderr,
      name === OLD ? /transferred to another collective/ : /was published as @ada\/greeting/,
    );
  }
});
