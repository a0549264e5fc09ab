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

Deno.test("of operators who make a token of one name at once, one gets it; all others are told; those of other names get theirs", async () => {
  await using ada = await person();
  const names = ["a", "b", "c"];
  const [same] = await Promise.all([
    Promise.all(Array.from({ length: 4 }, () => ada.svc(create("ci")))),
    ...names.map((name) => ada.ok(create(name))),
  ]);
  const refused = same.filter(({ code }) => code !== 0);
  assert.equal(refused.length, 3, same.map(({ stderr }) => stderr).join("\n"));
  for (const { stdout, stderr } of refused) {
    assert.match(`${stdout}${stderr}`, /A token 'ci' already exists \(active\)/);
  }
  const { tokens } = JSON.parse(await ada.ok(["serve", "token", "list", "--json"]));
  assert.deepEqual(tokens.map(({ name }: { name: string }) => name), [...names, "ci"]);
});

Deno.test("what is kept of tokens is the operator's alone: folder 0700, files 0600, whatever the umask; one that is damaged is named", async () => {
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

  const path = `${folder}/state.db`;
  const bytes = await Deno.readFile(path);
  for (const from of [0, 4096]) {
    await Deno.writeFile(path, bytes.slice().fill(0xff, from));
    const { code, stderr } = await ada.svc(["serve", "token", "list"]);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${path} is damaged\n.*move it away`, "s"));
  }
});
