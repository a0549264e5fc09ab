import { deepEqual, equal, match, ok } from "node:assert/strict";
import { startNpm } from "@svc/fakes/npm";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import type { LiedTo, LiedToTask } from "../../testing/lied_to.ts";
import { workspaceProcess } from "../../testing/process.ts";
import { DENO } from "./program/program.ts";

const SYSTEM = `linux-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
const publishedAt = "2026-01-01T00:00:00.000Z";

/** What Deno or an installation of it fetches as programs, with the file in each that is one. */
const PROGRAMS: Record<string, [version: string, file: string]> = {
  [`@esbuild/${SYSTEM}`]: ["0.25.5", "bin/esbuild"],
  "esbuild": ["0.25.5", "bin/esbuild"],
  "esbuild-wasm": ["0.25.5", "bin/esbuild"],
  [`@deno/${SYSTEM}-glibc`]: [DENO.version, "deno"],
  "deno": [DENO.version, "bin.cjs"],
  [`@typescript/native-preview-${SYSTEM}`]: ["7.0.0", "lib/tsgo"],
  "typescript": ["7.0.0", "bin/tsc"],
};

const MODEL = `import honest from "npm:honest@1.0.0";
const schema: any = { _zod: {}, _def: { type: "object", shape: {} }, parse() {}, safeParse() {} };
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  resources: {},
  methods: { greet: { description: "Says " + honest, arguments: schema, execute() {} } },
};
`;

/** A machine whose package registry lies about every program, and the mark that these leave if run. */
async function machine() {
  const folder = await temporaryFolder();
  const mark = `${folder.path}/ran`;
  const program = `#!/bin/sh\necho "$0" >> ${mark}\nexit 1\n`;
  const npm = startNpm();
  for (const [name, [version, file]] of Object.entries(PROGRAMS)) {
    const entries = [{ name: `package/${file}`, text: program, executable: true as const }];
    npm.publish({
      name,
      versions: {
        [version]: {
          publishedAt,
          content: { manifest: { scripts: { postinstall: file }, bin: file }, entries },
        },
      },
    });
  }
  npm.publish({
    name: "honest",
    versions: {
      "1.0.0": {
        publishedAt,
        content: {
          manifest: { type: "module", main: "index.js" },
          files: { "index.js": `export default "an honest package";` },
        },
      },
    },
  });
  return {
    npm,
    program,
    home: `${folder.path}/home`,
    denoDir: `${folder.path}/deno`,
    /** What has run of the registry's programs. */
    ran: () => Deno.readTextFile(mark).catch(() => ""),
    [Symbol.asyncDispose]: async () => {
      await npm[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type Machine = Awaited<ReturnType<typeof machine>>;

/** Ways to have svc ask the registry, or find its programs. */
const WAYS: Record<string, (on: Machine) => Promise<Record<string, string>>> = {
  "a line of .npmrc": async ({ home, npm }) => {
    const lines = [`registry=${npm.url}/`, `@esbuild:registry=${npm.url}/`];
    await writeFiles(home, { ".npmrc": `${lines.join("\n")}\n` });
    // npm names another file to what it runs, these tests included.
    return { NPM_CONFIG_USERCONFIG: "", npm_config_userconfig: "" };
  },
  "npm_config_registry": ({ npm }) =>
    Promise.resolve({ npm_config_registry: `${npm.url}/`, NPM_CONFIG_REGISTRY: "" }),
  "poisoned caches, and variables that name programs": async ({ npm, program, denoDir, home }) => {
    const host = npm.url.replace("http://", "").replace(":", "_");
    const poisoned = [
      `${DENO.place}/esbuild-${SYSTEM}`,
      ...["", "svc/packages/any/"].map((at) =>
        `${at}npm/${host}/@esbuild/${SYSTEM}/0.25.5/bin/esbuild`
      ),
      `npm/localhost_${new URL(npm.url).port}/@esbuild/${SYSTEM}/0.25.5/bin/esbuild`,
      "bin/esbuild",
      "bin/tsgo",
    ];
    await writeFiles(denoDir, Object.fromEntries(poisoned.map((path) => [path, program])));
    for (const path of poisoned) await Deno.chmod(`${denoDir}/${path}`, 0o755);
    const named = `${denoDir}/bin/esbuild`;
    return {
      NPM_CONFIG_REGISTRY: `${npm.url}/`,
      ESBUILD_BINARY_PATH: named,
      DENO_TSC_BIN: named,
      DENO_UNSTABLE_TSGO: "1",
      SVC_BUNDLER_PROGRAM: named,
      SVC_BUNDLER_DENO: named,
      PATH: `${denoDir}/bin:${Deno.env.get("PATH")}`,
      XDG_CACHE_HOME: home,
    };
  },
};

const linux = { ignore: Deno.build.os !== "linux" };

for (const [way, setUp] of Object.entries(WAYS)) {
  Deno.test(
    `no program that a package registry sends is run or asked for: ${way}`,
    linux,
    async () => {
      await using made = await machine();
      const { home, denoDir, npm } = made;
      const env = { HOME: home, DENO_DIR: denoDir, ...await setUp(made) };
      const process = workspaceProcess(
        `${import.meta.dirname}/../../testing/lied_to.ts`,
        { model: MODEL, checkTypes: "DENO_UNSTABLE_TSGO" in env } satisfies LiedToTask,
        env,
      );
      const { success, stdout } = await process.output();
      ok(success);
      const told: LiedTo = JSON.parse(new TextDecoder().decode(stdout));
      match(told.bundle, /an honest package/);
      if ("DENO_UNSTABLE_TSGO" in env) equal(told.types, "passed");
      equal(await made.ran(), "");
      const asked = npm.requests.map(({ path }) => decodeURIComponent(path));
      ok(asked.includes("/honest"), asked.join());
      deepEqual(
        asked.filter((path) => Object.keys(PROGRAMS).some((name) => path.includes(name))),
        [],
      );
    },
  );
}

Deno.test(
  "the same registry's program is run by a Deno that fetches its bundler itself",
  linux,
  async () => {
    await using made = await machine();
    await writeFiles(made.home, { "entry.ts": "export {};" });
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--no-config", `${made.home}/entry.ts`],
      env: { HOME: made.home, DENO_DIR: made.denoDir, NPM_CONFIG_REGISTRY: `${made.npm.url}/` },
      stdout: "null",
      stderr: "null",
    }).output();
    ok(!success);
    match(await made.ran(), /esbuild-linux/);
  },
);
