import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { temporaryFolder } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { initRepository } from "./init.ts";
import { lockRepository } from "./lock.ts";
import { findRepository, repositoryAt } from "./repository.ts";

const noEnv = () => undefined;

Deno.test("init makes the folders, the marker and an ignored .svc, and says what it made", async () => {
  await using folder = await temporaryFolder();
  const result = await initRepository(folder.path, { version: "1.2.3" });
  equal(result.path, folder.path);
  equal(result.gitignoreAction, "created");
  equal(result.created.includes(".svc.yaml"), true);
  match(await Deno.readTextFile(`${folder.path}/.gitignore`), /^\.svc\/$/m);
  match(await Deno.readTextFile(`${folder.path}/.svc.yaml`), /svcVersion: "1\.2\.3"/);
  equal((await Deno.stat(`${folder.path}/.svc/secrets`)).mode! & 0o777, 0o700);
});

Deno.test("init twice is refused without force, and force keeps the marker and the .gitignore", async () => {
  await using folder = await temporaryFolder();
  await Deno.writeTextFile(`${folder.path}/.gitignore`, "node_modules");
  equal((await initRepository(folder.path)).gitignoreAction, "updated");
  const marker = await Deno.readTextFile(`${folder.path}/.svc.yaml`);
  await rejects(initRepository(folder.path), refusal("already_exists", /--force/));
  await Deno.remove(`${folder.path}/vaults`);
  const again = await initRepository(folder.path, { force: true });
  deepEqual(again.created, ["vaults/"]);
  equal(again.gitignoreAction, "unchanged");
  equal(await Deno.readTextFile(`${folder.path}/.svc.yaml`), marker);
});

Deno.test("a repository is found by flag, then SVC_REPO_DIR, then upwards", async () => {
  await using one = await temporaryFolder();
  await using two = await temporaryFolder();
  for (const { path } of [one, two]) await initRepository(path);
  const deep = `${one.path}/a/b`;
  await Deno.mkdir(deep, { recursive: true });
  const env = (name: string) => name === "SVC_REPO_DIR" ? two.path : undefined;
  equal((await findRepository({ cwd: deep, env: noEnv })).root, one.path);
  equal((await findRepository({ cwd: deep, env })).root, two.path);
  equal((await findRepository({ repoDir: one.path, cwd: "/", env })).root, one.path);
  equal((await findRepository({ repoDir: "..", cwd: `${one.path}/a`, env })).root, one.path);
});

Deno.test("the search upwards stops at a git top level and after ten folders", async () => {
  await using folder = await temporaryFolder();
  await initRepository(folder.path);
  await Deno.mkdir(`${folder.path}/inner/.git`, { recursive: true });
  const far = `${folder.path}/1/2/3/4/5/6/7/8/9/10`;
  await Deno.mkdir(far, { recursive: true });
  for (const cwd of [`${folder.path}/inner`, far]) {
    await rejects(findRepository({ cwd, env: noEnv }), refusal("not_a_repository", /svc init/));
  }
  equal((await findRepository({ cwd: `${far}/..`, env: noEnv })).root, folder.path);
});

Deno.test("a folder named that is not a repository is refused by its name", async () => {
  await using folder = await temporaryFolder();
  await rejects(
    findRepository({ repoDir: folder.path, env: noEnv }),
    refusal("not_a_repository", new RegExp(`${folder.path} is not a behavior repository`)),
  );
});

Deno.test("a held lock refuses others, naming the holder, and is free once disposed", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  {
    await using _held = await lockRepository(repository);
    await rejects(
      lockRepository(repository, { timeoutMs: 0 }),
      refusal("lock_timeout", new RegExp(`process ${Deno.pid} on`)),
    );
    await using _other = await lockRepository(repository, { file: "locks/other", timeoutMs: 0 });
  }
  await using _free = await lockRepository(repository, { timeoutMs: 0 });
});

Deno.test("a wait for a lock ends when its signal aborts", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  await using _held = await lockRepository(repository);
  const abort = new AbortController();
  const waiting = lockRepository(repository, { timeoutMs: 3_600_000, signal: abort.signal });
  abort.abort();
  await rejects(waiting, refusal("cancelled", /Waiting for another svc process was cancelled/));
});

Deno.test("who waits for a lock is told once by whom it is held, and gets it at its end", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  const held = await lockRepository(repository);
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = lockRepository(repository, {
    onWait: (holder) => {
      told.push(holder);
      resolve();
    },
  });
  await promise;
  await held[Symbol.asyncDispose]();
  await using _mine = await waiting;
  deepEqual(told.length, 1);
  match(told[0]!, new RegExp(`^process ${Deno.pid} on `));
});

Deno.test("the lock of a killed process is free at once", async () => {
  await using folder = await temporaryFolder();
  const lock = new URL("./lock.ts", import.meta.url).href;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `const { lockRepository } = await import(${JSON.stringify(lock)});
       await lockRepository({ root: "", state: ${JSON.stringify(`${folder.path}/.svc`)} });
       console.log("held"); await new Promise(() => setInterval(() => {}, 1000));`,
    ],
    cwd: import.meta.dirname!,
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const repository = repositoryAt(folder.path);
  await rejects(lockRepository(repository, { timeoutMs: 0 }), refusal("lock_timeout"));
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  await using _free = await lockRepository(repository, { timeoutMs: 0 });
});

Deno.test("a link in the place of a lock is refused and what it leads to stays as it was", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(`${folder.path}/repo`);
  await Deno.mkdir(repository.state, { recursive: true });
  await Deno.writeTextFile(`${folder.path}/precious`, "mine");
  await Deno.mkdir(`${folder.path}/home`);
  await Deno.symlink(`${folder.path}/precious`, `${repository.state}/.lock`);
  await Deno.symlink(`${folder.path}/home`, `${repository.state}/locks`);
  for (const file of [".lock", "locks/a.lock"]) {
    await rejects(lockRepository(repository, { file }), refusal("conflict", /symbolic link/));
  }
  equal(await Deno.readTextFile(`${folder.path}/precious`), "mine");
  deepEqual([...Deno.readDirSync(`${folder.path}/home`)], []);
});
