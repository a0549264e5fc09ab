import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData } from "../data/mod.ts";
import { createDefinition } from "../behavior/definitions/create.ts";
import { modelText, temporaryFolder, writeFiles } from "../testing/extension.ts";
import { isRunning, untilGone, workspaceProcess } from "../testing/process.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { linesOf } from "../base/process/lines.ts";
import { endRun, RUN_MARK } from "../base/process/leftovers.ts";
import { runMethod } from "./run.ts";

/** A repository whose `greet` runs a shell script, logs what it prints, and then does `rest`. */
function scripted(script: string, rest = "") {
  return greeterRepository(
    modelText(`        const { stdout } = await new Deno.Command("sh", {
          args: ["-c", ${JSON.stringify(script)}], stderr: "null",
        }).output();
        context.logger.info("started " + new TextDecoder().decode(stdout).trim());
        ${rest}`),
    { manifest: "permissions:\n  run:\n    - sh\n" },
  );
}

const LEAVING: Record<string, string> = {
  // It says its id once it has left the group, and what it says is waited for to its end.
  "a session of its own": "setsid sh -c 'echo $$; exec sleep 3600 >/dev/null' &",
  "a daemon that was forked twice": `setsid sh -c 'sleep 3600 >/dev/null & echo $!' | cat`,
  "a session that ignores being asked to end":
    `setsid sh -c 'trap "" TERM HUP INT; echo $$; exec >/dev/null; while :; do sleep 3600; done' & sleep 0`,
  "the run's own group": "sleep 3600 >/dev/null & echo $!",
};
for (const [what, script] of Object.entries(LEAVING)) {
  Deno.test(`a program that a method left running has ended when the run has: ${what}`, async () => {
    await using greeter = await scripted(script);
    const texts: string[] = [];
    await greeter.greet(undefined, {
      onEvent: (event) => event.kind === "output" && texts.push(`${event.level} ${event.text}`),
    });
    const pid = Number(/^info started (\d+)$/.exec(texts[0]!)![1]);
    equal(await isRunning(pid), false);
    const warnings = texts.filter((text) => text.startsWith("warning "));
    equal(warnings.length, what === "the run's own group" ? 0 : 1, texts.join("\n"));
    for (const text of warnings) {
      // It may not have come to `sleep` yet.
      match(
        text,
        /^warning Ended what the method left running: .*(setsid|sleep|sh) \(process \d+\)/,
      );
    }
  });
}

Deno.test("a session that holds the pipes open neither holds the run up nor lives on", async () => {
  await using greeter = await greeterRepository(
    modelText(`        const left = new Deno.Command("setsid", { args: ["sleep", "3600"] }).spawn();
        context.logger.info("started " + left.pid);
        left.unref();`),
    { manifest: "permissions:\n  run:\n    - setsid\n" },
  );
  const texts: string[] = [];
  await greeter.greet(undefined, {
    onEvent: (event) => event.kind === "output" && texts.push(event.text),
  });
  equal(await isRunning(Number(/started (\d+)/.exec(texts.join("\n"))![1])), false);
});

Deno.test("a program of node:child_process has a home and a PATH, and ends with the run", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `        const left = spawn("sleep", ["3600"], { detached: true, stdio: "ignore" });
        left.unref();
        const env = { OWN: "own" };
        const { stdout } = await promisify(execFile)("sh", ["-c", 'echo "$HOME:$PATH:$OWN"'], { env });
        context.logger.info("started " + left.pid + " in " + stdout.trim());`,
      {
        before: `import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";`,
      },
    ),
    { manifest: "permissions:\n  run:\n    - sh\n    - sleep\n" },
  );
  const texts: string[] = [];
  await greeter.greet(undefined, {
    onEvent: (event) => event.kind === "output" && texts.push(event.text),
  });
  const [, pid, variables] = /started (\d+) in (.*)/.exec(texts.join("\n"))!;
  match(variables!, /^\/[^:]*:\/.+:own$/);
  equal(await isRunning(Number(pid)), false);
});

const UNFINISHED = { cancelled: "for (;;);", run_failed: 'throw new Error("no");' } as const;
for (const code of ["cancelled", "run_failed"] as const) {
  Deno.test(`sessions end with a run that does not succeed: ${code}`, async () => {
    await using greeter = await scripted(LEAVING["a session of its own"]!, UNFINISHED[code]);
    const abort = new AbortController();
    let pid = 0;
    await rejects(
      greeter.greet({ name: "Ada" }, {
        signal: abort.signal,
        onEvent: (event) => {
          if (event.kind !== "output" || !event.text.startsWith("started ")) return;
          pid = Number(event.text.slice("started ".length));
          if (code === "cancelled") abort.abort();
        },
      }),
      refusal(code),
    );
    equal(pid > 0, true);
    equal(await isRunning(pid), false);
  });
}

Deno.test("a shell command's daemons end with it, and only its own", async () => {
  await using greeter = await scripted("true");
  const { repository } = greeter;
  await createDefinition(repository, { type: "command/shell", name: "shell" });
  const other = new Deno.Command("sleep", {
    args: ["3600"],
    env: { [RUN_MARK]: crypto.randomUUID() },
    detached: true,
  }).spawn();
  try {
    await runMethod(repository, {
      definition: "shell",
      method: "execute",
      inputs: { run: "setsid sleep 3600 >/dev/null 2>&1 & echo $!" },
    });
    const { content } = await getData(repository, "shell", "result");
    const pid = Number((content as { stdout: string }).stdout);
    deepEqual([await isRunning(pid), await isRunning(other.pid)], [false, true]);
  } finally {
    other.kill("SIGKILL");
    await other.status;
  }
});

Deno.test("processes are told by their whole mark, and those that left the group are named", async () => {
  const mark = crypto.randomUUID();
  const sleeping = (value: string) =>
    new Deno.Command("sleep", {
      args: ["3600"],
      env: { [RUN_MARK]: value, OTHER: mark },
      detached: true,
    }).spawn();
  const [group, session, near] = [sleeping(mark), sleeping(mark), sleeping(`${mark}0`)];
  try {
    deepEqual(await endRun(group, mark), {
      left: [{ pid: session.pid, name: "sleep" }],
      running: [],
    });
    equal((await group.status).signal, "SIGKILL");
    equal((await session.status).signal, "SIGKILL");
    equal(await isRunning(near.pid), true);
  } finally {
    near.kill("SIGKILL");
    await near.status;
  }
});

Deno.test("a process that shows no environment while it becomes another program is looked at again", async () => {
  await using folder = await temporaryFolder();
  const mark = crypto.randomUUID();
  const [group, left] = ["another", mark].map((value) =>
    new Deno.Command("sleep", { args: ["3600"], env: { [RUN_MARK]: value }, detached: true })
      .spawn()
  ) as [Deno.ChildProcess, Deno.ChildProcess];
  // What the kernel says of it at such a moment: where its environment ends is not known yet.
  const fields = (await Deno.readTextFile(`/proc/${left.pid}/stat`)).split(" ");
  await writeFiles(folder.path, { environ: "", stat: fields.with(50, "0").join(" ") });
  const { openSync } = Deno;
  const seen: string[] = [];
  Deno.openSync = (path, options) => {
    const [, file] = new RegExp(`^/proc/${left.pid}/(.+)$`).exec(String(path)) ?? [];
    if (file === undefined || seen.includes(file)) return openSync(path, options);
    seen.push(file);
    return openSync(`${folder.path}/${file}`);
  };
  try {
    deepEqual((await endRun(group, mark)).left, [{ pid: left.pid, name: "sleep" }]);
  } finally {
    Deno.openSync = openSync;
    if (await isRunning(left.pid)) left.kill("SIGKILL");
    await Promise.all([group.status, left.status]);
  }
  deepEqual(seen, ["environ", "stat"]);
});

for (const end of ["exit", "SIGKILL"] as const) {
  Deno.test(`a method in an endless loop ends with svc: ${end}`, async () => {
    await using greeter = await scripted("echo $PPID", "for (;;);");
    const svc = workspaceProcess(`${import.meta.dirname}/../testing/busy_run.ts`, {
      root: greeter.repository.root,
      config: greeter.repository.config,
      then: end === "exit" ? "exit" : "wait",
    }, { TMPDIR: greeter.repository.root });
    let pid = 0;
    for await (const line of linesOf(svc.stdout)) {
      pid = Number(line);
      if (end === "SIGKILL") svc.kill(end);
    }
    await svc.status;
    equal(pid > 0, true);
    await untilGone(pid);
  });
}

const BUSY = "sh -c 'while :; do :; done' >/dev/null 2>&1 & echo $!";
for (const [what, script] of [["the run's own group", BUSY], ["a session", `setsid ${BUSY}`]]) {
  Deno.test(`a program that a method started ends with svc when that is killed: ${what}`, async () => {
    await using greeter = await scripted(script!, "await new Promise(() => {});");
    const { root, config } = greeter.repository;
    const module = `${import.meta.dirname}/../testing/busy_run.ts`;
    const svc = workspaceProcess(module, { root, config, then: "wait" }, { TMPDIR: root });
    let pid = 0;
    for await (const line of linesOf(svc.stdout)) {
      pid = Number(line);
      svc.kill("SIGKILL");
    }
    await svc.status;
    equal(pid > 0, true);
    await untilGone(pid);
  });
}

Deno.test("a line that svc cannot hold fails the run with what to do instead", async () => {
  await using greeter = await greeterRepository(modelText(`
        const piece = new Uint8Array(1024 * 1024).fill(97);
        for (let megabyte = 0; megabyte < 70; megabyte++) Deno.stdout.writeSync(piece);`));
  await rejects(
    greeter.greet(),
    refusal("run_failed", /more than 64 MB in one line/, /createFileWriter/),
  );
});
