import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData, listVersions } from "../data/mod.ts";
import { createDefinition } from "../behavior/definitions/create.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { lockRepository } from "../repository/lock.ts";
import { GREET, modelText, zodModelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { bodyGreeter, scriptedGreeter } from "../testing/scripted_greeter.ts";
import { runMethod } from "./run.ts";

/** The person grants whatever is asked for. */
const agree = () => Promise.resolve();

Deno.test("a method sees the definition, its type, its arguments and defaults", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        const c = context;
        await c.writeResource("greeting", "main", { text: JSON.stringify([
          c.modelType.normalized, String(c.modelType), c.modelId === c.definition.id,
          c.definition.name, c.definition.version, c.methodName, c.globalArgs, args,
          c.signal instanceof AbortSignal, typeof c.repoDir]) });`,
      {
        globals: '{ owner: z.string(), name: z.string().default("global") }',
        args: "{ name: z.string(), times: z.number().default(2), flag: z.boolean().optional() }",
      },
    ),
    { globals: { owner: "acme" } },
  );
  await greeter.greet({ flag: "true", name: "Ada" });
  const { text } = (await getData(greeter.repository, "hello", "main")).content as { text: string };
  deepEqual(JSON.parse(text), [
    "@acme/greeter",
    "@acme/greeter",
    true,
    "hello",
    1,
    "greet",
    { owner: "acme", name: "global" },
    { flag: true, name: "Ada", times: 2 },
    true,
    "string",
  ]);
});

Deno.test("a method reads back what it wrote, by version, and another behavior's data", async () => {
  await using greeter = await greeterRepository(
    modelText(`
        const before = await context.readResource("main");
        await context.writeResource("greeting", "main", { text: args.name });
        const first = await context.readResource("main", 1);
        const others = await context.readModelData("other", "greeting");
        const bytes = await context.dataRepository.getContent(
          context.modelType, context.modelId, "main");
        const numbers = await context.dataRepository.listVersions(
          context.modelType, context.modelId, "main");
        await context.writeResource("greeting", "seen", { text: JSON.stringify([before, first,
          (({ modelName, name, attributes }) => [modelName, name, attributes])(others[0]), new TextDecoder().decode(bytes),
          numbers, await context.readResource("nothing"),
          await context.readModelData("nobody")]) });`),
    { manifest: 'permissions:\n  data:\n    - "@acme/greeter"\n' },
  );
  const { repository } = greeter;
  await createDefinition(repository, { type: "@acme/greeter", name: "other" });
  await runMethod(repository, {
    definition: "other",
    method: "greet",
    inputs: { name: "Bob" },
    onGrant: agree,
  });
  await greeter.greet({ name: "one" });
  await greeter.greet({ name: "two" });
  const { text } = (await getData(repository, "hello", "seen")).content as { text: string };
  deepEqual(JSON.parse(text), [
    { text: "one" },
    { text: "one" },
    ["other", "main", { text: "Bob" }],
    '{"text":"two"}',
    [1, 2],
    null,
    [],
  ]);
});

Deno.test("a method queries data and the repository by name, behavior and version", async () => {
  await using greeter = await bodyGreeter(
    `
        await context.writeResource("greeting", "main", { text: args.name });
        const { dataRepository: data, modelType, modelId } = context;
        await context.writeResource("greeting", "seen", { text: JSON.stringify([
          (await context.queryData('name == "main"')).map((r: any) => [r.modelName, r.attributes]),
          await context.queryData('name == "main" && version == 1', "attributes.text"),
          (await data.findByName(modelType, modelId, "main")).version,
          (await data.findByName(modelType.normalized, "hello", "main", 1)).version,
          await data.findByName(modelType, modelId, "nothing"),
          (await data.findAllForModel(modelType, modelId)).map((item: any) => item.name),
          await data.findAllForModel("@acme/other", modelId === "" ? "" : "nobody"),
          await data.getContent(modelType, "nobody", "main"),
        ]) });`,
    { manifest: 'permissions:\n  data:\n    - "@acme/*"\n' },
  );
  await greeter.greet({ name: "one" });
  await greeter.greet({ name: "two" });
  const { text } = (await getData(greeter.repository, "hello", "seen")).content as { text: string };
  deepEqual(JSON.parse(text), [
    [["hello", { text: "two" }]],
    ["one"],
    2,
    1,
    null,
    ["main", "seen"],
    [],
    null,
  ]);
});

Deno.test("a refused query is the method's to handle and its words are those of svc", async () => {
  await using greeter = await scriptedGreeter();
  const body = `await context.queryData("nme == 1");`;
  await rejects(greeter.runBody(body), refusal("invalid_argument", /unknown field: nme/));
});

const NOT_THERE = [
  "approveWorkflowGate({})",
  "dataRepository.append()",
  "definitionRepository.save()",
];
for (const call of NOT_THERE) {
  Deno.test(`context.${call} says that it is not supported and what to do instead`, async () => {
    await using greeter = await scriptedGreeter();
    const body = `await context.${call};`;
    await rejects(greeter.runBody(body), refusal("run_failed", /is not supported; /));
  });
}

Deno.test("logger levels, placeholders, bound properties and templates reach events and log", async () => {
  await using greeter = await scriptedGreeter();
  const body = `const { logger } = context;
        logger.debug("d");
        logger.info("i {who} {unknown}", { who: args.name });
        logger.warn("w");
        logger.error("e", { a: 1 });
        logger.with({ who: "bound" }).getChild("sub").fatal("f {who}");
        logger.info\`t \${args.name} \${{ a: 1 }}\`;
        await context.writeResource("greeting", "main", { text: "x" });`;
  const lines: string[] = [];
  const { logFile } = await greeter.runBody(body, {
    onEvent: (event) => event.kind === "output" && lines.push(`${event.level} ${event.text}`),
  });
  deepEqual(lines, [
    "debug d",
    "info i Ada {unknown}",
    "warning w",
    "error e",
    "fatal f bound",
    "info t Ada { a: 1 }",
  ]);
  match(await Deno.readTextFile(logFile), /\[DBG\] greet: d\n.*\[INF\].*\n.*\[WRN\] greet: w\n/);
});

Deno.test("files are written whole, by line, by stream and by path", async () => {
  await using greeter = await scriptedGreeter();
  const body = `await (await context.createFileWriter("log", "whole")).writeText("all of it");
        const lines = await context.createFileWriter("log", "lines");
        await lines.writeLine("one");
        await lines.writeLine("two");
        await lines.finalize();
        const seen: string[] = [];
        const stream = new Blob(["a\\nb\\n", "c"]).stream();
        await (await context.createFileWriter("log", "stream")).writeStream(stream,
          { onLine: (line: string) => seen.push(line) });
        const byPath = await context.createFileWriter("log", "path", { contentType: "text/csv" });
        await Deno.writeTextFile(await byPath.getFilePath(), "x,y");
        await byPath.finalize();
        const big = await context.createFileWriter("log", "big",
          { contentType: "application/octet-stream" });
        await big.writeAll(new Uint8Array(1_000_000).fill(7));
        let twice = "";
        try { await byPath.finalize(); } catch (error) { twice = String(error); }
        await context.writeResource("greeting", "main", { text: seen.join() + " " + twice });`;
  const { repository } = greeter;
  await greeter.runBody(body);
  const content = async (name: string) => (await getData(repository, "hello", name)).content;
  equal(await content("whole"), "all of it");
  equal(await content("lines"), "one\ntwo\n");
  equal(await content("stream"), "a\nb\nc");
  equal(await content("path"), "x,y");
  const big = await getData(repository, "hello", "big");
  deepEqual([big.size, big.contentType, big.content], [
    1_000_000,
    "application/octet-stream",
    undefined,
  ]);
  deepEqual(await content("main"), {
    text: "a,b,c Error: The file 'path' has already been written",
  });
});

Deno.test("a link in the run's own folder is not taken for a file", async () => {
  await using greeter = await bodyGreeter(
    `        const writer = await context.createFileWriter("log", "main");
        await new Deno.Command("ln", { args: ["-s", "/etc/passwd", await writer.getFilePath()] })
          .output();
        await writer.finalize();`,
    { manifest: "permissions:\n  run:\n    - ln\n" },
  );
  await rejects(greeter.greet(), refusal("output_invalid", /Nothing was written to the path/));
});

Deno.test("extensionFile gives files the extension ships and refuses others", async () => {
  await using greeter = await bodyGreeter(
    `        const file = context.extensionFile(args.name);
        await context.writeResource("greeting", "main", { text: await Deno.readTextFile(file) });`,
    {
      manifest: "additionalFiles:\n  - words.txt\n",
      files: { "words.txt": "shipped" },
    },
  );
  const result = await greeter.greet({ name: "words.txt" });
  deepEqual(result.dataArtifacts[0]!.attributes, { text: "shipped" });
  await rejects(greeter.greet({ name: "absent.txt" }), refusal("run_failed", /ships no such file/));
  await rejects(greeter.greet({ name: "../../.svc.yaml" }), refusal("run_failed", /relative/));
});

Deno.test("a result says of what it wrote what went with the run", async () => {
  await using greeter = await bodyGreeter(
    `        await context.writeResource("greeting", "brief", { text: "x" }, { lifetime: "ephemeral" });
        await context.writeResource("greeting", "main", { text: "x" });`,
  );
  const { dataArtifacts } = await greeter.greet();
  deepEqual(dataArtifacts.map(({ name, ephemeral }) => [name, ephemeral]), [
    ["brief", true],
    ["main", undefined],
  ]);
});

Deno.test("deleteResource deletes every version", async () => {
  await using greeter = await bodyGreeter(
    `        if (args.name === "delete") return await context.deleteResource("main");
${GREET}`,
  );
  await greeter.greet();
  await greeter.greet({ name: "delete" });
  await rejects(listVersions(greeter.repository, "hello", "main"), refusal("data_not_found"));
  equal((await greeter.greet()).dataArtifacts[0]!.path.endsWith("/main/2"), true);
});

const REFUSED: [what: string, inputs: Record<string, unknown>, code: string, message: RegExp][] = [
  ["a missing argument", {}, "invalid_argument", /name is required \(string\)[\s\S]*--input name=/],
  [
    "an unknown argument",
    { name: "a", nam: "b" },
    "unknown_argument",
    /Unknown method input\(s\): nam\. Valid inputs are: name/,
  ],
  [
    "an ill-typed argument, by the module's own schema",
    { name: "" },
    "invalid_argument",
    /Method arguments validation failed: Too small[\s\S]* at "name"/,
  ],
];
for (const [what, inputs, code, message] of REFUSED) {
  Deno.test(`${what} is refused`, async () => {
    await using greeter = await greeterRepository(zodModelText(GREET));
    await rejects(greeter.greet(inputs), refusal(code as "usage", message));
  });
}

Deno.test("an unknown method is refused with those there are", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await rejects(
    runMethod(greeter.repository, { definition: "hello", method: "great", inputs: {} }),
    refusal("unknown_method", /has no method 'great'. It has: greet/),
  );
});

Deno.test("a run of a behavior that is running already waits and then gives up", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { modelId } = await greeter.greet();
  await using _held = await lockRepository(greeter.repository, { file: `locks/${modelId}.lock` });
  Deno.env.set("SVC_LOCK_TIMEOUT_MS", "0");
  try {
    await rejects(greeter.greet(), refusal("lock_timeout"));
  } finally {
    Deno.env.delete("SVC_LOCK_TIMEOUT_MS");
  }
});

Deno.test("a run of a behavior that is running already says so, waits, and goes on when it can", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { modelId } = await greeter.greet();
  const held = await lockRepository(greeter.repository, { file: `locks/${modelId}.lock` });
  const seen: string[] = [];
  let freed: PromiseLike<void> | undefined;
  await runMethod(greeter.repository, {
    definition: "hello",
    method: "greet",
    inputs: { name: "Ada" },
    onEvent(event) {
      if (event.kind !== "waiting") return void seen.push(event.kind);
      seen.push(`${event.model}: ${event.holder}`);
      freed = held[Symbol.asyncDispose]();
    },
  });
  await freed;
  match(seen[0]!, new RegExp(`^hello: process ${Deno.pid} on .* since \\d{4}-`));
  equal(seen[1], "started");
});

Deno.test("a secret from the environment reaches the method and nothing that is kept", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        context.logger.info("using {token}", { token: context.globalArgs.token });
        console.log(JSON.stringify({ token: context.globalArgs.token }));
        await context.writeResource("greeting", "main",
          { text: context.globalArgs.token, times: context.globalArgs.token.length });
        await (await context.createFileWriter("log", "log")).writeText(context.globalArgs.token);
        throw new Error("refused for " + context.globalArgs.token);`,
      { globals: "{ token: z.string().meta({ sensitive: true }) }" },
    ),
    { globals: { token: "${{ env.TEST_RUN_SECRET }}" } },
  );
  const secret = 's3cr"et-value';
  Deno.env.set("TEST_RUN_SECRET", secret);
  const shown: string[] = [];
  try {
    await rejects(
      greeter.greet({ name: "x" }, { onEvent: (event) => shown.push(JSON.stringify(event)) }),
      refusal("run_failed", /refused for \*\*\*/),
    );
  } finally {
    Deno.env.delete("TEST_RUN_SECRET");
  }
  const { repository } = greeter;
  deepEqual((await getData(repository, "hello", "main")).content, {
    text: "***",
    times: secret.length,
  });
  const everything = await new Deno.Command("grep", {
    args: ["-rlF", "-e", secret, "-e", 's3cr\\"et-value', repository.root],
  }).output();
  equal(new TextDecoder().decode(everything.stdout), "");
  equal(shown.join("").includes("s3cr"), false);
  match(shown.join(""), /using \*\*\*/);
});

Deno.test("nested secrets of arguments reach the method and nothing that is kept or shown", async () => {
  const canary = `c4nary-${crypto.randomUUID()}`;
  const CALLS: [what: string, code: string, call: string][] = [
    ["log", "", `context.logger.info("using " + key)`],
    ["print", "", `console.error({ key })`],
    [
      "resource",
      "",
      `await context.writeResource("greeting", "main", { text: "a " + key + " b" })`,
    ],
    ["name", "output_invalid", `await context.writeResource("greeting", key, { text: "x" })`],
    ["key", "", `await context.writeResource("greeting", "main", { [key]: 1 })`],
    [
      "tag",
      "",
      `await context.writeResource("greeting", "main", { text: "x" }, { tags: { key } })`,
    ],
    ["file", "", `await (await context.createFileWriter("log", "main")).writeText(key)`],
    [
      "text under a binary type",
      "",
      `await (await context.createFileWriter("log", "main",
         { contentType: "application/octet-stream" })).writeText(key)`,
    ],
    [
      "binary",
      "output_invalid",
      `await (await context.createFileWriter("log", "main")).writeAll(
         new Uint8Array([255, ...new TextEncoder().encode(key), 255]))`,
    ],
    ["error", "run_failed", `throw new Error("no " + key)`],
  ];
  const cases = CALLS.map(([what, , call]) => `${JSON.stringify(what)}: async () => { ${call} }`);
  await using greeter = await greeterRepository(modelText(
    `        const key = args.accounts[0][1].key;
        await ({ ${cases.join(",")} })[args.name]();`,
    {
      args: `{ name: z.string(), accounts: z.array(z.tuple([z.string(),
        z.intersection(z.object({ id: z.string() }),
          z.object({ key: z.string().meta({ sensitive: true }) }))])) }`,
    },
  ));
  for (const [what, code] of CALLS) {
    const shown: unknown[] = [];
    // As a person types it: one text, in which the secret stands.
    const accounts = JSON.stringify([["x", { id: "kept", key: canary }]]);
    await greeter.greet({ name: what, accounts }, { onEvent: (event) => shown.push(event) }).then(
      (result) => {
        equal(code, "", what);
        shown.push(result);
        match(JSON.stringify(result.methodArguments), /"kept"/);
      },
      (error) => {
        equal(error.code, code, `${what}: ${error.message}`);
        shown.push(error, error.message);
      },
    );
    equal(JSON.stringify(shown).includes(canary), false, what);
    const { stdout } = await new Deno.Command("grep", {
      args: ["-rlaF", "-e", canary, greeter.repository.root],
    }).output();
    const named = await new Deno.Command("find", {
      args: [greeter.repository.root, "-name", `*${canary}*`],
    }).output();
    equal(new TextDecoder().decode(stdout) + new TextDecoder().decode(named.stdout), "", what);
  }
});

Deno.test("a secret output without a vault is refused and not written", async () => {
  const secretive = zodModelText(GREET).replace(
    "text: z.string().min(1)",
    "text: z.string().meta({ sensitive: true })",
  );
  await using greeter = await greeterRepository(secretive);
  await rejects(
    greeter.greet(),
    refusal("vault_required", /The output 'greeting' holds secrets, which go to a vault/),
  );
  await rejects(getData(greeter.repository, "hello", "main"), refusal("data_not_found"));
});

Deno.test("a global argument that gives nothing fails a method that reads it, and no other", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        if (args.name === "read") context.globalArgs.token;
        const { owner, ...rest } = { owner: context.globalArgs.owner };
        await context.writeResource("greeting", "main", { text: owner + JSON.stringify(rest) });`,
      { globals: "{ token: z.string(), owner: z.string() }" },
    ),
    { globals: { token: "${{ env.TEST_RUN_ABSENT }}", owner: "acme" } },
  );
  const { dataArtifacts } = await greeter.greet({ name: "else" });
  deepEqual(dataArtifacts[0]!.attributes, { text: "acme{}" });
  await rejects(
    greeter.greet({ name: "read" }),
    refusal("run_failed", /globalArgs\.token could not be evaluated: .*TEST_RUN_ABSENT.* not set/),
  );
});

Deno.test("what is made of a variable's content is redacted wherever the run says it", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        context.logger.info("name is " + args.name);
        console.log("owner is " + context.globalArgs.owner);
        await context.writeResource("greeting", "main", { text: context.globalArgs.owner });`,
      { globals: "{ owner: z.string() }" },
    ),
    { globals: { owner: "${{ bytes(env.TEST_RUN_CONTENT).base64() }}" } },
  );
  const { repository } = greeter;
  const { path } = await findDefinition(repository, "hello");
  const text = await Deno.readTextFile(path);
  const preset =
    'methods: { greet: { arguments: { name: "${{ env.TEST_RUN_CONTENT.substring(0, 9) }}" } } }';
  await Deno.writeTextFile(path, text.replace("methods: {}", preset));
  Deno.env.set("TEST_RUN_CONTENT", "swordfish-and-more");
  const shown: string[] = [];
  try {
    const result = await greeter.greet({}, {
      onEvent: (event) => shown.push(JSON.stringify(event)),
    });
    shown.push(JSON.stringify(result), await Deno.readTextFile(result.logFile));
  } finally {
    Deno.env.delete("TEST_RUN_CONTENT");
  }
  const all = shown.join("\n");
  match(all, /name is \*\*\*/);
  match(all, /owner is \*\*\*/);
  for (const secret of ["swordfish", btoa("swordfish-and-more")]) {
    equal(all.includes(secret), false, secret);
  }
});

Deno.test("a run takes its inputs, and keeps expressions in its record as they are written", async () => {
  await using greeter = await greeterRepository(
    modelText(GREET, { globals: "{ o: z.string() }" }),
    {
      globals: { o: "${{ inputs.team }}" },
    },
  );
  const { repository } = greeter;
  const { path } = await findDefinition(repository, "hello");
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(
    path,
    `${text.replace("methods: {}\n", "")}methods:
  greet: { arguments: { name: "\${{ inputs.first-name + '!' }} of \${{ self.globalArguments.o }}" } }
inputs:
  properties:
    first-name: { type: string, enum: [Ada, Alan] }
    team: { type: string, default: core }
  required: [first-name, team]
`,
  );
  const run = (inputs: Record<string, unknown>) => greeter.greet(inputs);
  const result = await run({ "first-name": "Ada" });
  deepEqual(result.dataArtifacts[0]!.attributes, { text: "Hello Ada! of core" });
  deepEqual(result.globalArguments, { o: "${{ inputs.team }}" });
  match(String(result.methodArguments["name"]), /^\$\{\{ inputs\.first-name/);
  await rejects(
    run({}),
    refusal("invalid_argument", /^Input validation failed:\n {2}first-name is required/),
  );
  await rejects(
    run({ "first-name": "Adam" }),
    refusal("invalid_argument", /first-name must be one of: Ada, Alan/),
  );
  await rejects(
    run({ "first-name": "Ada", "frist": 1 }),
    refusal("unknown_argument", /frist\. Valid inputs are: first-name, team, name/),
  );
});

Deno.test("command/shell runs a command, keeps its output, and fails with its exit code", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await createDefinition(repository, { type: "command/shell", name: "sh" });
  const run = (inputs: Record<string, unknown>) =>
    runMethod(repository, { definition: "sh", method: "execute", inputs });
  await run({ run: "echo out; echo err >&2", env: { A: "b" } });
  const result = (await getData(repository, "sh", "result")).content as Record<string, unknown>;
  deepEqual([result["exitCode"], result["stdout"], result["stderr"]], [0, "out", "err"]);
  equal((await getData(repository, "sh", "log")).content, "[stdout]\nout\n[stderr]\nerr\n");
  await rejects(run({ run: "exit 3" }), refusal("run_failed", /Command exited with code 3/));
  await rejects(
    run({ run: "", timeout: "soon" }),
    refusal("invalid_argument", /timeout"/, /Method arguments validation failed: .* at "run"/),
  );
  await run({ run: "exit 3", ignoreExitCode: "true" });
  await rejects(
    run({ run: "sleep 60", timeout: "100" }),
    refusal("run_failed", /longer than 100 ms/),
  );
});

Deno.test("the command of command/shell is not in the arguments of a program, and finds an empty input", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await createDefinition(repository, { type: "command/shell", name: "sh" });
  const command = "echo begin; tr '\\0' ' ' < /proc/$$/cmdline; tr '\\0' ' ' < /proc/$$/environ; " +
    "cat; echo it\\'s the end";
  await runMethod(repository, { definition: "sh", method: "execute", inputs: { run: command } });
  const { stdout } = (await getData(repository, "sh", "result")).content as { stdout: string };
  match(stdout, /^begin\n\S*sh -c .*it's the end$/s);
  equal(stdout.includes("echo begin"), false);
});
