import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../../../testing/extension.ts";
import { refusal } from "../../../testing/refusal.ts";
import { DENO, linkBundler, SUMS } from "./program.ts";

const SYSTEM = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
const FILE = `@esbuild/${SYSTEM}/bin/esbuild`;
const ROOT = new URL("../../../../../", import.meta.url);

Deno.test("svc is pinned to the bundler that its Deno starts, on every system", async () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    await Deno.readTextFile(new URL("package.json", ROOT)),
  );
  equal(dependencies.deno, DENO.version);
  deepEqual(
    optionalDependencies,
    Object.fromEntries(Object.keys(SUMS).map((system) => [`@esbuild/${system}`, "0.25.5"])),
  );
});

Deno.test("a program that came under the bundler's name is not started, nor is none", async () => {
  await using folder = await temporaryFolder();
  const program = await Deno.readFile(new URL(`node_modules/${FILE}`, ROOT));
  const other = program.slice();
  other[other.length - 1]! ^= 1;
  const root = `${folder.path}/a/b/svc`;
  await Deno.mkdir(root, { recursive: true });
  const denoDir = async () => {
    const path = await Deno.makeTempDir({ dir: folder.path });
    return { path, linked: () => [...Deno.readDirSync(path)].length > 0 };
  };

  const absent = await denoDir();
  await rejects(linkBundler(absent.path, root), refusal("bundle_failed", /is not installed/));
  ok(!absent.linked());

  const places = [`${root}/node_modules`, `${root}/..`, `${root}/../..`];
  for (const place of places) {
    await writeFiles(place, { [FILE]: "" });
    await Deno.writeFile(`${place}/${FILE}`, other);
    const given = await denoDir();
    await rejects(linkBundler(given.path, root), refusal("bundle_failed", /was not started\n/));
    ok(!given.linked());
  }
  // Beside those another project's version may lie.
  for (const place of places) {
    await Deno.writeFile(`${place}/${FILE}`, program);
    const given = await denoDir();
    equal((await linkBundler(given.path, root))["SVC_BUNDLER_PROGRAM"], `${place}/${FILE}`);
    ok(given.linked());
    await Deno.writeFile(`${place}/${FILE}`, other);
  }
});

/** What the program might be told to do. Each opens, writes or connects where nothing confines it. */
const DEEDS: Record<string, (folder: string) => string[]> = {
  "read a file": (folder) => [`${folder}/secret.js`],
  "read a text": (folder) => [`${folder}/secret.txt`],
  "read a pipe": (folder) => ["--bundle", `${folder}/pipe.js`],
  "read what the system tells of it": () => ["--loader:=text", "/proc/self/environ"],
  "read a configuration": (folder) => ["--bundle", `--tsconfig=${folder}/secret.json`],
  "write a file": (folder) => ["--bundle", "--loader=ts", `--outfile=${folder}/written.js`],
  "serve": (folder) => ["--serve=127.0.0.1:0", `--servedir=${folder}`],
};

const REFUSAL = /operation not permitted|Could not resolve|Cannot find tsconfig/i;

Deno.test("the confined program opens no file and no connection, whatever it is told", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  await writeFiles(path, {
    "secret.js": "svc_stolen()",
    "secret.txt": "svc_stolen",
    "secret.json": '{"compilerOptions":{"svc_stolen":1}}',
  });
  await new Deno.Command("mkfifo", { args: [`${path}/pipe.js`] }).output();
  const environment = await linkBundler(await Deno.makeTempDir({ dir: path }));
  const started = async (args: string[]) => {
    const child = new Deno.Command(new URL("bin/bundler", ROOT), {
      args,
      env: environment,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await new Response("let told: string = 1;").body!.pipeTo(child.stdin).catch(() => {});
    const { code, stdout, stderr } = await child.output();
    return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  };
  deepEqual(await started(["--loader=ts"]), { code: 0, said: "let told = 1;\n" });
  for (const [deed, args] of Object.entries(DEEDS)) {
    const { code, said } = await started(args(path));
    equal(code, 1, deed);
    match(said, REFUSAL, `${deed}: ${said}`);
    ok(!said.includes("svc_stolen"), deed);
  }
  deepEqual([...Deno.readDirSync(path)].filter(({ name }) => name === "written.js"), []);
});
