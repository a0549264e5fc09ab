import assert from "node:assert/strict";
import { SMALL_ZOD } from "@svc/fakes/zod";
import { foundBelow, foundIn, foundInProcesses, needlesOf } from "./process/search.ts";
import { createPerson, type Person } from "./process/svc.ts";

/** Characters that shells, URLs, JSON, HTML and YAML treat in ways of their own. */
const CHARACTERS = [..."abcXYZ0189%+/=&<>\"'\\ .:-_~é☂{}$"];

function generated(length: number): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return `s${[...random].map((one) => CHARACTERS[one % CHARACTERS.length]).join("")}e`;
}

/** A method that shows its secrets in every way that it has, and waits in the midst of it. It needs no package. */
const MODEL = `
const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
const base64 = (text: string) => new TextEncoder().encode(text).toBase64();
const writings = (text: string) => [text, JSON.stringify({ text }), encodeURIComponent(text),
  "https://u:" + encodeURIComponent(text) + "@host.example/p?q=" + encodeURIComponent(text),
  base64(text), base64("Basic x:" + text), base64("ab" + text),
  new TextEncoder().encode(text).toHex(), new TextEncoder().encode(text).toHex().toUpperCase()];

export const model = {
  type: "@ada/login",
  version: "2026.11.21.1",
  globalArguments: z.object({ token: z.string(), url: z.string() }),
  resources: {
    login: {
      schema: z.object({ made: z.string().meta({ sensitive: true }), note: z.string() }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  files: { log: { contentType: "text/plain", lifetime: "infinite", garbageCollection: 5 } },
  methods: {
    login: {
      description: "Logs in",
      arguments: z.object({ pipe: z.string(), fail: z.boolean().default(false) }),
      execute: async (args: any, context: any) => {
        const { token, url } = context.globalArgs;
        const made = [...token].reverse().join("");
        await context.writeResource("login", "main", { made, note: "made of " + token });
        const read = (await context.readResource("main")).made;
        const show = (text: string) => {
          console.log("out", text);
          console.error("err", text);
          context.logger.info("log {text}", { text });
        };
        for (const secret of [token, url, made]) writings(secret).forEach(show);
        console.log(made.slice(0, made.length / 2));
        console.log(made.slice(made.length / 2));
        const file = await context.createFileWriter("log", "file");
        await file.writeText(writings(token).concat(writings(made)).join("\\n"));
        const { stdout } = await new Deno.Command("cat", { args: [args.pipe] }).output();
        console.log("waited", new TextDecoder().decode(stdout));
        console.log("digest", await digest([token, url, read].join("|")));
        if (args.fail) throw new Error("no login with " + writings(token).join(" or "));
      },
    },
  },
};
`;

const BEHAVIOR = `type: "@ada/login"
id: 6f6f0a52-0b7d-4f5c-9c86-6d4a3c1f6e11
name: login
globalArguments:
  token: \${{ vault.get('main', 'TOKEN') }}
  url: https://api.example/\${{ vault.get(main, PART) }}/x
`;

async function setUp(secrets: { token: string; part: string }): Promise<Person> {
  // No registry is asked.
  const person = await createPerson("http://127.0.0.1:9");
  await ownDenoFolder(person);
  await person.ok(["init"]);
  await Deno.mkdir(`${person.work}/extensions/models`, { recursive: true });
  await Deno.mkdir(`${person.work}/behaviors`, { recursive: true });
  await Deno.writeTextFile(`${person.work}/extensions/models/login.ts`, SMALL_ZOD + MODEL);
  await Deno.writeTextFile(`${person.work}/behaviors/login.yaml`, BEHAVIOR);
  await person.ok(["vault", "create", "local_encryption", "main"]);
  await person.ok(["vault", "put", "main", "TOKEN"], { stdin: secrets.token });
  await person.ok(["vault", "put", "main", "PART"], { stdin: secrets.part });
  return person;
}

/**
 * Gives a person a `DENO_DIR` of their own, which can be searched whole: that of the machine is written by
 * others meanwhile, and may have files of any size. Only the bundler's program is the machine's.
 */
async function ownDenoFolder({ home, env }: Person): Promise<void> {
  const shared = env["DENO_DIR"]!;
  env["DENO_DIR"] = `${home}/deno`;
  await Deno.mkdir(`${home}/deno`);
  await Deno.symlink(`${shared}/dl`, `${home}/deno/dl`);
}

/** A process and all that it started. */
async function family(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    const parent = Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0);
    children.set(parent, [...children.get(parent) ?? [], Number(name)]);
  }
  const all = [pid];
  for (const one of all) all.push(...children.get(one) ?? []);
  return all;
}

/** Runs the method, and looks everywhere while it waits. */
async function watchedRun(
  person: Person,
  needles: ReturnType<typeof needlesOf>,
  places: () => Promise<string[]>,
  args: readonly string[],
) {
  const pipe = `${person.work}/pipe-${crypto.randomUUID()}`;
  assert.ok((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
  const child = person.start([
    ...["behavior", "run", "login", "login", "--input", `pipe=${pipe}`],
    ...["--allow", "run:cat", ...args],
  ]);
  const output = child.output();
  const ended = output.then(({ stderr }) => {
    throw new Error(`ended before its method waited: ${new TextDecoder().decode(stderr)}`);
  });
  // Opens once 'cat' reads the other end: all processes of the run are there then.
  const gate = await Promise.race([Deno.open(pipe, { write: true }), ended]);
  const pids = await family(child.pid);
  const processes = await foundInProcesses(pids, needles);
  const meanwhile = await places();
  await gate.write(new TextEncoder().encode("go"));
  gate.close();
  ended.catch(() => {});
  const { stdout, stderr, code } = await output;
  await Deno.remove(pipe);
  const printed = [...foundIn(stdout, needles), ...foundIn(stderr, needles)];
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { processes, meanwhile, printed, text, code };
}

Deno.test("no secret is found in any file, output, command line or environment of a run", async () => {
  const token = generated(40);
  const part = crypto.randomUUID();
  const made = [...token].reverse().join("");
  await using person = await setUp({ token, part });
  const needles = needlesOf({ token, part, made });
  const places = async () => [
    ...await foundBelow(person.home, needles),
    ...await foundBelow(person.work, needles),
    ...await foundBelow(person.env["TMPDIR"]!, needles),
  ];

  const good = await watchedRun(person, needles, places, []);
  assert.equal(good.code, 0, good.text);
  // svc, the method's process and what that one started.
  assert.ok(good.processes.looked >= 6, `${good.processes.looked} files of processes`);
  assert.deepEqual(good.processes.found, []);
  assert.deepEqual(good.meanwhile, []);
  assert.deepEqual(good.printed, []);
  assert.deepEqual(await places(), []);
  // The method had them, and read back what it made.
  const all = new TextEncoder().encode([token, `https://api.example/${part}/x`, made].join("|"));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all)).toHex();
  assert.match(good.text, new RegExp(`digest ${digest}`));

  const bad = await watchedRun(person, needles, places, ["--input", "fail=true", "--json"]);
  assert.equal(bad.code, 1, bad.text);
  assert.match(bad.text, /no login with/);
  assert.deepEqual([...bad.processes.found, ...bad.meanwhile, ...bad.printed], []);
  assert.deepEqual(await places(), []);
  // The commands kept what they compiled among the files that were searched.
  assert.ok((await Deno.stat(`${person.home}/deno/svc/start`)).isDirectory);

  for (
    const command of [
      ["behavior", "get", "login"],
      ["behavior", "evaluate", "login"],
      ["behavior", "validate", "login"],
      ["data", "get", "login", "main"],
      ["data", "query", "size >= 0"],
    ]
  ) {
    const { stdout, stderr, code } = await person.svc([...command, "--json"]);
    assert.equal(code, 0, `${command.join(" ")}: ${stderr}`);
    assert.deepEqual(foundIn(stdout + stderr, needles), [], command.join(" "));
  }
  const item = JSON.parse(await person.ok(["data", "get", "login", "main", "--json"]));
  assert.match(item.content.made, /^\$\{\{ vault\.get\('main', 'login-main-made-/);
  assert.deepEqual(item.secrets.map(({ path, vault }: Record<string, unknown>) => [path, vault]), [
    [["made"], "main"],
  ]);
  assert.equal(item.content.note, "made of ***");
});

Deno.test("the search finds a secret in each writing, in files, command lines and environments", async () => {
  const secret = generated(40);
  const needles = needlesOf({ secret });
  const folder = await Deno.makeTempDir({ prefix: "svc-search-" });
  const child = new Deno.Command("cat", {
    args: ["-", secret],
    env: { HELD: btoa(unescape(encodeURIComponent(`ab${secret}cd`))) },
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    await Deno.writeTextFile(`${folder}/file`, `--${encodeURIComponent(secret)}--`);
    assert.ok((await foundBelow(folder, needles)).some((what) => what.includes("url component")));
    const { found } = await foundInProcesses([child.pid], needles);
    assert.ok(found.some((what) => /^cmdline of \d+: secret, plain/.test(what)), found.join());
    assert.ok(
      found.some((what) => /^environ of \d+: secret, base64 behind 2/.test(what)),
      found.join(),
    );
  } finally {
    await child.stdin.close();
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
});
