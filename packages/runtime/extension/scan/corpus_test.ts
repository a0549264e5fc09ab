// What the scan finds in bundles as they are made of extensions as people write them.
import { deepEqual } from "node:assert/strict";
import { bundle } from "../bundle/bundle.ts";
import { scanModules } from "./scan.ts";

/** Files of an extension; its entry points are those that export a model. */
type Sources = Readonly<Record<string, string>>;

interface Case {
  what: string;
  sources: Sources;
  /** Lines such as `net api.acme.dev models/x.ts:3 fetch`. */
  expected: readonly string[];
}

const CASES: Case[] = [];

function check(what: string, sources: Sources, expected: readonly string[]): void {
  CASES.push({ what, sources, expected });
}

check("a client in a file of its own, with the token and address of its global arguments", {
  "models/lib/client.ts": `
export interface Options { baseUrl: string; token?: string }
const DEFAULT_URL = "https://api.acme.dev";
export class Client {
  readonly #options: Options;
  constructor(options: Partial<Options>) {
    this.#options = { ...options, baseUrl: options.baseUrl ?? DEFAULT_URL };
  }
  async get<Result>(path: string, query: Record<string, string> = {}): Promise<Result> {
    const url = new URL(path, this.#options.baseUrl);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const response = await fetch(url, {
      headers: { authorization: \`Bearer \${this.#options.token ?? Deno.env.get("ACME_TOKEN")}\` },
    });
    if (!response.ok) throw new Error("see https://status.acme.dev for help");
    return await response.json();
  }
}
`,
  "models/servers.ts": `
import { Client } from "./lib/client.ts";
export const model = {
  type: "@acme/servers", version: "2026.01.01.1",
  methods: {
    list: {
      description: "Lists servers, see https://docs.acme.dev/servers",
      async execute(args: { page: string }, context: any) {
        const client = new Client({ baseUrl: context.globalArgs.apiUrl, token: context.globalArgs.token });
        return await client.get("/servers", { page: args.page });
      },
    },
  },
};
`,
}, [
  "net ${globalArgs.apiUrl} models/lib/client.ts:12 fetch",
  "net api.acme.dev models/lib/client.ts:12 fetch",
  "env ACME_TOKEN models/lib/client.ts:13 Deno.env.get",
]);

check("wrappers around programs", {
  "models/lib/run.ts": `
export async function run(command: string, args: string[], cwd?: string): Promise<string> {
  const process = new Deno.Command(command, { args, ...(cwd ? { cwd } : {}), stdout: "piped" });
  const { code, stdout } = await process.output();
  if (code !== 0) throw new Error(\`\${command} failed\`);
  return new TextDecoder().decode(stdout);
}
export const gh = (...args: string[]) => run("gh", args);
`,
  "models/repo.ts": `
import { gh, run } from "./lib/run.ts";
export const model = {
  type: "@acme/repo", version: "2026.01.01.1",
  methods: {
    sync: { async execute(args: any) { await run("git", ["fetch"], args.path); return gh("api", "user"); } },
  },
};
`,
}, [
  "run gh models/lib/run.ts:3 Deno.Command",
  "run git models/lib/run.ts:3 Deno.Command",
]);

check("files below the repository and below the home folder", {
  "models/files.ts": `
import { homedir } from "node:os";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
export const model = {
  type: "@acme/files", version: "2026.01.01.1",
  methods: {
    read: {
      async execute(args: any, context: any) {
        const report = await Deno.readTextFile(\`\${context.repoDir}/reports/\${args.name}.json\`);
        const home = Deno.env.get("HOME") ?? homedir();
        const config = await readFile(join(home, ".config", "acme", "config.toml"), "utf8");
        const scratch = await Deno.makeTempFile({ suffix: ".txt" });
        await Deno.writeTextFile(scratch, config);
        await Deno.writeTextFile("out/summary.md", report);
        return await Deno.readTextFile(args.anything);
      },
    },
  },
};
`,
}, [
  "env HOME models/files.ts:11 Deno.env.get",
  "read reports models/files.ts:10 Deno.readTextFile",
  "read ~/.config/acme/config.toml models/files.ts:12 node:fs.readFile",
  "read - models/files.ts:16 Deno.readTextFile",
  "write out/summary.md models/files.ts:15 Deno.writeTextFile",
  "sys homedir models/files.ts:11 node:os.homedir",
]);

check("two entry points that share a file name it once", {
  "models/lib/api.ts": `
const HOSTS = { eu: "https://eu.acme.dev", us: "https://us.acme.dev" } as const;
export const call = (region: keyof typeof HOSTS, path: string) => fetch(\`\${HOSTS[region]}/\${path}\`);
`,
  "models/a.ts": `import { call } from "./lib/api.ts";
export const model = { type: "@acme/a", methods: { a: { execute: (args: any) => call(args.region, "a") } } };
`,
  "models/b.ts": `import { call } from "./lib/api.ts";
export const model = { type: "@acme/b", methods: { b: { execute: () => call("eu", "b") } } };
`,
}, [
  "net eu.acme.dev models/lib/api.ts:3 fetch",
  "net us.acme.dev models/lib/api.ts:3 fetch",
]);

check("what two entry points hand to a helper that they share", {
  "models/lib/api.ts": `
export async function request(base: string, token: string, path: string) {
  return await fetch(\`\${base}/\${path}\`, { headers: { authorization: Deno.env.get(token)! } });
}
`,
  "models/a.ts": `import { request } from "./lib/api.ts";
export const model = { type: "@acme/a", methods: { a: { execute: (_: any, context: any) => request(context.globalArgs.url, "A_TOKEN", "a") } } };
`,
  "models/b.ts": `import { request } from "./lib/api.ts";
export const model = { type: "@acme/b", methods: { b: { execute: () => request("https://b.acme.dev", "B_TOKEN", "b") } } };
`,
}, [
  "net ${globalArgs.url} models/lib/api.ts:3 fetch",
  "net b.acme.dev models/lib/api.ts:3 fetch",
  "env A_TOKEN models/lib/api.ts:3 Deno.env.get",
  "env B_TOKEN models/lib/api.ts:3 Deno.env.get",
]);

check("settings of variables with defaults, and a computed host", {
  "models/cloud.ts": `
const env = (name: string, fallback = "") => Deno.env.get(name) || fallback;
const region = () => env("ACME_REGION", "eu-1");
export const model = {
  type: "@acme/cloud", methods: {
    get: {
      execute: async (args: any) => {
        const { ACME_KEY, ACME_SECRET: secret } = Deno.env.toObject();
        const endpoint = env("ACME_ENDPOINT", "https://cloud.acme.dev");
        await fetch(\`\${endpoint}/v1\`, { headers: { key: ACME_KEY ?? "", secret: secret ?? "" } });
        await fetch(\`https://store.\${region()}.acme.dev/\${args.id}\`);
      },
    },
  },
};
`,
}, [
  "net ${env.ACME_ENDPOINT} models/cloud.ts:10 fetch",
  "net *.acme.dev models/cloud.ts:11 fetch",
  "net cloud.acme.dev models/cloud.ts:10 fetch",
  "net store.eu-1.acme.dev models/cloud.ts:11 fetch",
  "env ACME_ENDPOINT models/cloud.ts:2 Deno.env.get",
  "env ACME_KEY models/cloud.ts:8 process.env",
  "env ACME_REGION models/cloud.ts:2 Deno.env.get",
  "env ACME_SECRET models/cloud.ts:8 process.env",
]);

check("code that was minified before it was published", {
  "models/min.ts":
    'const t="https://api.acme.dev/v2",n=e=>fetch(t+"/"+e,{headers:{a:Deno.env.get("TOKEN")}});' +
    "async function r(e,...o){return new Deno.Command(e,{args:o}).output()}" +
    'export const model={type:"@acme/min",methods:{x:{execute:async e=>(await n(e.id),r("jq",".",e.f))}}};',
}, [
  "net api.acme.dev models/min.ts:1 fetch",
  "run jq models/min.ts:1 Deno.Command",
  "env TOKEN models/min.ts:1 Deno.env.get",
]);

check("a module that needs nothing", {
  "models/pure.ts": `
export const model = {
  type: "@acme/pure", methods: {
    sum: { execute: (args: any, context: any) => context.writeResource("sum", "sum", { is: args.a + args.b }) },
  },
};
`,
}, []);

check("constants of another module, whole or renamed, across the chunks of several entry points", {
  "lib/names.ts": `export const HOST = "https://api.acme.dev";
export const TOOL = "acmetool";
export const TOKEN = "ACME_TOKEN";
`,
  "lib/again.ts": `export { HOST as BASE } from "./names.ts";
export * as names from "./names.ts";
`,
  "models/a.ts": `
import { BASE, names } from "../lib/again.ts";
export const model = {
  read: () => fetch(BASE + "/a", { headers: { x: Deno.env.get(names.TOKEN)! } }),
};
`,
  "models/b.ts": `
import * as all from "../lib/names.ts";
const { TOOL: tool } = all;
export const model = {
  run: () => new Deno.Command(tool).output(),
  read: (key: string) => fetch(all.HOST + "/" + key),
};
`,
}, [
  "net api.acme.dev models/a.ts:4 fetch",
  "net api.acme.dev models/b.ts:6 fetch",
  "run acmetool models/b.ts:5 Deno.Command",
  "env ACME_TOKEN models/a.ts:4 Deno.env.get",
]);

check("a path whose beginning was left out is not known, and is no path from the root", {
  "models/files.ts": `
const folder = Deno.env.get("ACME_DIR") ?? "";
const start = (given?: string) => given ?? "";
export const model = {
  async run(args: { in?: string }) {
    await Deno.writeTextFile(\`\${folder}/tool-ssh\`, "");
    await Deno.remove(start(args.in) + "/tool-key");
    await Deno.mkdir([start(args.in), "tool-out"].join("/"));
    await fetch(start("https://api.acme.dev") + "/v1");
    await Deno.readTextFile("" + "/etc/tool.json");
  },
};
`,
}, [
  "net api.acme.dev models/files.ts:9 fetch",
  "env ACME_DIR models/files.ts:2 Deno.env.get",
  "read /etc/tool.json models/files.ts:10 Deno.readTextFile",
  "write ${env.ACME_DIR} models/files.ts:6 Deno.writeTextFile",
  "write - models/files.ts:6 Deno.writeTextFile",
  "write - models/files.ts:7 Deno.remove",
  "write - models/files.ts:8 Deno.mkdir",
]);

check(
  "what the platform, a text or a list is asked for by the name of a method is not given to it",
  {
    "models/store.ts": `
class Store {
  readonly base = "https://api.acme.dev";
  get(name: string) { return fetch(this.base + name); }
  write(path: string, text: string) { return Deno.writeTextFile(path, text); }
}
export const model = {
  async run() {
    const store = new Store();
    await store.get("/" + Deno.env.get("HOST_NAME"));
    await store.write("out/x.txt", "");
    process.stdout.write("BM");
  },
};
`,
  },
  [
    "net api.acme.dev models/store.ts:4 fetch",
    "env HOST_NAME models/store.ts:10 Deno.env.get",
    "write out/x.txt models/store.ts:5 Deno.writeTextFile",
  ],
);

check("nobody is asked for what is on another system, or only tells where the code runs", {
  "models/where.ts": `
export const model = {
  async run() {
    const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? Deno.env.get("APPDATA");
    await Deno.stat(home!);
    await Deno.stat("/.dockerenv");
    await Deno.readTextFile("/proc/version");
    await new Deno.Command(Deno.build.os === "windows" ? "start.exe" : "xdg-open").output();
  },
};
`,
}, [
  "run xdg-open models/where.ts:8 Deno.Command",
  "env HOME models/where.ts:4 Deno.env.get",
  "read - models/where.ts:5 Deno.stat",
]);

check("a setting that is an object with a host is none itself, one that is a URL has its host", {
  "models/where.ts": `
export const model = {
  async run(_: unknown, { globalArgs }: any) {
    const { host } = globalArgs.database;
    await Deno.connect({ hostname: globalArgs.server.host, port: globalArgs.server.port });
    await Deno.connect({ hostname: host, port: 5432 });
    await Deno.connect({ hostname: new URL(globalArgs.url).hostname, port: 443 });
    const url = URL.parse(globalArgs.other)!;
    await fetch(url.origin + "/x");
    await fetch(new URL(globalArgs.third).href);
  },
};
`,
}, [
  "net ${globalArgs.other} models/where.ts:9 fetch",
  "net ${globalArgs.third} models/where.ts:10 fetch",
  "net ${globalArgs.url} models/where.ts:7 Deno.connect",
  "net - models/where.ts:5 Deno.connect",
  "net - models/where.ts:6 Deno.connect",
]);

check("a socket that is handed on, and options that are filled in elsewhere, name no host", {
  "models/tls.ts": `
import { connect } from "node:tls";
const options = (from: Record<string, unknown>) => {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(from)) kept[key] = from[key];
  return kept;
};
export const model = {
  run: (args: Record<string, unknown>) => connect(options(args)),
  own: () => connect({ port: 8443 }),
};
`,
}, [
  "net localhost:8443 models/tls.ts:10 node:tls.connect",
  "net - models/tls.ts:9 node:tls.connect",
]);

check("the settings of a vault, and the variable that another setting names", {
  "models/kv.ts": `
const Config = { parse: (value: unknown) => value as { address?: string; tokenEnv: string } };
class Provider {
  readonly #config: { address?: string; tokenEnv: string };
  constructor(config: { address?: string; tokenEnv: string }) { this.#config = config; }
  get(key: string) {
    const base = this.#config.address ?? Deno.env.get("KV_ADDR");
    return fetch(\`\${base}/v1/\${key}\`, { headers: { token: Deno.env.get(this.#config.tokenEnv)! } });
  }
}
export const model = {};
export const vault = {
  type: "@acme/kv",
  createProvider(name: string, config: Record<string, unknown>) {
    return new Provider(Config.parse(config));
  },
};
`,
}, [
  "net ${config.address} models/kv.ts:8 fetch",
  "net ${env.KV_ADDR} models/kv.ts:8 fetch",
  "env KV_ADDR models/kv.ts:7 Deno.env.get",
  "env - models/kv.ts:8 Deno.env.get",
]);

Deno.test("what people write is scanned as they mean it", async (test) => {
  // One bundle of all: to make and to scan one takes ten times as long as what is in it.
  const encoder = new TextEncoder();
  const files = new Map(CASES.flatMap(({ sources }, at) =>
    Object.entries(sources).map((
      [path, text],
    ) => [`${at}/${path}`, { bytes: encoder.encode(text) }])
  ));
  const entries = CASES.flatMap(({ sources }, at) =>
    Object.keys(sources).filter((path) => /export const model/.test(sources[path]!))
      .map((path) => `${at}/${path}`)
  );
  const { modules, chunks } = await bundle(files, entries);
  const { found, unscanned } = await scanModules(new Map([...modules, ...chunks]));
  deepEqual(unscanned, []);
  for (const [at, { what, expected }] of CASES.entries()) {
    await test.step(what, () => {
      const own = found.filter(({ file }) => file.startsWith(`${at}/`));
      const lines = own.map(({ kind, entry = "-", file, line, by }) => {
        const path = file.slice(`${at}/`.length);
        return [kind, entry, line === undefined ? path : `${path}:${line}`, by].join(" ");
      });
      deepEqual(lines, expected);
    });
  }
});
