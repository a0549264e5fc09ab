import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  GREET,
  manifestText,
  modelText,
  writeFiles,
} from "../../packages/runtime/testing/extension.ts";

const ROOT = await Deno.realPath(`${import.meta.dirname}/../..`);

/** A copy of the installation, built, and a folder to work in. Packages of others are linked. */
async function installation() {
  const folder = await Deno.makeTempDir({ prefix: "svc test-" });
  const root = `${folder}/svc`;
  await Deno.mkdir(root);
  const { success } = await new Deno.Command("cp", {
    args: ["-R", "packages", "bin", "deno.json", "package.json", root],
    cwd: ROOT,
  }).output();
  ok(success);
  await Deno.symlink(`${ROOT}/node_modules`, `${root}/node_modules`);
  await Deno.mkdir(`${folder}/work`);
  const run = async (program: string, args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd: `${folder}/work`,
      env: { XDG_CONFIG_HOME: `${folder}/config` },
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  };
  const built = await run(Deno.execPath(), ["run", "-A", `${root}/bin/build.ts`]);
  return {
    root,
    built,
    svc: (...args: string[]) => run(`${root}/bin/svc`, args),
    deno: (...args: string[]) => run(Deno.execPath(), args),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("the built client does what the sources do", async (test) => {
  await using made = await installation();
  deepEqual([made.built.code, made.built.stderr], [0, ""]);
  // From here on only the build can answer.
  await Deno.rename(`${made.root}/packages/cli`, `${made.root}/packages/cli-away`);
  await Deno.mkdir(`${made.root}/packages/cli`);
  await Deno.copyFile(
    `${made.root}/packages/cli-away/deno.json`,
    `${made.root}/packages/cli/deno.json`,
  );

  await test.step("every command loads", async () => {
    const names = [...Deno.readDirSync(`${made.root}/dist`)].map(({ name }) => name);
    const commands = names.filter((name) => /^cli\.commands\./.test(name));
    ok(commands.length > 50);
    await Deno.writeTextFile(
      `${made.root}/dist/all.js`,
      commands.map((name) =>
        `if (typeof (await import("./${name}")).default.run !== "function") throw "${name}";\n`
      ).join(""),
    );
    const config = `--config=${made.root}/dist/deno.json`;
    const loaded = await made.deno(
      "run",
      "--quiet",
      "-A",
      "--no-lock",
      config,
      `${made.root}/dist/all.js`,
    );
    deepEqual([loaded.code, loaded.stderr], [0, ""]);
  });

  await test.step("a behavior is made, run and found", async () => {
    equal((await made.svc("init")).code, 0);
    const created = await made.svc("behavior", "create", "command/shell", "hello");
    equal(created.code, 0, created.stderr);
    const run = await made.svc("behavior", "run", "hello", "execute", "--input", "run=echo hi");
    equal(run.code, 0, run.stderr);
    const query = ["data", "query", 'attributes.stdout.contains("hi")', "--json"];
    const found = await made.svc(...query);
    equal(found.code, 0, found.stderr);
    match(found.stdout, /"hello"/);
    match((await made.svc("help", "behavior", "run")).stdout, /^Usage: svc behavior run/m);
  });

  await test.step("an extension is bundled, described and run by processes of the sources", async () => {
    const folder = `${made.root}/../work/extensions/greeter`;
    await writeFiles(folder, { "manifest.yaml": manifestText(), "greeter.ts": modelText(GREET) });
    const run = await made.svc(
      "behavior",
      "run",
      "@acme/greeter",
      "greet",
      "greeter",
      "--yes",
      "--input",
      "name=Ada",
    );
    equal(run.code, 0, run.stderr);
    match((await made.svc("data", "get", "greeter", "main")).stdout, /Hello Ada/);
  });

  await test.step("a stack tells the function and the source", async () => {
    const chunks = [...Deno.readDirSync(`${made.root}/dist`)].map(({ name }) => name);
    const texts = await Promise.all(
      chunks.filter((name) => name.endsWith(".js")).map((name) =>
        Deno.readTextFile(`${made.root}/dist/${name}`)
      ),
    );
    ok(
      texts.some((text) =>
        /\/\/ .*packages\/runtime\/run\/run\.ts\n(?:.*\n)*?async function runMethod/.test(text)
      ),
    );
  });
});

Deno.test("a build that fails leaves none, and is told without failing the installation", async () => {
  const folder = await Deno.makeTempDir({ prefix: "svc-test-" });
  try {
    for (const name of ["core", "scorecard", "runtime", "cli"]) {
      await Deno.mkdir(`${folder}/packages/${name}`, { recursive: true });
    }
    await Deno.mkdir(`${folder}/dist`);
    await Deno.writeTextFile(`${folder}/dist/built`, "");
    await Deno.mkdir(`${folder}/bin`);
    await new Deno.Command("cp", {
      args: ["-R", `${ROOT}/bin/build`, `${ROOT}/bin/build.ts`, `${folder}/bin`],
    })
      .output();
    await Deno.copyFile(`${ROOT}/package.json`, `${folder}/package.json`);
    await Deno.symlink(`${ROOT}/node_modules`, `${folder}/node_modules`);
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", `${folder}/bin/build.ts`],
    }).output();
    equal(code, 0);
    match(
      new TextDecoder().decode(stderr),
      /^svc: the client could not be built and runs from its sources: /,
    );
    deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      "bin",
      "node_modules",
      "package.json",
      "packages",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
