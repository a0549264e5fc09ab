import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { createDefinition } from "../behavior/definitions/create.ts";
import { modelText } from "../testing/extension.ts";
import { greeterRepository } from "../testing/repository.ts";
import { runMethod } from "./run.ts";

const TOOL = "sometool";

/** A folder for temporary files may have a comma, and the program lives there. Other files' tests do not. */
async function temporaryWithComma(): Promise<AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "svc, tool " });
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", path);
  return {
    async [Symbol.asyncDispose]() {
      if (before === undefined) Deno.env.delete("TMPDIR");
      else Deno.env.set("TMPDIR", before);
      await Deno.remove(path, { recursive: true });
    },
  };
}

/** What the program said, for each command line. */
type Said = { code: number; out: string; err: string }[];

/** A repository whose extension hands command lines to the other tool's program, and keeps what it says. */
async function calling(
  code: string,
  run: readonly string[] = [TOOL],
  marker = `otherTool: ${TOOL}\n`,
) {
  const greeter = await greeterRepository(
    modelText(
      `        const text = "it's \\"here\\"\\nand there " + "x".repeat(3_000_000);
        if (args.name !== "again") {
          await context.writeResource("greeting", "main", { text });
          return {};
        }
        const call = async (words: string[], options = {}, program = ["some", "tool"].join("")) => {
          const { code, stdout, stderr } =
            await new Deno.Command(program, { args: words, ...options }).output();
          return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
        };
        const said = [];
        ${code}
        console.log("said " + JSON.stringify(said));`,
    ),
    { manifest: run.length === 0 ? "" : `permissions:\n  run: [${run.join(", ")}]\n` },
  );
  const { root } = greeter.repository;
  await Deno.writeTextFile(`${root}/.svc.yaml`, marker, { append: true });
  return greeter;
}

async function saidBy(greeter: Awaited<ReturnType<typeof calling>>): Promise<Said> {
  let said: string | undefined;
  await greeter.greet({ name: "first" });
  await greeter.greet({ name: "again" }, {
    onEvent: (event) => {
      if (event.kind === "output" && event.text.startsWith("said ")) said = event.text.slice(5);
    },
  });
  return JSON.parse(said!);
}

Deno.test("the other tool's program answers what reads data, with what the run may read, and nothing else", async () => {
  await using _temporary = await temporaryWithComma();
  await using greeter = await calling(`
        said.push(await call(["data", "get", "hello", "main", "--json"]));
        said.push(await call(["data", "query", 'attributes.text.startsWith("it\\'s \\\\"here\\\\"\\\\nand")',
          "--select", "name", "--json"]));
        said.push(await call(["data", "list", "hello", "--json"]));
        said.push(await call(["data", "get", "other", "main", "--json"]));
        said.push(await call(["data", "query", 'modelName == "other"', "--json"]));
        said.push(await call(["data", "delete", "hello", "main", "--json"]));
        // What it is given in its environment and where it is started change nothing.
        said.push(await call(["data", "list", "hello", "--json"],
          { cwd: context.repoDir, env: { HOME: "/x", DENO_DIR: "/x", NODE_OPTIONS: "-r /x" } }));
        const all = await Promise.all(Array.from({ length: 12 }, () =>
          call(["data", "list", "hello", "--json"])));
        said.push({ code: Math.max(...all.map(({ code }) => code)), out: "", err: "" });`);
  await createDefinition(greeter.repository, { type: "command/shell", name: "other" });
  await runMethod(greeter.repository, {
    definition: "other",
    method: "execute",
    inputs: { run: "echo secret" },
  });
  const [get, query, list, other, hidden, remove, environment, many] = await saidBy(greeter);
  const item = JSON.parse(get!.out);
  ok(item.content.text.startsWith(`it's "here"\nand there xxx`));
  equal(item.content.text.length, 3_000_000 + 22);
  deepEqual([item.name, item.modelName, item.contentType], ["main", "hello", "application/json"]);
  deepEqual(JSON.parse(query!.out), { results: ["main"], total: 1, limited: false });
  equal(JSON.parse(list!.out).groups[0].items[0].name, "main");
  for (const refused of [other!, hidden!]) {
    deepEqual([refused.code, refused.out], [1, ""]);
    match(JSON.parse(refused.err).hint, /svc extension grant @acme\/greeter data:command\/shell/);
  }
  deepEqual([remove!.code, remove!.out], [1, ""]);
  match(JSON.parse(remove!.err).error, /svc answers for 'sometool' in this run/);
  equal(JSON.parse(environment!.out).total, 1);
  equal(many!.code, 0);
});

Deno.test("what was started by the other tool's caller gets no more, and nothing once the run has ended", async () => {
  await using _temporary = await temporaryWithComma();
  await using greeter = await calling(
    `
        const shell = (script: string) => call(["-c", script], {}, "sh");
        said.push(await shell("sometool data list hello --json"));
        said.push(await shell("sometool data get other main --json"));
        said.push(await shell("command -v sometool"));`,
    [TOOL, "sh"],
  );
  await createDefinition(greeter.repository, { type: "command/shell", name: "other" });
  const [list, other, where] = await saidBy(greeter);
  equal(JSON.parse(list!.out).total, 1);
  equal(other!.code, 1);
  const program = where!.out.trim();
  match(program, /\/tool\/sometool$/);
  await rejects(Deno.lstat(program), Deno.errors.NotFound);
});

Deno.test("a run that may not start the other tool's program is asked about it, and one that names none has none", async () => {
  await using _temporary = await temporaryWithComma();
  const code = `said.push(await call(["data", "list", "hello", "--json"]));`;
  await using denied = await calling(code, []);
  await rejects(saidBy(denied), (error) => {
    deepEqual((error as SvcError).grants, [`run:${TOOL}`]);
    return true;
  });
  await using none = await calling(code, [TOOL], "");
  await rejects(saidBy(none), (error) => {
    equal((error as SvcError).code, "run_failed");
    match((error as SvcError).message, /Failed to spawn 'sometool'/);
    return true;
  });
});
