import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig, type TestHost } from "../../testing/host.ts";

async function repository() {
  const { path, ...folder } = await temporaryConfig();
  await initRepository(path);
  const at = (argv: string[], settings: TestHost = {}) =>
    svc(["behavior", ...argv], {
      cwd: path,
      ...settings,
      env: { XDG_CONFIG_HOME: path, ...settings.env },
    });
  await at(["create", "command/shell", "sh"]);
  return { path, file: `${path}/behaviors/command/shell/sh.yaml`, at, ...folder };
}

/** An editor: a program that replaces a file's text. */
async function editorOf(folder: string, change: string): Promise<Record<string, string>> {
  const path = `${folder}/my editor.sh`;
  await Deno.writeTextFile(path, `#!/bin/sh\n${change}\n`, { mode: 0o755 });
  return { EDITOR: `'${path}' --wait` };
}

Deno.test("edit opens the editor and saves a text that is a behavior", async () => {
  await using repo = await repository();
  const env = await editorOf(repo.path, `echo '# edited' >> "$2"`);
  const { exit, stdout, stderr } = await repo.at(["edit", "sh"], { env, terminal: true });
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.match(stdout, /^Updated sh\nPath: .*sh\.yaml\n$/);
  assert.match(await Deno.readTextFile(repo.file), /\n# edited\n$/);
});

Deno.test("a behavior names the schema of its type to editors, which edits and runs leave there", async () => {
  await using repo = await repository();
  const { exit } = await repo.at(["create", "command/shell", "@team/sub/sh", "--tag", "a=b"]);
  assert.equal(exit, 0);
  for (const name of ["sh", "@team/sub/sh"]) {
    const file = `${repo.path}/behaviors/command/shell/${name}.yaml`;
    const [line] = (await Deno.readTextFile(file)).split("\n");
    const [, place] = /^# yaml-language-server: \$schema=((?:\.\.\/)+\.svc\/\S+)$/.exec(line!)!;
    const schema = JSON.parse(await Deno.readTextFile(new URL(place!, `file://${file}`)));
    assert.ok(schema.properties.methods.properties.execute, name);
  }
  const found = await repo.at(["get", "sh", "--json"]);
  assert.equal(JSON.parse(found.stdout).name, "sh");
  const edited = await repo.at(["edit", "sh"], {
    stdin: (await Deno.readTextFile(repo.file)).replace("tags: {}", "tags: { c: d }"),
  });
  assert.equal(edited.exit, 0, edited.stderr);
  assert.match(await Deno.readTextFile(repo.file), /^# yaml-language-server/);
  assert.equal((await repo.at(["validate"])).exit, 0);
});

Deno.test("a broken edit is kept aside, and can be saved from there once it is fixed", async () => {
  await using repo = await repository();
  const before = await Deno.readTextFile(repo.file);
  const env = await editorOf(repo.path, `echo 'tags: [' >> "$2"`);
  const { exit, stderr } = await repo.at(["edit", "sh"], { env, terminal: true });
  assert.equal(exit, 1);
  assert.equal(await Deno.readTextFile(repo.file), before);
  const [, kept] = /Your text is kept in (\S+)\. Fix it, then run: svc behavior edit sh < \1/
    .exec(stderr.replaceAll(/\s+/g, " "))!;
  const text = await Deno.readTextFile(kept!);
  assert.equal(text, `${before}tags: [\n`);
  await Deno.remove(kept!.slice(0, kept!.lastIndexOf("/")), { recursive: true });
  const saved = await repo.at(["edit", "sh", "--json"], {
    stdin: text.replace("tags: [", "# fixed"),
  });
  assert.equal(JSON.parse(saved.stdout).status, "updated");
  assert.match(await Deno.readTextFile(repo.file), /# fixed/);
});

Deno.test("edit without a terminal and without a text opens nothing", async () => {
  await using repo = await repository();
  const env = await editorOf(repo.path, `echo '# edited' >> "$2"`);
  for (const argv of [["edit", "sh"], ["edit", "sh", "--json"]]) {
    const { exit, stderr } = await repo.at(argv, { env });
    assert.equal(exit, 2);
    assert.match(stderr, /svc behavior edit sh < <file>/, "it says where a text comes from");
  }
  assert.equal((await repo.at(["edit", "sh", "--json"], { env, terminal: true })).exit, 2);
  assert.doesNotMatch(await Deno.readTextFile(repo.file), /edited/);
});

Deno.test("an editor that fails changes nothing", async () => {
  await using repo = await repository();
  const { exit, stderr } = await repo.at(["edit", "sh"], {
    env: { VISUAL: "false" },
    terminal: true,
  });
  assert.equal(exit, 1);
  assert.match(stderr, /The editor 'false' ended with 1; nothing was changed/);
});

Deno.test("validate names file and line, and exits with 1 when something is wrong", async () => {
  await using repo = await repository();
  assert.deepEqual(
    [(await repo.at(["validate"])).exit, (await repo.at(["validate", "sh"])).stdout],
    [0, "sh (command/shell): PASSED\n"],
  );
  const text = await Deno.readTextFile(repo.file);
  await Deno.writeTextFile(
    repo.file,
    text.replace("methods: {}", "methods:\n  execute:\n    arguments: { rnu: x }"),
  );
  const { exit, stdout } = await repo.at(["validate", "sh"]);
  assert.equal(exit, 1);
  assert.match(
    stdout,
    /sh\.yaml:11 methods\.execute\.arguments\.rnu: is not declared\. Did you mean 'run'/,
  );
  const json = JSON.parse((await repo.at(["validate", "--json"])).stdout);
  assert.deepEqual([json.totalFailed, json.models[0].validations[2].passed], [1, false]);
});

Deno.test("evaluate shows one or all, with inputs and without content of the environment", async () => {
  await using repo = await repository();
  const text = await Deno.readTextFile(repo.file);
  await Deno.writeTextFile(
    repo.file,
    text.replace(
      "methods: {}",
      'methods: { execute: { arguments: { run: "echo ${{ inputs.n + 1 }}", workingDir: "${{ env.W }}" } } }\n' +
        "inputs: { properties: { n: { type: integer } } }",
    ),
  );
  const env = { W: "/hidden" };
  const { stdout } = await repo.at(["evaluate", "sh", "--input", "n=4"], { env });
  assert.match(
    stdout,
    /^sh \(command\/shell\)\nmethods\.execute:\n {2}run: echo 5\n {2}workingDir: \$\{\{ env\.W \}\}\nKept: \.svc\/definitions-evaluated\/command\/shell\/sh\.yaml\n$/,
  );
  const all = await repo.at(["evaluate", "--all", "--json"], { env });
  const { items: [one], total } = JSON.parse(all.stdout);
  assert.equal(total, 1);
  const kept = await Deno.readTextFile(`${repo.path}/${one.outputPath}`);
  assert.match(kept, /name: sh\n[^]*workingDir: \$\{\{ env\.W \}\}\n/);
  assert.ok(!kept.includes("/hidden"), kept);
  assert.equal(one.unresolved[0].path, "methods.execute.run");
  assert.equal((await repo.at(["evaluate"])).exit, 2);
  assert.equal((await repo.at(["evaluate", "sh", "--all"])).exit, 2);
});

Deno.test("delete names what goes with a behavior before it asks", async () => {
  await using repo = await repository();
  await repo.at(["run", "sh", "execute", "--input", "run=true"]);
  const asked = await repo.at(["delete", "sh", "--force"]);
  assert.match(asked.stderr, /Delete sh with its data log, result \(2 versions\)\?/);
  assert.ok(await Deno.stat(repo.file));
});
