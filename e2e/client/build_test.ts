import { deepEqual, equal, match, ok } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  GREET,
  manifestText,
  modelText,
  writeFiles,
} from "../../packages/runtime/testing/extension.ts";

import { COMMANDS, GROUPS } from "../../packages/cli/table/table.ts";
import { OFTEN, ownPrefix } from "../../bin/build/load_main.ts";
import { installedClient } from "../process/installed.ts";
import { loadedBy } from "./loaded.ts";

const ADA = { id: "1", username: "ada", email: "ada@example.org", name: "Ada" };

const ROOT = await Deno.realPath(`${import.meta.dirname}/../..`);

/** A copy of the installed client, which a test may change, and a folder to work in. */
async function installation() {
  const folder = await Deno.makeTempDir({ prefix: "svc test-" });
  const root = `${folder}/svc`;
  const own = new URL("..", `file://${await Deno.realPath(await installedClient())}`).pathname;
  const { success } = await new Deno.Command("cp", { args: ["-R", own, root] }).output();
  ok(success);
  await Deno.mkdir(`${folder}/work`);
  const run = async (program: string, args: string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd: `${folder}/work`,
      env: {
        XDG_CONFIG_HOME: `${folder}/config`,
        DENO_DIR: `${folder}/deno`,
        SVC_CLUB_URL: "",
        ...env,
      },
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  };
  return {
    root,
    denoDir: `${folder}/deno`,
    run,
    svc: (...args: string[]) => run(`${root}/bin/svc`, args),
    /** As `svc`, told of a registry. */
    told: (registry: string, ...args: string[]) =>
      run(`${root}/bin/svc`, args, { SVC_CLUB_URL: registry }),
    deno: (...args: string[]) => run(Deno.execPath(), args),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** The modules that a remembered start has compiled code of. */
function compiledIn(start: string): string[] {
  using database = new DatabaseSync(`${start}/v8_code_cache_v2`);
  const rows = database.prepare("SELECT specifier FROM codecache").all();
  return rows.map(({ specifier }) => String(specifier));
}

Deno.test("the installed client does what the sources do", async (test) => {
  await using made = await installation();
  await test.step("every command loads", async () => {
    const names = [...Deno.readDirSync(`${made.root}/dist`)].map(({ name }) => name);
    const commands = names.filter((name) => /^cli\.commands\..*\.js$/.test(name));
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

  await test.step("no command starts with a large stand-in of Deno's for a module of Node", async () => {
    const large = ["node:crypto", "node:http", "node:module", "node:stream"];
    const dist = `${made.root}/dist`;
    for (const [path, { module }] of Object.entries(COMMANDS)) {
      const command = `cli.commands.${module.replaceAll("/", ".")}.js`;
      const { node } = await loadedBy(dist, ["cli.dispatch.main.js", command]);
      deepEqual(node.filter((name) => large.includes(name)), [], path);
    }
  });

  await test.step("help and wrong command lines load the table, its shapes and the layout only", async () => {
    const dist = `${made.root}/dist`;
    const alone = `${made.root}/../alone`;
    const help = await loadedBy(dist, ["cli.main.js", "cli.help.start.js"]);
    deepEqual([[...help.files].sort(), help.node], [["cli.help.start.js", "cli.main.js"], []]);
    const refusals = ["cli.dispatch.main.js", "cli.help.group.js"];
    const { files, node } = await loadedBy(dist, [...help.files, ...refusals]);
    deepEqual(node, []);
    await Deno.mkdir(alone);
    for (const { name } of [...Deno.readDirSync(dist)]) {
      if (!files.has(name) && !name.endsWith(".json")) continue;
      await Deno.copyFile(`${dist}/${name}`, `${alone}/${name}`);
    }
    await Deno.writeTextFile(
      `${alone}/all.js`,
      `import { startHelp } from "./cli.help.start.js";
import { main } from "./cli.dispatch.main.js";
const commands = JSON.parse(Deno.args[0]);
const write = Deno.stdout.writeSync, stderr = Deno.stderr.writeSync;
for (const path of commands) {
  let said = "";
  Deno.stdout.writeSync = (bytes) => (said += new TextDecoder().decode(bytes), bytes.length);
  Deno.stderr.writeSync = Deno.stdout.writeSync;
  const words = path.split(" ");
  const wrong = [...words, "--no-such-option"];
  const codes = [await startHelp([...words, "--help"])];
  const page = said;
  codes.push(await startHelp(wrong), await main(wrong));
  Deno.stdout.writeSync = write;
  Deno.stderr.writeSync = stderr;
  const ready = Deno.readTextFileSync(Deno.args[1] + ["/help", ...words].join(".") + ".txt");
  if (codes.join() !== "0,,2" || page !== ready || !said.includes("Usage: svc " + path) || !said.includes("Unknown option")) {
    console.log(path, codes, said);
  }
}
`,
    );
    const paths = JSON.stringify([...Object.keys(COMMANDS), ...Object.keys(GROUPS)]);
    const config = `--config=${dist}/deno.json`;
    const all = await made.deno("run", "-A", "--no-lock", config, `${alone}/all.js`, paths, dist);
    deepEqual([all.code, all.stdout, all.stderr], [0, "", ""]);
  });

  await test.step("a page of help is read from a file, and the first one names the registry", async () => {
    const dist = `${made.root}/dist`;
    const { files, node } = await loadedBy(dist, ["cli.main.js", "cli.help.with_registry.js"]);
    deepEqual([[...files].sort(), node], [["cli.help.with_registry.js", "cli.main.js"], []]);
    const texts = [...files].map((name) => Deno.readTextFileSync(`${dist}/${name}`));
    ok(texts.join("").length < 20_000);
    const registry = "https://registry.a-long-name.example.org:8443";
    for (const words of [[], ["extension"], ["extension", "push"]]) {
      // A page with an option is laid out by the frame.
      const laidOut = await made.told(registry, "help", ...words, "--quiet");
      deepEqual([laidOut.code, laidOut.stderr], [0, ""]);
      equal(laidOut.stdout.includes(registry), words.length === 0);
      deepEqual(await made.told(registry, ...words, "--help"), laidOut);
      deepEqual(await made.told(registry, "help", ...words), laidOut);
      deepEqual(await made.told("", ...words, "-h"), await made.svc("help", ...words, "--quiet"));
    }
    // A name of a file that is no page: a command is asked for, and there is none.
    equal((await made.svc("../help", "--help")).code, 2);
    equal((await made.svc("help", "help")).code, 2);
  });

  await test.step("a command that is run often reads few files, and only what it takes", async () => {
    const dist = `${made.root}/dist`;
    const names = [...Deno.readDirSync(dist)].map(({ name }) => name);
    const all = `${dist}/often.js`;
    for (const path of OFTEN) {
      const own = names.filter((name) => name.startsWith(ownPrefix(path)));
      await Deno.writeTextFile(all, own.map((name) => `import "./${name}";\n`).join(""));
      const config = `--config=${dist}/deno.json`;
      const loaded = await made.deno("run", "--quiet", "-A", "--no-lock", config, all);
      deepEqual([loaded.code, loaded.stderr], [0, ""], path);
      const first = `${ownPrefix(path)}cli.dispatch.main.js`;
      ok(own.includes(first), path);
      const { files, node } = await loadedBy(dist, [first]);
      deepEqual(node, [], path);
      const most = path === "auth whoami" ? 1 : 3;
      ok(files.size <= most, `${path} reads ${files.size} files`);
      deepEqual([...files].filter((name) => name.startsWith("npm.")), [], path);
      const texts = [...files].map((name) => Deno.readTextFileSync(`${dist}/${name}`)).join("");
      // V8 takes a file with any other character as twice as many bytes.
      match(texts, /^[\0-\x7f]*$/, `${path} is written in ASCII`);
      const command = `cli/commands/${path.replaceAll(" ", "/")}.ts`;
      for (const source of ["cli/dispatch/run.ts", command]) {
        ok(texts.includes(`//! packages/${source}\n`), `${path} has ${source}`);
      }
      const others =
        /\/\/! packages\/((?:scorecard|serve|http|cli\/table|runtime\/(?:vaults|bundle|scan|describe\/run|datastores\/(?:exchange|filesystem)))\/.*)$/gm;
      deepEqual([...texts.matchAll(others)].map(([, source]) => source), [], path);
      // Its own files know no other command: no line that begins with its words may mean one.
      const paths = Object.entries(COMMANDS).flatMap(([name, { aliases }]) => [
        name,
        ...(aliases ?? []),
      ]);
      const longer = [...paths, ...Object.keys(GROUPS)].filter((name) =>
        name.startsWith(`${path} `)
      );
      deepEqual(longer, [], path);
      const refused = await made.svc(...path.split(" "), "--no-such-option");
      deepEqual([refused.code, refused.stdout], [2, ""]);
      match(refused.stderr, /^error: Unknown option --no-such-option\nhint: /);
      ok(refused.stderr.includes(`'svc ${path} --help'`), refused.stderr);
    }
    const asked = await made.told("http://127.0.0.1:1", "auth", "whoami", "--json");
    deepEqual([asked.code, JSON.parse(asked.stderr).code], [4, "not_authenticated"]);
    await Deno.remove(all);
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

  await test.step("an extension is bundled, described, scanned and run", async () => {
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
    const starts = [...Deno.readDirSync(`${made.denoDir}/svc/start`)].map(({ name }) =>
      compiledIn(`${made.denoDir}/svc/start/${name}`)
    );
    for (const program of ["runtime.sandbox.child.main", "runtime.extension.describe.harness"]) {
      ok(starts.flat().some((url) => url.endsWith(`/dist/${program}.js`)), `${program} is kept`);
    }
  });

  await test.step("a command that is run often loads no timers of Node", async () => {
    const watched = `${made.root}/dist/watched.js`;
    await Deno.writeTextFile(
      watched,
      `for (const name of ["setTimeout", "clearTimeout", "setInterval", "clearInterval"]) {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, {
    get: () => (console.error(new Error(name + " is used").stack), get.call(globalThis)),
  });
}
await import("./cli.main.js");
`,
    );
    await using registry = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => Response.json({ ...ADA, authenticated: true, organizations: [] }),
    );
    const env = { SVC_CLUB_URL: `http://127.0.0.1:${registry.addr.port}`, SVC_API_KEY: "svc_ada" };
    const started = (...args: string[]) =>
      made.run(Deno.execPath(), ["run", "-A", "--no-config", "--no-lock", watched, ...args], env);
    const run = await started(
      ...["behavior", "run", "greeter", "greet", "--input", "name=Ada", "--json"],
    );
    deepEqual([run.code, run.stderr], [0, ""]);
    const asked = await started("auth", "whoami", "--json");
    deepEqual([asked.code, asked.stderr], [0, ""]);
    await Deno.remove(watched);
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
        /\/\/!? .*packages\/runtime\/run\/run\.ts\n(?:.*\n)*?.*async function runMethod/.test(text)
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
