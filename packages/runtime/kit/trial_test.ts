import { deepEqual, equal, rejects } from "node:assert/strict";
import * as z from "zod";
import type { MethodContext, Model, Report } from "./extension.ts";
import { runMethod, runReport } from "./trial.ts";

const model = {
  type: "@acme/notes",
  version: "2026.01.02.1",
  globalArguments: z.object({ owner: z.string().default("nobody") }),
  resources: {
    note: {
      description: "A note",
      schema: z.object({ text: z.string() }),
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  files: {
    page: {
      description: "A page",
      contentType: "text/plain",
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  methods: {
    note: {
      description: "Notes",
      arguments: z.object({
        text: z.string(),
        as: z.enum(["note", "other", "number"]).default("note"),
      }),
      execute: async (
        { text, as }: { text: string; as: string },
        context: MethodContext<{ owner: string }>,
      ) => {
        const before = await context.readResource("first");
        context.logger.info("{owner} notes", { owner: context.globalArgs.owner });
        if (before) await context.deleteResource("first");
        const data = { text: as === "number" ? 5 : text };
        await context.writeResource(as === "number" ? "note" : as, "first", data);
        const writer = await context.createFileWriter("page", "page.txt");
        await writer.writeLine(text);
        await writer.finalize();
      },
    },
    ask: {
      description: "Asks",
      arguments: z.object({}),
      execute: async (_: object, context: MethodContext) => {
        await context.queryData("true");
      },
    },
  },
} satisfies Model;

Deno.test("a run in process gives what was written, deleted and said, and the data for the next run", async () => {
  const first = await runMethod(model, "note", {
    args: { text: "a" },
    globalArgs: { owner: "ada" },
  });
  deepEqual(first.written, [{ output: "note", name: "first", data: { text: "a" } }]);
  deepEqual(first.logs, [{ level: "info", text: "ada notes" }]);
  equal(new TextDecoder().decode(first.files[0]!.bytes), "a\n");
  const second = await runMethod(model, "note", { args: { text: "b" }, data: first.data });
  deepEqual(second.deleted, ["first"]);
  deepEqual(first.data.get("first")!.data, { text: "a" });
});

Deno.test("what a run would refuse, a run in process refuses", async () => {
  await rejects(runMethod(model, "note", { args: {} }), /The arguments are not valid: text: /);
  await rejects(runMethod(model, "gone"), /has no method 'gone': note,ask/);
  const args = { text: "a", as: "other" };
  await rejects(runMethod(model, "note", { args }), /'other', which is not declared/);
  await rejects(
    runMethod(model, "note", { args: { text: "a", as: "number" } }),
    /to 'note' a value that does not match its schema: text: /,
  );
  await rejects(runMethod(model, "ask"), /context\.queryData is not part of the fake context/);
  const asked: string[] = [];
  const queryData = (predicate: string) => {
    asked.push(predicate);
    return Promise.resolve([]);
  };
  await runMethod(model, "ask", { context: { queryData } });
  deepEqual(asked, ["true"]);
});

/** Says what it is given, and what it reads. */
const report: Report = {
  name: "@acme/tally",
  description: "Tallies",
  scope: "method",
  async execute(context) {
    const { methodArgs, executionStatus, errorMessage, dataHandles, outputSpecs } = context;
    context.logger.info("on {method}", { method: context.methodName });
    const names = dataHandles.map(({ name, specName, kind, version }) =>
      `${kind} ${name} ${version} of ${specName}`
    );
    const read = await context.readResources(["first", "absent"]);
    const { items } = await context.listResources("note");
    return {
      markdown: `${executionStatus} ${errorMessage}`,
      json: {
        names,
        read,
        listed: items.length,
        outputs: outputSpecs.map(({ specName }) => specName),
        args: context.redactSensitiveArgs(methodArgs, "method"),
      },
    };
  },
};

Deno.test("a report in process is given what a run in process did", async () => {
  const run = await runMethod(model, "note", { args: { text: "a" } });
  const said = await runReport(report, {
    ...run,
    method: "note",
    methodArgs: { text: "a", token: "hush" },
    sensitive: ["token"],
  });
  equal(said.markdown, "succeeded undefined");
  deepEqual(said.logs, [{ level: "info", text: "on note" }]);
  deepEqual(said.json, {
    names: ["resource first 1 of note", "file page.txt 1 of page"],
    read: [{ text: "a" }, null],
    listed: 1,
    outputs: ["note", "page"],
    args: { text: "a", token: "***" },
  });
});

Deno.test("a report in process on what is written out, on a run that failed, and one that svc would refuse", async () => {
  const written = [{ output: "note", name: "first", data: { text: "b" } }];
  const failed = await runReport(report, { written, errorMessage: "no paper" });
  equal(failed.markdown, "failed no paper");
  deepEqual(failed.json["read"], [{ text: "b" }, null]);
  const saying = (execute: unknown) => runReport({ ...report, execute: execute as never });
  for (const said of [{ json: {} }, { markdown: "", json: "text" }, undefined]) {
    await rejects(saying(() => said), /has to return \{ markdown, json \}/);
  }
  await rejects(
    saying((context: MethodContext) => context.writeResource("note", "first", {})),
    /context\.writeResource is not part of the fake context\. Give it to runReport/,
  );
});
