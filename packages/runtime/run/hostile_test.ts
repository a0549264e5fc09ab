import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { getData, listData } from "../data/mod.ts";
import { GREET, modelText, zodModelText } from "../testing/extension.ts";
import { systemTemporaryFolder } from "../base/files/temporary.ts";
import { isRunning } from "../testing/process.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { bodyGreeter, scriptedGreeter } from "../testing/scripted_greeter.ts";
import type { RunEvent } from "./calls/event.ts";

Deno.test("a method that throws fails with its words and the line of its source", async () => {
  await using greeter = await greeterRepository(
    zodModelText(`        throw new TypeError("no such repo: " + args.name);`),
  );
  await rejects(
    greeter.greet(),
    refusal(
      "run_failed",
      /greet failed: TypeError: no such repo: Ada \(extensions\/greeter\/greeter\.ts:23\)/,
    ),
  );
});

Deno.test("a thrown error's own code is shown once, and a code of the system is not", async () => {
  await using greeter = await bodyGreeter(`        const [message, code] = args.name.split(":: ");
        throw Object.assign(new Error(message), { code });`);
  for (
    const [name, shown] of [
      ["no such repo:: not_found", /greet failed: no such repo \(not_found\) \(extensions/],
      [
        "a (not_found): no such repo:: not_found",
        /greet failed: a \(not_found\): no such repo \(extensions/,
      ],
      ["no such file:: ENOENT", /greet failed: no such file \(extensions/],
      ["two:: lines\nof", /greet failed: two \(extensions/],
    ] as const
  ) {
    await rejects(greeter.greet({ name }), refusal("run_failed", shown));
  }
});

Deno.test("a method that throws something that is not an error, or several, fails with it", async () => {
  await using greeter = await scriptedGreeter();
  const body = `throw { why: 42 };`;
  await rejects(greeter.runBody(body), refusal("run_failed", /\{ why: 42 \}/));
  const several = `throw new AggregateError([new Error("no route"), new Error("no reply")], "");`;
  await rejects(
    greeter.runBody(several),
    refusal("run_failed", /AggregateError: no route; no reply/),
  );
});

Deno.test("data written before a failure stays", async () => {
  await using greeter = await scriptedGreeter();
  const body = `${GREET.split("\n")[0]}\n        throw new Error("later");`;
  await rejects(greeter.runBody(body), refusal("run_failed", /later/));
  equal((await getData(greeter.repository, "hello", "main")).version, 1);
});

Deno.test("a method that loops for ever is killed at the time limit", async () => {
  await using greeter = await scriptedGreeter();
  const body = `for (;;);`;
  await rejects(
    greeter.runBody(body, { timeLimitMs: 500 }),
    refusal("timeout", /greet ran longer than 0\.5 s/, /--timeout/),
  );
});

Deno.test("a method that listens to the signal ends by itself when cancelled", async () => {
  await using greeter = await scriptedGreeter();
  const body = `context.logger.info("ready");
        await new Promise((_, reject) =>
          context.signal.addEventListener("abort", () => reject(context.signal.reason)));`;
  const aborter = new AbortController();
  await rejects(
    greeter.runBody(body, {
      signal: aborter.signal,
      onEvent: (event) => event.kind === "output" && aborter.abort(),
    }),
    refusal("cancelled", /greet was cancelled/),
  );
});

Deno.test("a method that ignores the signal and SIGTERM is killed all the same", async () => {
  await using greeter = await scriptedGreeter();
  const body = `Deno.addSignalListener("SIGTERM", () => {});
        context.logger.info("ready");
        await new Promise(() => {});`;
  const aborter = new AbortController();
  await rejects(
    greeter.runBody(body, {
      signal: aborter.signal,
      onEvent: (event) => event.kind === "output" && aborter.abort(),
    }),
    refusal("cancelled"),
  );
});

Deno.test("a method that eats the heap is stopped", async () => {
  await using greeter = await scriptedGreeter();
  const body = `const all: any[] = []; for (;;) all.push({ a: [1, 2, 3] });`;
  await rejects(
    greeter.runBody(body, { memoryLimitMb: 64 }),
    refusal("memory_limit", /more than 64 MB/),
  );
});

Deno.test("a method that eats memory in buffers is stopped", async () => {
  await using greeter = await scriptedGreeter();
  const body = `const all: any[] = []; for (;;) all.push(new Uint8Array(50_000_000).fill(1));`;
  await rejects(
    greeter.runBody(body, { memoryLimitMb: 64 }),
    refusal("memory_limit", /more than 64 MB/),
  );
});

Deno.test("an output that was not declared is refused, also when the method swallows it", async () => {
  await using greeter = await scriptedGreeter();
  const body = `try { await context.writeResource("secret", "x", {}); } catch { /* ignored */ }`;
  await rejects(
    greeter.runBody(body),
    refusal(
      "undeclared_output",
      /does not declare the resource output 'secret'. Declared: greeting/,
    ),
  );
  deepEqual((await listData(greeter.repository, "hello")).groups, []);
});

Deno.test("a file cannot be written under a resource's name, nor the other way round", async () => {
  await using greeter = await scriptedGreeter();
  const body = `await context.createFileWriter("greeting", "x");`;
  await rejects(
    greeter.runBody(body),
    refusal("undeclared_output", /'greeting' is a resource output/),
  );
});

Deno.test("an output that does not fit its schema is written, with one warning a run and output", async () => {
  await using greeter = await scriptedGreeter();
  const wrong = { text: "", times: "3", more: { deep: [1] } };
  const body = `await context.writeResource("greeting", "x", ${JSON.stringify(wrong)});
        await context.writeResource("greeting", "latest", { text: null });
        await context.writeResources("greeting", [{ name: "text", data: "bare" }, { name: "none", data: null }]);`;
  const { warnings } = await greeter.runBody(body);
  equal(warnings?.length, 1);
  match(
    warnings![0]!,
    /^The output 'x' does not match @acme\/greeter's greeting: text .*times must be/,
  );
  const written = async (name: string) =>
    (await getData(greeter.repository, "hello", name)).content;
  deepEqual(await written("x"), wrong);
  deepEqual(await written("latest"), { text: null });
  deepEqual([await written("text"), await written("none")], ["bare", null]);
});

Deno.test("a further key is no reason for a warning, and undefined is no data", async () => {
  await using greeter = await scriptedGreeter();
  const body = `await context.writeResource("greeting", "x", { text: "a", more: 1 });`;
  deepEqual((await greeter.runBody(body)).warnings ?? [], []);
  await rejects(
    greeter.runBody(`await context.writeResource("greeting", "x", undefined);`),
    refusal("output_invalid", /'x' has no data/),
  );
});

Deno.test("what a strict schema does not have is refused with each path, be it the root or within", async () => {
  const strict = (schema: string) =>
    greeterRepository(
      zodModelText(`        await context.writeResource("greeting", "x", JSON.parse(args.name));`)
        .replace(/z\.object\(\{ text: .*\}\),/, `${schema},`),
    );
  await using root = await strict("z.strictObject({ text: z.string() })");
  const write = (at: typeof root, data: unknown) => at.greet({ name: JSON.stringify(data) });
  await rejects(
    write(root, { text: 1, more: 1 }),
    refusal("output_invalid", /text must be a string/, /more is not declared/),
  );
  deepEqual((await listData(root.repository, "hello")).groups, []);
  await using within = await strict("z.object({ text: z.object({ a: z.string() }).strict() })");
  await rejects(
    write(within, { text: { a: "", b: 1 } }),
    refusal("output_invalid", /text\.b is not declared/),
  );
  await write(within, { text: { a: null }, more: 1 });
});

Deno.test("a data name that escapes its folder is refused", async () => {
  await using greeter = await scriptedGreeter();
  for (const name of ["../../evil", "a/b", " "]) {
    const body = `await context.writeResource("greeting", ${JSON.stringify(name)}, { text: "x" });`;
    await rejects(greeter.runBody(body), refusal("invalid_name"));
  }
});

const DENIED: Record<string, [code: string, ...lines: RegExp[]]> = {
  net: [
    `await fetch("https://example.com/x")`,
    /net example\.com/,
    /net:\n\s+- example\.com/,
  ],
  run: [`await new Deno.Command("git").output()`, /run git/, /run:\n\s+- git/],
  read: [`await Deno.readTextFile(context.repoDir + "/.svc.yaml")`, /read:\n\s+- \.svc\.yaml/],
  write: [`await Deno.writeTextFile(context.repoDir + "/x.txt", "x")`, /write:\n\s+- x\.txt/],
  sys: [`Deno.hostname()`, /sys:\n\s+- hostname/],
  "read of the outside": [`await Deno.readTextFile("/etc/passwd")`, /read:\n\s+- "\/etc\/passwd"/],
  "read of svc's own": [
    `await Deno.readTextFile(context.repoDir + "/.svc/data/x")`,
    /No extension may have this/,
  ],
};
const DENIED_MODEL = modelText(
  Object.entries(DENIED).map(([kind, [code]]) => `        if (args.name === "${kind}") ${code};\n`)
    .join(""),
);
for (const [kind, [, ...lines]] of Object.entries(DENIED)) {
  Deno.test(`a permission that was not granted is denied and its manifest line named: ${kind}`, async () => {
    await using greeter = await greeterRepository(DENIED_MODEL);
    await rejects(
      greeter.greet({ name: kind }),
      refusal("permission_denied", /requested permissions that it was not granted/, ...lines),
    );
  });
}

Deno.test("a variable that was not granted reads as unset, and cannot be seen in any other way", async () => {
  await using greeter = await greeterRepository(
    // A scan must not see these names: what it finds is granted along with what is declared.
    modelText(`        const [path, home] = atob("UEFUSCxIT01F").split(",");
        const { env } = await import("node:process");
        const seen = [Deno.env.get(path), env[path], env[home], ...Object.keys(Deno.env.toObject()),
          ...Object.keys(env)].filter((value) => value !== undefined && !["TZ", "TMPDIR"].includes(value));
        if (seen.length > 0) throw new Error("seen: " + seen);
${GREET}`).replaceAll("await import(", "await new Function('name', 'return import(name)')("),
    { manifest: "permissions:\n  env:\n    - TZ\n" },
  );
  await greeter.greet();
});

Deno.test("a grant of the whole repository does not open svc's own folders", async () => {
  await using greeter = await bodyGreeter(
    `        await Deno.readTextFile(context.repoDir + "/" + args.name);`,
    { manifest: 'permissions:\n  read:\n    - "."\n  write:\n    - out\n' },
  );
  for (const name of [".svc/data", ".svc/types/_local.json", ".svc/definitions/hello.json"]) {
    await rejects(
      greeter.greet({ name }),
      refusal("permission_denied", /which no extension may have/),
    );
  }
});

Deno.test("a granted path can be used and a neighbour cannot", async () => {
  await using greeter = await bodyGreeter(
    `        await Deno.mkdir(context.repoDir + "/out", { recursive: true });
        await Deno.writeTextFile(context.repoDir + "/out/" + args.name, "x");`,
    { manifest: "permissions:\n  write:\n    - out\n" },
  );
  await greeter.greet({ name: "file" });
  equal(await Deno.readTextFile(`${greeter.repository.root}/out/file`), "x");
  await rejects(greeter.greet({ name: "../outside" }), refusal("permission_denied"));
});

Deno.test("temporary files can be made where their folder was granted, and not those of other runs", async () => {
  const shared = `${Deno.realPathSync(systemTemporaryFolder())}/svc-${Deno.uid()}`;
  await using greeter = await bodyGreeter(
    `        await Deno.makeTempFile();
        await Deno.writeTextFile(await Deno.makeTempDir() + "/x", "x");
        if (args.name === "other") await Deno.writeTextFile("${shared}/x", "x");`,
    { manifest: `permissions:\n  write:\n    - ${shared}\n` },
  );
  await greeter.greet();
  await rejects(greeter.greet({ name: "other" }), refusal("permission_denied"));
});

Deno.test("garbage on stdout and stderr goes to the log and disturbs nothing", async () => {
  await using greeter = await scriptedGreeter();
  const body = `console.log("one", { a: 1 });
        Deno.stdout.writeSync(new TextEncoder().encode("no line break"));
        Deno.stderr.writeSync(new TextEncoder().encode("on stderr\\n"));
        context.logger.info("hello {who}", { who: args.name });
${GREET}`;
  const events: RunEvent[] = [];
  const result = await greeter.runBody(body, { onEvent: (event) => events.push(event) });
  equal(result.dataArtifacts.length, 1);
  const texts = events.flatMap((event) => event.kind === "output" ? [event.text] : []).sort();
  deepEqual(texts, ["hello Ada", "no line break", "on stderr", "one { a: 1 }"]);
  match(await Deno.readTextFile(result.logFile), /\[INF\] greet: hello Ada/);
});

Deno.test("a forged protocol message is only printing", async () => {
  await using greeter = await scriptedGreeter();
  const body = `const lie = (message: unknown) =>
          Deno.stdout.writeSync(new TextEncoder().encode("\\n" + JSON.stringify(message) + "\\n"));
        lie({ t: "done", handles: [] });
        lie({ t: "call", id: 1, call: { op: "writeResource", spec: "greeting", name: "forged",
          data: { text: "x" }, overrides: {} } });
        throw new Error("the truth");`;
  await rejects(greeter.runBody(body), refusal("run_failed", /the truth/));
  deepEqual((await listData(greeter.repository, "hello")).groups, []);
});

Deno.test("a method that replaces globals cannot read the run's token", async () => {
  await using greeter = await scriptedGreeter();
  const body = `let seen = "";
        const stringify = JSON.stringify;
        JSON.stringify = (value: any) => { seen += String(value?.t); return stringify(value); };
        Deno.stdout.writeSync = (bytes: Uint8Array) => { seen += "stdout"; return bytes.length; };
        const handle = await context.writeResource("greeting", "main", { text: "seen:" + seen });
        return { dataHandles: [handle] };`;
  const result = await greeter.runBody(body);
  deepEqual(result.dataArtifacts[0]!.attributes, { text: "seen:" });
});

Deno.test("a method that kills its own process fails the run", async () => {
  await using greeter = await scriptedGreeter();
  const body = `Deno.exit(0);`;
  await rejects(
    greeter.runBody(body),
    refusal("run_failed", /ended its own process \(exit code 0\)/),
  );
});

Deno.test("a program that a method leaves behind neither holds the run up nor lives on", async () => {
  await using greeter = await bodyGreeter(
    `        const left = new Deno.Command("sleep", { args: ["600"] }).spawn();
        await context.writeResource("greeting", "main", { text: String(left.pid) });`,
    { manifest: "permissions:\n  run:\n    - sleep\n" },
  );
  const result = await greeter.greet();
  const { text } = result.dataArtifacts[0]!.attributes as { text: string };
  equal(await isRunning(Number(text)), false);
});

Deno.test("a timer left running does not keep the run alive", async () => {
  await using greeter = await scriptedGreeter();
  const body = `setInterval(() => {}, 1000);\n${GREET}`;
  equal((await greeter.runBody(body)).status, "succeeded");
});

Deno.test("two returned handles of one name fail the run", async () => {
  await using greeter = await scriptedGreeter();
  const body = `const a = await context.writeResource("greeting", "main", { text: "a" });
        const b = await context.writeResource("greeting", "main", { text: "b" });
        return { dataHandles: [a, b] };`;
  await rejects(greeter.runBody(body), refusal("output_invalid", /two outputs named 'main'/));
});

Deno.test("a version that is not a number is refused, so that it cannot become a path", async () => {
  await using greeter = await scriptedGreeter();
  for (const version of ["../../../../etc", 1.5, [1]]) {
    await rejects(
      greeter.runBody(`await context.readResource("main", ${JSON.stringify(version)});`),
      refusal("invalid_argument", /version must be a whole number/),
    );
  }
});

Deno.test("lines without text count towards what is kept of a run's printing", async () => {
  await using greeter = await scriptedGreeter();
  const body = `for (let line = 0; line < 200_000; line++) context.logger.info("");
${GREET}`;
  const result = await greeter.runBody(body);
  const log = await Deno.readTextFile(result.logFile);
  match(log, /Further output is omitted/);
  ok(log.length < 12_000_000, String(log.length));
});

Deno.test("a method that closes the pipe that would tell it that svc is gone ends at once", async () => {
  await using greeter = await scriptedGreeter();
  const body = `addEventListener("unhandledrejection", (event) => event.preventDefault());
        setInterval(() => {}, 1000);
        Deno.stdin.close();
        await new Promise(() => {});`;
  await rejects(
    greeter.runBody(body, { timeLimitMs: 20_000 }),
    refusal("run_failed", /ended its own process/),
  );
});

Deno.test("what cannot be held to its pattern in time is written with a warning, and not tried again", async () => {
  const slow = zodModelText(
    `        await context.writeResource("greeting", "main", { text: "a".repeat(60) + "!" });
        for (let n = 0; n < 50; n++) await context.writeResource("greeting", "n" + n, { text: "a".repeat(60) + "!" });
        return { dataHandles: [] };`,
  );
  await using greeter = await greeterRepository(
    slow.replace("text: z.string().min(1)", 'text: z.string().meta({ pattern: "^(a+)+$" })'),
  );
  const { warnings } = await greeter.greet();
  equal(warnings?.length, 1);
  match(warnings![0]!, /text could not be checked .*has the pattern \/\^\(a\+\)\+\$\//);
});
