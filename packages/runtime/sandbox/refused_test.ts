import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { isSvcError, type SvcError } from "@svc/core/error";
import { GREET, modelText } from "../testing/extension.ts";
import { greeterRepository, type TestRepository } from "../testing/repository.ts";
import { bodyGreeter } from "../testing/scripted_greeter.ts";
import type { RunEvent } from "../run/calls/event.ts";

async function failureOf(greeter: TestRepository): Promise<SvcError> {
  const error = await greeter.greet().catch((error) => error);
  ok(isSvcError(error), String(error));
  return error;
}

/** The texts that a run logs at a level. */
async function logged(greeter: TestRepository, level: string): Promise<string[]> {
  const texts: string[] = [];
  await greeter.greet({ name: "Ada" }, {
    onEvent: (event: RunEvent) => {
      if (event.kind === "output" && event.level === level) texts.push(event.text);
    },
  });
  return texts;
}

Deno.test("a method whose native add-on was not loaded is told so, not where that was looked for", async () => {
  await using greeter = await bodyGreeter(
    `        try { Deno.readTextFileSync("/srv/package.json"); } catch { /* looks on */ }
        throw new Error("Could not locate the bindings file. Tried:");`,
  );
  const { code, message } = await failureOf(greeter);
  equal(code, "run_failed");
  match(message, /^greet failed: it needs a native add-on, which svc does not load, .*WebAssembly/);
});

Deno.test("what a method requires beside its bundle is not found, and a native add-on told as one", async () => {
  await using greeter = await greeterRepository(modelText(
    `        try { load("absent"); } catch (error) {
          if (error.code !== "MODULE_NOT_FOUND") throw error;
        }
        load("./x.node");`,
    {
      before: `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);`,
    },
  ));
  const { code, message } = await failureOf(greeter);
  equal(code, "run_failed");
  match(message, /^greet failed: it needs a native add-on, which svc does not load, .*\)$/);
});

Deno.test("a run names every refusal of it: of parallel calls, of node's modules, and swallowed ones", async () => {
  await using greeter = await greeterRepository(modelText(
    `        try { Deno.readTextFileSync("/srv/in.txt"); } catch { /* goes on without it */ }
        try { new Deno.Command("terraform").outputSync(); } catch { /* as above */ }
        await new Promise((done) => get("http://c.example:8080/", done).on("error", done));
        await Promise.all(["a", "b"].map((name) => fetch("https://" + name + ".example/")));`,
    { before: `import { get } from "node:http";` },
  ));
  const error = await failureOf(greeter);
  equal(error.code, "permission_denied");
  deepEqual([...error.grants!].sort(), [
    "net:a.example",
    "net:b.example",
    "net:c.example:8080",
    "read:/srv/in.txt",
    "run:terraform",
  ]);
  ok(error.hint!.includes("svc extension grant @acme/greeter read:/srv/in.txt run:terraform"));
  ok(
    error.details?.[0]?.path.startsWith("extensions/greeter/greeter.ts:"),
    JSON.stringify(error.details),
  );
});

Deno.test("a method that goes on after a refusal and then fails says both", async () => {
  await using greeter = await bodyGreeter(`
        const text = await Deno.readTextFile("docs/x").catch(() => undefined);
        throw new TypeError("no text: " + text);`);
  const { code, message, grants } = await failureOf(greeter);
  equal(code, "permission_denied");
  deepEqual(grants, ["read:docs/x"]);
  ok(message.includes("greet failed: TypeError: no text: undefined"), message);
});

Deno.test("a method that ends its own process after a refusal is told of it, too", async () => {
  await using greeter = await bodyGreeter(`
        await fetch("https://a.example/").catch(() => Deno.exit(1));`);
  const { code, message, grants } = await failureOf(greeter);
  equal(code, "permission_denied");
  deepEqual(grants, ["net:a.example"]);
  ok(message.includes("ended its own process"), message);
});

Deno.test("a run that succeeds in spite of refusals says what it went on without, and how to grant it", async () => {
  await using greeter = await bodyGreeter(
    `        await fetch("https://a.example/").catch(() => {});
        try { new Deno.Command("terraform").outputSync(); } catch { /* goes on without it */ }\n${GREET}`,
  );
  deepEqual(await logged(greeter, "debug"), [
    'Refused: Requires net access to "a.example:443"',
    'Refused: Requires run access to "terraform"',
  ]);
  const warnings = [
    "@acme/greeter was denied net:a.example run:terraform and continued without it, so its result may " +
    "lack something. To grant it, run: svc extension grant @acme/greeter net:a.example " +
    "run:terraform",
  ];
  deepEqual(await logged(greeter, "warning"), warnings);
  deepEqual((await greeter.greet({ name: "Ada" })).warnings, warnings);
});

Deno.test("a name that leads to this machine is refused with its address, also where it is swallowed, and is granted by it", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("hi"),
  );
  const { port } = server.addr;
  const asking = `await fetch("http://" + ["local", "host"].join("") + ":${port}/a?token=t0k3n")`;
  const manifest = `permissions:\n  net: ["*"]\n`;
  await using failing = await bodyGreeter(`        ${asking};`, { manifest });
  const { code, message, grants } = await failureOf(failing);
  equal(code, "permission_denied");
  const [address] = grants!;
  match(address!, new RegExp(`^net:(?:127\\.0\\.0\\.1|\\[::1\\]):${port}$`));
  ok(message.includes(`(this machine), where localhost:${port} leads`), message);
  await using swallowing = await bodyGreeter(`        ${asking}.catch(() => {});\n${GREET}`, {
    manifest,
  });
  const { warnings } = await swallowing.greet({ name: "Ada" });
  ok(warnings![0]!.includes(`was denied ${address} and continued without it`), String(warnings));
  equal((await logged(swallowing, "debug")).join().includes("t0k3n"), false);
  await using granted = await bodyGreeter(`        ${asking};\n${GREET}`, {
    manifest: `permissions:\n  net: ["*", "localhost:${port}"]\n`,
  });
  equal((await granted.greet({ name: "Ada" })).warnings, undefined);
});

Deno.test("what libraries look for, and what nobody can grant, is told in the details of a run only", async () => {
  await using greeter = await bodyGreeter(
    `        try { Deno.readTextFileSync("/etc/os-release"); } catch { /* another system */ }
        try { Deno.osRelease(); } catch { /* as above */ }
        try { Deno.writeTextFileSync(".svc/x", ""); } catch { /* as above */ }\n${GREET}`,
  );
  equal((await logged(greeter, "debug")).length, 3);
  deepEqual(await logged(greeter, "warning"), []);
  equal((await greeter.greet({ name: "Ada" })).warnings, undefined);
});

Deno.test("variables that were not granted are unset in every way to ask, those it sets itself are not", async () => {
  Deno.env.set("GREETER_SECRET", "s3cr3t-value");
  Deno.env.set("GREETER_GRANTED", "yes");
  try {
    await using greeter = await greeterRepository(
      modelText(
        `        const before = [Deno.env.get(SECRET), process.env[SECRET],
          SECRET in process.env, Deno.env.has(SECRET)];
        process.env[OWN] = "own";
        Deno.env.set(SECRET, "mine");
        const { GREETER_SECRET, GREETER_OWN, GREETER_GRANTED, ...rest } = { ...process.env };
        delete process.env[OWN];
        const text = JSON.stringify([LOADED, before, GREETER_SECRET, GREETER_OWN, GREETER_GRANTED,
          Object.keys(rest), Deno.env.get(OWN), Object.keys(Deno.env.toObject()).sort()]);
        await context.writeResource("greeting", "main", { text });`,
        {
          before: `import process from "node:process";
// A scan must not see these names: what it finds is granted along with what is declared.
const GREETER = atob("R1JFRVRFUg==");
const SECRET = GREETER + "_SECRET", OWN = GREETER + "_OWN";
const LOADED = [process.env[GREETER + "_AT_LOAD"], process.env["GREETER_GRANTED"]].map(String);`,
        },
      ),
      { manifest: "permissions:\n  env:\n    - GREETER_GRANTED\n" },
    );
    const result = await greeter.greet();
    const { text } = result.dataArtifacts[0]!.attributes as { text: string };
    deepEqual(JSON.parse(text), [
      ["undefined", "yes"],
      [null, null, false, false],
      "mine",
      "own",
      "yes",
      ["TMPDIR"],
      null,
      ["GREETER_GRANTED", "GREETER_SECRET", "TMPDIR"],
    ]);
    const lines = await logged(greeter, "debug");
    const all = lines.join("\n");
    // Each once, in few lines; names only.
    equal(all.match(/GREETER_SECRET/g)?.length, 1, all);
    ok(
      lines[0]!.startsWith("Not granted, so treated as unset: ") && all.includes("GREETER_AT_LOAD"),
    );
    equal(all.includes("s3cr3t-value") || all.includes("GREETER_GRANTED"), false);
  } finally {
    Deno.env.delete("GREETER_SECRET");
    Deno.env.delete("GREETER_GRANTED");
  }
});

Deno.test("a variable that a failure names, and that is set here, is offered; others are not", async () => {
  Deno.env.set("GREETER_TOKEN", "t0k3n-value");
  Deno.env.set("GREETER_OTHER", "x");
  try {
    await using greeter = await bodyGreeter(`
        Deno.env.get("GREETER_OTHER");
        Deno.env.get("GREETER_UNSET");
        if (!Deno.env.get("GREETER_TOKEN")) throw new Error("Set GREETER_TOKEN or GREETER_UNSET");`);
    const { code, grants, message } = await failureOf(greeter);
    equal(code, "permission_denied");
    deepEqual(grants, ["env:GREETER_TOKEN"]);
    equal(message.includes("t0k3n-value"), false);
  } finally {
    Deno.env.delete("GREETER_TOKEN");
    Deno.env.delete("GREETER_OTHER");
  }
});

Deno.test("the working folder can be asked for without a grant of the whole repository", async () => {
  await using greeter = await greeterRepository(modelText(
    `        await context.writeResource("greeting", "main", { text: process.cwd() + Deno.cwd() });`,
    { before: `import process from "node:process";` },
  ));
  const { root } = greeter.repository;
  const result = await greeter.greet();
  deepEqual(result.dataArtifacts[0]!.attributes, { text: root + root });
});

Deno.test("a method that makes up refusals without end gets a short, plain list that svc's grammar holds", async () => {
  await using greeter = await bodyGreeter(`
        for (let count = 0; count < 5000; count++) {
          new Deno.errors.NotCapable('Requires net access to "h' + count + '.example:443", run again with');
        }
        new Deno.errors.NotCapable('Requires env access to "SVC_API_KEY", run again with');
        throw new Deno.errors.NotCapable('Requires run access to "x; rm -rf ~\\n\\u202e", run again with');`);
  const error = await failureOf(greeter);
  equal(error.code, "permission_denied");
  equal(error.grants!.length, 20);
  ok(error.grants!.every((grant) => /^net:h\d+\.example$/.test(grant)));
  ok(error.message.length < 4000);
});

Deno.test("a failure that no permission would have prevented comes first, and asks for none", async () => {
  // No system hands out a port as low as that: one that was closed before may be somebody's by now.
  const host = "127.0.0.1:2";
  const reading = ["/etc/passwd", "/srv/absent/rc"].map((path) =>
    `try { Deno.readTextFileSync("${path}"); } catch { /* a library looks */ }`
  ).join("\n");
  const asking = `await fetch("http://${host}/x?token=t0k3n")`;
  const manifest = `permissions:\n  net: ["${host}"]\n`;
  await using failing = await bodyGreeter(`${reading} ${asking};`, { manifest });
  const refused = await failureOf(failing);
  equal(refused.code, "run_failed");
  equal(refused.grants, undefined);
  match(
    refused.message,
    /^greet failed: [^\n]*Connection refused[^\n]*\nBefore that @acme\/greeter/,
  );
  match(refused.hint!, /svc extension grant @acme\/greeter read:\/etc\/passwd$/m);
  const swallowing = `${asking}.catch(() => {}); throw new TypeError("x is undefined");`;
  await using later = await bodyGreeter(swallowing, { manifest });
  const { code, message } = await failureOf(later);
  equal(code, "run_failed");
  match(message, new RegExp(`^${host}: the connection was refused\ngreet failed: TypeError`));
  // The one that was not granted may have been meant first: it is asked for.
  const other = `await fetch("https://a.example/").catch(() => ${asking.slice(6)});`;
  await using both = await bodyGreeter(other, { manifest });
  const asked = await failureOf(both);
  deepEqual(asked.grants, ["net:a.example"]);
  match(asked.message, /^greet failed: [^\n]*Connection refused/);
});

Deno.test("a look at what programs only find out by where they run is no reason for a failure", async () => {
  const manifest = `permissions:\n  net: ["127.0.0.1:2"]\n`;
  const looking = ["/.dockerenv", "/usr/bin/ldd", "/proc/version"].map((path) =>
    `try { Deno.readTextFileSync("${path}"); } catch { /* a library looks */ }`
  ).join("\n");
  await using failing = await bodyGreeter(`${looking} await fetch("http://127.0.0.1:2/");`, {
    manifest,
  });
  const { code, message, hint } = await failureOf(failing);
  deepEqual([code, hint], ["run_failed", undefined]);
  match(message, /^greet failed: [^\n]*Connection refused[^\n]*$/);
});

Deno.test("where a host is not reached, the proxy that a library looked for is asked for", async () => {
  Deno.env.set("ALL_PROXY", "http://proxy.example:3128");
  Deno.env.set("GREETER_OTHER", "x");
  try {
    await using greeter = await bodyGreeter(
      `for (const name of ["all_proxy", "ALL_PROXY", "GREETER_OTHER"]) Deno.env.get(name);
      throw new Error("getaddrinfo ENOTFOUND api.example");`,
    );
    const { code, message, hint } = await failureOf(greeter);
    equal(code, "run_failed");
    match(message, /ENOTFOUND api\.example[^]*\n {2}env ALL_PROXY$/);
    match(hint!, /svc extension grant @acme\/greeter env:ALL_PROXY$/m);
  } finally {
    Deno.env.delete("ALL_PROXY");
    Deno.env.delete("GREETER_OTHER");
  }
});

Deno.test("a proxy that is down is named with its variable, where a run fails and where it goes on", async () => {
  Deno.env.set("HTTP_PROXY", "http://ada:s3cret@127.0.0.1:2");
  try {
    const manifest = `permissions:\n  net: [api.example]\n`;
    for (
      const [after, shown] of [["", /^greet failed: /], [".catch(() => {}); x()", /^api\.exam/]]
    ) {
      await using greeter = await bodyGreeter(`await fetch("http://api.example/")${after};`, {
        manifest,
      });
      const { message, hint } = await failureOf(greeter);
      match(message, shown as RegExp);
      match(message, /: its proxy 127\.0\.0\.1:2 \(from HTTP_PROXY\) could not be reached/);
      match(hint!, /^Correct that variable/);
      equal(`${message}${hint}`.includes("s3cret"), false);
    }
  } finally {
    Deno.env.delete("HTTP_PROXY");
  }
});

Deno.test("a certificate that is not trusted is told with what makes it trusted", async () => {
  await using greeter = await bodyGreeter(
    `try { Deno.readTextFileSync("/etc/passwd"); } catch { /* a library looks */ }
    throw new TypeError("fetch failed", { cause: new Error("invalid peer certificate: UnknownIssuer") });`,
  );
  const { message, hint } = await failureOf(greeter);
  match(message, /^greet failed: TypeError: fetch failed/);
  match(hint!, /^[^\n]*set NODE_EXTRA_CA_CERTS to the file/);
});

Deno.test("a path that an unset variable begins asks for the variable", async () => {
  await using greeter = await bodyGreeter(`
        Deno.readTextFileSync(Deno.env.get(atob("SE9NRQ==")) + "/.toolrc");`);
  const { grants } = await failureOf(greeter);
  deepEqual(grants, ["env:HOME"]);
});

Deno.test("what nobody can grant and a library swallows does not stand before why the method failed", async () => {
  await using greeter = await bodyGreeter(`
        try { Deno.readTextFileSync(context.repoDir + "/.svc/bundles/x"); } catch { /* a library looks */ }
        throw new Error("The request URL must use HTTPS.");`);
  const { code, message, grants } = await failureOf(greeter);
  deepEqual([code, grants], ["run_failed", undefined]);
  match(message, /^greet failed: The request URL must use HTTPS/);
});

Deno.test("a package that another one can do without is told of nowhere, nor is a mode that is asked for", async () => {
  await using greeter = await greeterRepository(modelText(
    `        if (process.umask() !== umask || Deno.umask(umask) !== ${Deno.umask()}) throw new Error();
        throw new Error("The request URL must use HTTPS.");`,
    {
      before: `import { createRequire } from "node:module";
import process from "node:process";
const umask = process.umask();
try { createRequire(import.meta.url)("absent"); } catch { /* Goes on without it. */ }`,
    },
  ));
  const { message } = await failureOf(greeter);
  match(message, /^greet failed: The request URL must use HTTPS\.(?! *\n)/);
  equal(message.includes("requested"), false, message);
});

Deno.test("code may look whether the home folder is there, as the client of Kubernetes does", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        fs.accessSync(Deno.env.get("HOME"));
        for (const look of [["/root/.x"], [Deno.env.get("HOME"), fs.constants.W_OK]]) {
          try { fs.accessSync(...look); } catch (error) { console.log(error.name); }
        }`,
      { before: `import fs from "node:fs";` },
    ),
    { manifest: "permissions:\n  env: [HOME]\n" },
  );
  deepEqual(await logged(greeter, "info"), ["NotCapable", "NotCapable"]);
});

Deno.test("whether a granted file is there is asked of node:fs in each way, and no other permission for it", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        const granted = context.repoDir + "/in/a";
        accessSync(granted);
        accessSync(granted, fs.constants.R_OK);
        await access(granted);
        await new Promise((done, failed) =>
          fs.access(granted, fs.constants.F_OK, (error) => error ? failed(error) : done(0)));
        for (const path of [granted + "b", "/srv/x"]) {
          await access(path).catch((error) => console.log(error.code ?? error.name));
          const error = await new Promise((done) => fs.access(path, done));
          console.log(error.code ?? error.name);
        }`,
      {
        before: `import fs, { accessSync } from "node:fs";
import { access } from "node:fs/promises";`,
      },
    ),
    { manifest: "permissions:\n  read: [in]\n" },
  );
  await Deno.mkdir(`${greeter.repository.root}/in`);
  await Deno.writeTextFile(`${greeter.repository.root}/in/a`, "");
  deepEqual((await logged(greeter, "info")).toSorted(), [
    ...["ENOENT", "ENOENT", "NotCapable", "NotCapable"],
  ]);
});

Deno.test("code that two modules share gets what it asks of Node's modules", async () => {
  const before = `import { tell } from "./lib.ts";`;
  const model = modelText(`        console.log(tell());`, { before });
  await using greeter = await greeterRepository(model, {
    manifest: "  - other.ts\npermissions:\n  run: [printenv]\n",
    files: {
      "other.ts": model.replaceAll("@acme/greeter", "@acme/greeter/other"),
      "lib.ts": `import { execFileSync } from "node:child_process";
import process from "node:process";
const mask = process.umask();
export const tell = () => typeof mask + ", " + execFileSync("printenv", ["HOME"]);`,
    },
  });
  match((await logged(greeter, "info")).join("\n"), /^number, \//);
});

Deno.test("no message shows where svc keeps its own files, nor what Deno advises", async () => {
  await using greeter = await greeterRepository(modelText(`
        const folder = await Deno.makeTempDir();
        const texts = [];
        for (const path of [folder + "/absent", context.repoDir + "/.svc/data/x"]) {
          try { Deno.readTextFileSync(path); } catch (error) { texts.push(error.message); }
        }
        console.log(texts.join());
        throw new Error(texts[0] + " and " + import.meta.url);`));
  const { message } = await failureOf(greeter);
  match(message, /readfile '<temporary folder>\/\w+\/absent' and svc's own folder/);
  match(message, /read svc's own folder, which no extension may have/);
  equal(/\.svc\/|svc-run|run again/.test(message), false, message);
  const lines: string[] = [];
  await rejects(greeter.greet({ name: "Ada" }, {
    onEvent: (event: RunEvent) => {
      if (event.kind === "output" && event.level === "info") lines.push(event.text);
    },
  }));
  ok(lines[0]!.endsWith('/.svc/data/x"'), lines[0]!);
});
