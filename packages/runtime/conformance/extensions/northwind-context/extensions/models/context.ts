// The schemas of this module and of its helpers come from two copies of zod.
import { z } from "npm:zod@4.4.3";
import { Rules, throws, writeDeep } from "./lib/rules.ts";
import { PartSchema } from "./lib/parts.ts";

const HOME = Deno.env.get("NORTHWIND_HOME") ?? "none";

const GlobalArgs = z.object({
  hosts: z.array(
    z.object({
      name: z.string(),
      port: z.number().default(22),
      tags: z.array(z.string()).default([]),
    }),
  ).default([]),
  target: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("key"), key: z.string().meta({ sensitive: true }) }),
    z.object({ kind: z.literal("agent"), socket: z.string().default("/run/agent") }),
  ]).default({ kind: "agent", socket: "/run/agent" }),
  part: PartSchema.optional(),
}).refine((all) => all.hosts.length < 100, { message: "too many hosts" });

const spec = (description: string, schema: z.ZodType) => ({
  description,
  schema,
  lifetime: "infinite" as const,
  garbageCollection: 5,
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Rules of the context. */
export const model = {
  type: "@northwind/context",
  version: "2026.08.11.1",
  globalArguments: GlobalArgs,
  upgrades: [],
  resources: {
    said: spec("What was found", z.object({ rules: z.array(z.any()) })),
    thing: spec(
      "Anything with an id",
      z.object({
        id: z.string(),
        name: z.string().optional(),
        inner: z.object({ a: z.string() }).optional(),
      }).passthrough(),
    ),
    plain: spec("Plain", z.object({ id: z.string(), inner: z.object({ a: z.string() }).optional() })),
    text: spec("A text", z.string()),
    record: spec("Numbers by name", z.record(z.string(), z.number())),
    either: spec(
      "One or the other",
      z.union([z.object({ ok: z.literal(true) }), z.object({ error: z.string() })]),
    ),
    empty: spec("Nothing declared", z.object({})),
    strict: spec("Only this", z.strictObject({ id: z.string() })),
    secret: spec(
      "Secrets",
      z.object({ user: z.string(), token: z.string().meta({ sensitive: true }).optional() }),
    ),
  },
  files: {
    log: {
      description: "A log",
      contentType: "text/plain",
      lifetime: "30d",
      garbageCollection: 3,
      streaming: true,
    },
  },
  checks: {
    reachable: {
      description: "Has no parameter",
      labels: ["live"],
      appliesTo: ["checked"],
      execute: async () => ({ pass: true }),
    },
    probed: {
      description: "Takes a second one for tests",
      appliesTo: ["checked"],
      execute: (context: any, probe: () => string = () => "real") => ({
        pass: probe() === "real" && context.methodName === "checked" &&
          typeof context.globalArgs === "object" && context.writeResource === undefined &&
          context.readResource === undefined && context.queryData === undefined &&
          context.runModel === undefined && typeof context.dataRepository.getContent === "function",
        errors: [`probe ${typeof probe}, ${Object.keys(context).join()}`],
      }),
    },
    never: {
      description: "Gives a message",
      appliesTo: ["refused"],
      execute: async () => ({ pass: false, message: "this is never done" }),
    },
  },
  reports: ["@northwind/list", "@northwind/empty", "@northwind/bare"],
  methods: {
    members: {
      description: "Tries each member of the context",
      arguments: z.object({ word: z.string().default("word") }),
      execute: async (args: any, context: any) => {
        const rules = new Rules(context);
        const hold = rules.hold.bind(rules);
        await hold("arguments have their defaults", () => args.word === "word");
        await hold("signal", (c) => c.signal instanceof AbortSignal && !c.signal.aborted);
        await hold("repoDir", (c) => c.repoDir.startsWith("/") && `${c.repoDir}/x`.endsWith("/x"));
        await hold("modelType", (c) =>
          same(
            [
              `${c.modelType}`,
              c.modelType.raw,
              c.modelType.normalized,
              c.modelType.toNormalized(),
              c.modelType.toDirectoryPath(),
            ],
            Array(5).fill("@northwind/context"),
          ) && c.modelType.equals(c.modelType));
        await hold("modelId", (c) => /^[0-9a-f-]{36}$/.test(c.modelId));
        await hold("definition", (c) =>
          c.definition?.name === "conform" && c.definition.id === c.modelId &&
          typeof c.definition.version === "number" && typeof c.definition.tags === "object");
        await hold("methodName", (c) => c.methodName === "members");
        await hold(
          "globalArgs have the defaults of what is within",
          (c) => same(c.globalArgs.hosts, [{ name: "a", port: 22, tags: [] }]),
        );
        await hold(
          "a union has the branch that was given",
          (c) => same(c.globalArgs.target, { kind: "agent", socket: "/run/agent" }),
        );
        await hold("a variable that is not set reads as unset at load", () => HOME === "none");
        await hold("unknown members are undefined", (c) =>
          c.fetch === undefined && c.fetchFn === undefined && c.putSecret === undefined &&
          c.nothing?.() === undefined);
        await hold("members are own and enumerable", (c) => {
          const names = [
            "signal", "repoDir", "modelType", "modelId", "globalArgs", "definition", "methodName",
            "logger", "writeResource", "readResource", "deleteResource", "createFileWriter",
            "readModelData", "queryData", "runModel", "extensionFile", "createCelEnvironment",
            "dataRepository", "definitionRepository",
          ];
          return same(names.filter((name) => !Object.keys(c).includes(name)), []);
        });
        await hold("the logger in every style", (c) => {
          const log = c.logger;
          log.info("plain");
          log.info("with {n} of {m}", { n: 1, m: { a: 2 } });
          log.warn("warn {n}", { n: 1 });
          log.warning("warning, and props without a place", { extra: true });
          log.error(`a template ${1}`);
          log.debug("debug");
          log.trace?.("trace");
          const level: string = "info";
          c.logger?.[level]?.("computed {n}", { n: 3 });
          log.info`tagged ${7} text`;
          log.with({ who: "ada" }).info("bound {who}");
          log.getChild("child").info("child");
          return true;
        });
        console.log("printed", { a: 1 });
        await Deno.stdout.write(new TextEncoder().encode("straight to stdout\n"));

        await hold("writeResource gives a handle", async (c) => {
          const h = await c.writeResource("thing", "first", { id: "1" }, { tags: { mood: "good" } });
          const { metadata } = h;
          return h.name === "first" && h.specName === "thing" && h.kind === "resource" &&
            h.version === 1 && h.size > 0 && typeof h.dataId === "string" &&
            h.tags.mood === "good" && h.tags.specName === "thing" &&
            metadata.contentType === "application/json" && metadata.lifetime === "infinite" &&
            metadata.garbageCollection === 5 && metadata.tags.mood === "good" &&
            metadata.ownerDefinition.ownerRef === c.modelId && h.attributes.id === "1";
        });
        await hold("further keys stay, at both levels, and null for a text", async (c) => {
          const data = { id: "2", name: null, inner: { a: null, more: [1] }, further: { deep: true } };
          await c.writeResource("thing", "open", data);
          await c.writeResource("plain", "closed", data);
          return same(await c.readResource("open"), data) && same(await c.readResource("closed"), data);
        });
        await hold("a resource may be a text, a record, a union, or declare nothing", async (c) => {
          await c.writeResource("text", "text", "bare");
          await c.writeResource("record", "record", { a: 1, b: 2 });
          await c.writeResource("either", "either", { error: "no", code: 4 });
          await c.writeResource("empty", "empty", { any: { thing: 1 } });
          return same(await c.readResource("either"), { error: "no", code: 4 }) &&
            same(await c.readResource("empty"), { any: { thing: 1 } });
        });
        await hold("a resource may be called latest", async (c) => {
          await c.writeResource("thing", "latest", { id: "l" });
          return (await c.readResource("latest")).id === "l";
        });
        await hold("`found ?? {}` is written", async (c) => {
          const found = await c.readResource("absent");
          await c.writeResource("thing", "found", found ?? {});
          return found === null && same(await c.readResource("found"), {});
        });
        await hold("readResource gives versions, and nothing is null", async (c) => {
          await c.writeResource("thing", "first", { id: "1b" });
          const read = c.readResource;
          return (await read("first")).id === "1b" && (await read("first", 1)).id === "1" &&
            await read("none").catch(() => "threw") === null;
        });
        await hold("deleteResource", async (c) => {
          await c.writeResource("thing", "gone", { id: "g" });
          await c.deleteResource("gone");
          return await c.readResource("gone") === null;
        });
        await hold("the context works through helpers and copies", async (c) => {
          const h = await writeDeep({ ...c, globalArgs: { merged: true } }, "deep", { id: "d" });
          return h.name === "deep" && (await c.readResource("deep")).id === "d";
        });
        await hold("a sensitive field is read back", async (c) => {
          await c.writeResource("secret", "login", { user: "ada", token: "tok-5c8e1f" });
          return (await c.readResource("login")).token === "tok-5c8e1f";
        });
        await hold("the file writer is one at once, chained and awaited", async (c) => {
          const w = c.createFileWriter("log", "log", { contentType: "text/html", tags: { a: "b" } });
          const h = await w.writeText("one");
          await c.createFileWriter("log", "chained").writeText("two");
          const awaited = await c.createFileWriter("log", "awaited");
          await awaited.writeAll(new TextEncoder().encode("three"));
          return typeof w.dataId === "string" && w.name === "log" && h.kind === "file" &&
            h.metadata.contentType === "text/html" && h.tags.a === "b";
        });
        await hold("thirty lines, then finalize; a writer is good for one file", async (c) => {
          const w = c.createFileWriter("log", "lines", { streaming: true });
          for (let n = 0; n < 30; n++) await w.writeLine(`line ${n}`);
          await w.finalize();
          return await throws(() => w.writeText("again"));
        });
        await hold("a file from a stream, and from a path", async (c) => {
          const seen: string[] = [];
          const stream = new Blob(["a\nb\n"]).stream();
          await c.createFileWriter("log", "stream").writeStream(stream, {
            onLine: (line: string) => seen.push(line),
          });
          const w = c.createFileWriter("log", "path");
          await Deno.writeTextFile(await w.getFilePath(), "by path");
          await w.finalize();
          return same(seen, ["a", "b"]);
        });
        const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
        await hold("dataRepository.getContent: newest, a version, absent", async (c) => {
          const get = c.dataRepository.getContent;
          const newest = await get(c.modelType, c.modelId, "first");
          const earlier = await get(c.modelType, c.modelId, "first", 1);
          return JSON.parse(decode(newest)).id === "1b" && JSON.parse(decode(earlier)).id === "1" &&
            await get(c.modelType, c.modelId, "none") === null &&
            decode(await get(c.modelType, "conform", "lines")).split("\n").length === 31;
        });
        await hold("dataRepository.findAllForModel gives tags", async (c) => {
          const all = await c.dataRepository.findAllForModel(c.modelType, c.modelId);
          const one = all.find((item: any) => item.name === "first");
          const { specName } = one.tags ?? one.metadata?.tags;
          return specName === "thing" && one.version === 2 && !!one.id && !!one.createdAt;
        });
        await hold("dataRepository: findByName, findById, findBySpec, listVersions, stream", async (c) => {
          const repo = c.dataRepository;
          const found = await repo.findByName(c.modelType, c.modelId, "first");
          const byId = await repo.findById(found.id);
          const bySpec = await repo.findBySpec("conform", "thing", { prefix: "fir" });
          const text = await new Response(repo.stream(c.modelType, c.modelId, "chained")).text();
          return byId.name === "first" && bySpec.length === 1 && text === "two" &&
            same(await repo.listVersions(c.modelType, c.modelId, "first"), [1, 2]);
        });
        await hold("dataRepository: save and delete", async (c) => {
          const repo = c.dataRepository;
          const tags = { type: "resource", specName: "thing" };
          const bytes = new TextEncoder().encode('{"id":"s"}');
          await repo.save(c.modelType, c.modelId, { name: "saved", tags }, bytes);
          const saved = await c.readResource("saved");
          await repo.delete(c.modelType, c.modelId, "saved");
          return saved.id === "s" && await c.readResource("saved") === null;
        });
        await hold("definitionRepository", async (c) => {
          const { definitionRepository: repo } = c;
          const byId = await repo.findById(c.modelType, c.modelId);
          const byName = await repo.findByNameGlobal("conform");
          return byId.name === "conform" && (byName.definition ?? byName).id === c.modelId &&
            await repo.findByName(c.modelType, "nobody") === null;
        });
        await hold("readModelData", async (c) => {
          const records = await c.readModelData("conform", "thing");
          const one = records.find((record: any) => record.name === "first");
          return one.attributes.id === "1b" && one.specName === "thing" && one.version === 2 &&
            same(await c.readModelData("nobody"), []);
        });
        await hold("createCelEnvironment", (c) => Number(c.createCelEnvironment().evaluate("1 + 2")) === 3);
        await hold("extensionFile", async (c) => {
          const text = await Deno.readTextFile(c.extensionFile("shipped/words.txt"));
          return text.startsWith("words") && await throws(() => c.extensionFile("../manifest.yaml")) &&
            await throws(() => c.extensionFile("shipped/none.txt"));
        });
        const h = await context.writeResource("said", "rules", { rules: rules.said });
        return { dataHandles: [h] };
      },
    },
    asks: {
      description: "Asks for what members wrote, and runs others",
      arguments: z.object({}),
      execute: async (_args: any, context: any) => {
        const rules = new Rules(context);
        const hold = rules.hold.bind(rules);
        await hold("queryData", async (c) => {
          const found = await c.queryData(`modelName == "conform" && specName == "thing" && name == "first"`);
          const ids = await c.queryData(
            `modelName == "conform" && name == "first" && has(attributes.id)`,
            "attributes.id",
          );
          return found.length === 1 && found[0].attributes.id === "1b" && found[0].version === 2 &&
            same(ids, ["1b"]);
        });
        await hold("runModel along dependencies", async (c) => {
          const ran = await c.runModel({
            modelType: "@meridian/clock",
            name: "wall",
            method: "tell",
            arguments: { at: "dawn" },
          });
          return ran.ok === true && ran.resources[0].name === "main" || ran;
        });
        await hold("runModel of a behavior by name, and of one of its own extension", async (c) => {
          const clock = await c.runModel({ definition: "wall", method: "tell" });
          const own = await c.runModel({
            modelType: "@northwind/context/returns",
            name: "inner",
            method: "result",
          });
          return clock.ok === true && own.ok === true || [clock, own];
        });
        await hold("runModel answers a failure", async (c) => {
          const ran = await c.runModel({ definition: "wall", method: "tell", arguments: { fail: true } });
          const none = await c.runModel({ definition: "nobody", method: "tell" });
          return ran.ok === false && /clock has stopped/.test(ran.error.message) && none.ok === false &&
            typeof none.error.message === "string" || [ran, none];
        });
        return { dataHandles: [await context.writeResource("said", "asked", { rules: rules.said })] };
      },
    },
    checked: {
      description: "Runs after its checks",
      arguments: z.object({}),
      execute: async () => ({ dataHandles: [] }),
    },
    refused: {
      description: "Never runs",
      arguments: z.object({}),
      execute: async () => ({ dataHandles: [] }),
    },
    strict: {
      description: "Writes what a strict schema refuses",
      arguments: z.object({}),
      execute: async (_args: any, context: any) => {
        await context.writeResource("strict", "s", { id: "1", more: 1 });
      },
    },
    undeclared: {
      description: "Writes what is not declared",
      arguments: z.object({}),
      execute: async (_args: any, context: any) => {
        await context.writeResource("nowhere", "s", { id: "1" }).catch(() => {});
        return { dataHandles: [] };
      },
    },
  },
};
