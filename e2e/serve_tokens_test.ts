import assert from "node:assert/strict";
import { createPerson, LAUNCHER, type Person } from "./process/svc.ts";

/** The folder where svc keeps what a server of the person's only repository knows. */
async function stateFolder({ home }: Person): Promise<string> {
  const [copy] = await Array.fromAsync(Deno.readDir(`${home}/.config/svc/repositories`));
  return `${home}/.config/svc/repositories/${copy!.name}/serve`;
}

async function person(): Promise<Person> {
  const ada = await createPerson("http://127.0.0.1:9");
  await ada.ok(["init"]);
  await ada.ok(["behavior", "create", "command/shell", "deploy"]);
  return ada;
}

const create = (name: string) => ["serve", "token", "create", name, "--allow", "deploy"];

Deno.test("of operators who make a token of one name at once, one gets it; all others are told", async () => {
  await using ada = await person();
  const done = await Promise.all(Array.from({ length: 6 }, () => ada.svc(create("ci"))));
  const made = done.filter(({ code }) => code === 0);
  assert.equal(made.length, 1, done.map(({ stderr }) => stderr).join("\n"));
  for (const { code, stdout, stderr } of done) {
    if (code !== 0) assert.match(`${stdout}${stderr}`, /A token 'ci' already exists \(active\)/);
  }
  const { tokens } = JSON.parse(await ada.ok(["serve", "token", "list", "--json"]));
  assert.equal(tokens.length, 1);
});

Deno.test("operators who make tokens of different names at once all get theirs", async () => {
  await using ada = await person();
  const names = ["a", "b", "c", "d", "e", "f"];
  await Promise.all(names.map((name) => ada.ok(create(name))));
  const { tokens } = JSON.parse(await ada.ok(["serve", "token", "list", "--json"]));
  assert.deepEqual(tokens.map(({ name }: { name: string }) => name), names);
});

Deno.test("what is kept of tokens is the operator's alone: folder 0700, files 0600, whatever the umask", async () => {
  await using ada = await person();
  const { code } = await new Deno.Command("sh", {
    args: ["-c", `umask 000; exec "$@"`, "sh", LAUNCHER, ...create("ci")],
    cwd: ada.work,
    clearEnv: true,
    env: ada.env,
    stdout: "null",
  }).output();
  assert.equal(code, 0);
  const folder = await stateFolder(ada);
  const mode = async (path: string) => ((await Deno.stat(path)).mode! & 0o777).toString(8);
  assert.equal(await mode(folder), "700");
  const files = await Array.fromAsync(Deno.readDir(folder));
  assert.ok(files.length > 0);
  for (const { name } of files) assert.equal(await mode(`${folder}/${name}`), "600", name);
});

Deno.test("a state that is damaged, or of another program, is named with what to do", async () => {
  await using ada = await person();
  await ada.ok(create("ci"));
  const path = `${await stateFolder(ada)}/state.db`;
  const bytes = await Deno.readFile(path);
  for (const [from, what] of [[0, "is damaged"], [4096, "is damaged"]] as const) {
    await Deno.writeFile(path, bytes.slice().fill(0xff, from));
    const { code, stderr } = await ada.svc(["serve", "token", "list"]);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${path} ${what}\n.*move it away`, "s"));
  }
});
