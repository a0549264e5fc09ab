import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { personalFolder } from "../../repository/folder.ts";
import { refusal } from "../../testing/refusal.ts";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { isRunning, untilGone } from "../../testing/process.ts";
import { greeterRepository } from "../../testing/repository.ts";
import type { RunOptions } from "../../run/request.ts";
import { startEarly } from "./start.ts";
import type { Waiting } from "./waiting.ts";

/** Says who greets: the process that the method runs in. */
const WHO = GREET.replace(`"Hello " + args.name`, `Deno.pid + " " + args.name`);

const MANIFEST = "permissions:\n  env:\n    - GREETER_EARLY\n";

/** A repository whose greeter says in which process it ran, and a cache folder of its own. */
async function scene(
  model = modelText(WHO),
  options: Parameters<typeof greeterRepository>[1] = { manifest: MANIFEST },
) {
  const stack = new AsyncDisposableStack();
  const greeter = stack.use(await greeterRepository(model, options));
  const folder = stack.use(await temporaryFolder());
  const before = ["DENO_DIR", "TMPDIR"].map((name) => [name, Deno.env.get(name)] as const);
  stack.defer(() => {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  });
  await Deno.mkdir(`${folder.path}/tmp`);
  Deno.env.set("DENO_DIR", folder.path);
  Deno.env.set("TMPDIR", `${folder.path}/tmp`);
  const { root } = greeter.repository;
  /** What svc does with a command line: start early, run, end what was not taken. */
  const run = async (options: RunOptions = {}, between = () => Promise.resolve()) => {
    await using early = await startEarly(["hello", "greet", "--repo-dir", root]);
    let child: Waiting | undefined;
    const take = () => child = early!.take() as Waiting | undefined;
    await between();
    const { dataArtifacts } = await greeter.greet({ name: "Ada" }, {
      ...options,
      early: { take, remember: early!.remember },
    });
    const { text } = dataArtifacts[0]!.attributes as { text: string };
    return { pid: Number(text.split(" ")[0]), child };
  };
  const namesIn = (path: string) => [...Deno.readDirSync(path)].map(({ name }) => name);
  const left = () =>
    namesIn(`${folder.path}/tmp`).flatMap((own) => namesIn(`${folder.path}/tmp/${own}`));
  const ready = `${folder.path}/svc/ready`;
  return {
    ...greeter,
    root,
    run,
    left,
    ready,
    file: () => `${ready}/${[...Deno.readDirSync(ready)][0]!.name}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("the second run's method runs in the child that was started before it, and so does the third", async () => {
  await using made = await scene();
  equal((await made.run()).child, undefined);
  for (let round = 0; round < 2; round++) {
    const { pid, child } = await made.run();
    equal(child?.handedOver, true);
    equal(pid, child?.pid);
    deepEqual(made.left(), []);
  }
});

Deno.test("where anything differs, the child that waits is ended and the run starts its own", async (test) => {
  await using made = await scene();
  const { run, root } = made;
  const bundle = () => {
    const [folder] = [...Deno.readDirSync(`${root}/.svc/bundles`)];
    return `${root}/.svc/bundles/${folder!.name}/models-greeter.ts.js`;
  };
  const cases: Record<string, [RunOptions, (() => Promise<void>)?]> = {
    "another permission": [{ allow: { net: ["example.com:443"] } }],
    "another limit of time": [{ timeLimitMs: 77_000 }],
    "another limit of memory": [{ memoryLimitMb: 300 }],
    "another variable of those granted": [{}, () => {
      Deno.env.set("GREETER_EARLY", "now");
      return Promise.resolve();
    }],
    "another variable of those that every child gets": [{}, () => {
      Deno.env.set("NO_PROXY", "early.example.com");
      return Promise.resolve();
    }],
    "a bundle that was written again": [{}, async () => {
      await Deno.writeTextFile(bundle(), await Deno.readTextFile(bundle()));
    }],
    "another file beside the bundle": [{}, async () => {
      await Deno.writeTextFile(bundle().replace("models-greeter.ts.js", "other.js"), "");
    }],
  };
  const noProxy = Deno.env.get("NO_PROXY");
  try {
    for (const [what, [options, between]] of Object.entries(cases)) {
      await test.step(what, async () => {
        await run();
        equal((await run()).child?.handedOver, true, "as the last run");
        const { pid, child } = await run(options, between);
        equal(child?.handedOver, false);
        ok(pid !== child?.pid);
        equal(await isRunning(child!.pid), false);
        deepEqual(made.left(), []);
        // The next run is started as this one was.
        equal((await run(options)).child?.handedOver, true);
      });
    }
  } finally {
    Deno.env.delete("GREETER_EARLY");
    if (noProxy === undefined) Deno.env.delete("NO_PROXY");
    else Deno.env.set("NO_PROXY", noProxy);
  }
});

Deno.test("consent decides as ever: withdrawn, the run is refused and the child has ended", async () => {
  await using made = await scene();
  await made.run();
  let child: Waiting | undefined;
  await using early = await startEarly(["hello", "greet", "--repo-dir", made.root]);
  await Deno.remove(`${await personalFolder(made.repository)}/consents`, { recursive: true });
  await rejects(
    made.greet({ name: "Ada" }, {
      onGrant: undefined,
      early: { take: () => child = early!.take() as Waiting, remember: early!.remember },
    }),
    refusal("consent_required"),
  );
  equal(child, undefined, "nobody asked for it");
  equal(made.left().length, 2, "it waits in folders of its own");
  await early![Symbol.asyncDispose]();
  deepEqual(made.left(), []);
});

Deno.test("two runs at once have a child each", async () => {
  await using made = await scene();
  await made.run();
  const both = await Promise.all([made.run(), made.run()]);
  deepEqual(both.map(({ child }) => child?.handedOver), [true, true]);
  equal(new Set(both.map(({ pid }) => pid)).size, 2);
});

Deno.test("a child that has ended while it waited is replaced", async () => {
  await using made = await scene();
  await made.run();
  await using early = await startEarly(["hello", "greet", "--repo-dir", made.root]);
  const child = early!.take() as Waiting;
  Deno.kill(child.pid, "SIGKILL");
  await untilGone(child.pid);
  await child.ended;
  await made.greet({ name: "Ada" }, {
    early: { take: () => child, remember: early!.remember },
  });
  equal(child.handedOver, false);
  deepEqual(made.left(), []);
});

Deno.test("what is in the place of the memory is not believed, and a good one takes its place", async (test) => {
  await using made = await scene();
  await made.run();
  const good = await Deno.readTextFile(made.file());
  equal((await Deno.lstat(made.file())).mode! & 0o777, 0o600);
  equal((await Deno.lstat(made.ready)).mode! & 0o777, 0o700);
  const path = made.file();
  const cases: Record<string, () => Promise<void>> = {
    "no JSON": () => Deno.writeTextFile(path, good.slice(0, 40)),
    "all permissions": () => Deno.writeTextFile(path, good.replace("--allow-env", "--allow-all")),
    "more permissions": () =>
      Deno.writeTextFile(path, good.replace('"--allow-env', '"--allow-net","--allow-env')),
    "another bundle": () =>
      Deno.writeTextFile(path, good.replace("models-greeter.ts.js", "evil.js")),
    "a bundle that is not there": () =>
      Deno.writeTextFile(path, good.replace(".svc/bundles", ".svc/none")),
    "a link": async () => {
      await Deno.rename(path, `${path}.real`);
      await Deno.symlink(`${path}.real`, path);
    },
    "a file without an end": () => Deno.truncate(path, 10_000_000_000),
  };
  for (const [what, change] of Object.entries(cases)) {
    await test.step(what, async () => {
      await change();
      const { pid, child } = await made.run();
      ok(child === undefined || !child.handedOver && child.pid !== pid);
      deepEqual(made.left(), []);
      equal(await Deno.readTextFile(path), good);
      equal((await Deno.lstat(path)).isFile, true);
    });
  }
});

Deno.test("where nothing can be written down, a run is as it was", async () => {
  await using made = await scene();
  await made.run();
  await Deno.remove(made.ready, { recursive: true });
  await Deno.writeTextFile(made.ready, "in the way");
  for (let round = 0; round < 2; round++) {
    const { pid, child } = await made.run();
    equal(child, undefined);
    ok(pid > 0);
  }
  deepEqual(made.left(), []);
});

Deno.test("no secret is remembered, nor anything that one could be a part of", async () => {
  const model = modelText(WHO, {
    globals: "{ host: z.string() }",
    args: "{ name: z.string().meta({ sensitive: true }) }",
  });
  const globals = { host: "api.example.com" };
  const net = (entry: string) => `permissions:\n  net:\n    - "${entry}"\n`;
  await using plain = await scene(model, { manifest: net("api.example.com"), globals });
  await plain.run();
  equal((await plain.run()).child?.handedOver, true);
  ok(!(await Deno.readTextFile(plain.file())).includes("Ada"));

  await using placed = await scene(model, { manifest: net("${globalArgs.host}"), globals });
  await placed.run();
  equal((await placed.run()).child, undefined);
  equal(await Deno.lstat(placed.ready).catch(() => undefined), undefined);
});
