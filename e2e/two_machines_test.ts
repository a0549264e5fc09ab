import assert from "node:assert/strict";
import { itemFolder, ownerFolder, versionsIn } from "../packages/runtime/data/store/folder.ts";
import { recover } from "../packages/runtime/data/store/recover.ts";
import { readContent, readMetadata } from "../packages/runtime/data/store/versions.ts";
import { repositoryAt } from "../packages/runtime/repository/repository.ts";
import { createPerson, type Person } from "./process/svc.ts";

/** Runs that are begun and killed in the same way each time, as far as a seed decides. */
const SEED = 20261122;
const ROUNDS = 5;

/** Behaviors whose versions nothing but this test deletes. */
const IDS: Readonly<Record<string, string>> = {
  one: crypto.randomUUID(),
  two: crypto.randomUUID(),
};
const BEHAVIORS = Object.keys(IDS);

const behaviorFile = (name: string, id: string) =>
  `type: command/shell
id: ${id}
name: ${name}
version: 1
resources:
  result: { garbageCollection: 100000 }
  log: { garbageCollection: 100000 }
`;

/** A small generator of numbers from 0 to 1 (mulberry32), so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}

/** What a folder holds of a behavior's `result`: the command of each version by its number. */
async function versionsOf({ work }: Person, behavior: string): Promise<Map<number, string>> {
  const repository = repositoryAt(work);
  const owner = { type: "command/shell", id: IDS[behavior]! };
  await recover(ownerFolder(repository, owner));
  const folder = itemFolder(repository, owner, "result");
  const found = new Map<number, string>();
  for (const version of versionsIn(folder)) {
    const metadata = await readMetadata(folder, version);
    const text = new TextDecoder().decode(await readContent(repository, owner, metadata!));
    const token = /token-\d+-\d+/.exec(text)?.[0];
    assert.ok(token, `version ${version} of ${behavior} has no token: ${text}`);
    found.set(version, token);
  }
  return found;
}

Deno.test("two machines with two processes each, killed at random, lose no version over one datastore", async () => {
  const random = randomFrom(SEED);
  await using ada = await createPerson("http://127.0.0.1:9");
  await using bob = await createPerson("http://127.0.0.1:9");
  const store = `${ada.home}/store`;
  await Deno.mkdir(store);
  await ada.ok(["init"]);
  await Deno.mkdir(`${ada.work}/behaviors/command/shell`, { recursive: true });
  for (const name of BEHAVIORS) {
    await Deno.writeTextFile(
      `${ada.work}/behaviors/command/shell/${name}.yaml`,
      behaviorFile(name, IDS[name]!),
    );
  }
  await ada.ok(["datastore", "setup", "filesystem", "--path", store]);
  // What git carries from one clone to the other: all but .svc.
  await Deno.mkdir(`${bob.work}/behaviors/command/shell`, { recursive: true });
  for (
    const path of [".svc.yaml", ...BEHAVIORS.map((name) => `behaviors/command/shell/${name}.yaml`)]
  ) {
    await Deno.copyFile(`${ada.work}/${path}`, `${bob.work}/${path}`);
  }
  const refused = await bob.svc(["behavior", "run", "one", "execute", "--input", "run=true"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /you have not agreed/);
  await bob.ok(["datastore", "sync", "--allow-all-requested"]);

  /** Tokens of runs that said that they succeeded. */
  const succeeded: { behavior: string; token: string }[] = [];
  const stderr: string[] = [];
  let killed = 0;
  const begin = async (person: Person, behavior: string, token: string) => {
    const offline = random() < 0.25 ? ["--offline"] : [];
    const killAfter = random() < 0.5 ? Math.floor(random() ** 2 * 2500) : undefined;
    const child = person.start([
      ...["behavior", "run", behavior, "execute", "--input", `run=echo ${token}`, ...offline],
    ]);
    const timer = killAfter === undefined ? undefined : setTimeout(() => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It was quicker.
      }
    }, killAfter);
    const output = await child.output();
    clearTimeout(timer);
    if (output.signal === "SIGKILL") killed++;
    else if (output.code === 0) succeeded.push({ behavior, token });
    else stderr.push(new TextDecoder().decode(output.stderr));
  };
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      [ada, ada, bob, bob].map((person, at) =>
        begin(person, BEHAVIORS[at % 2 === 0 ? 0 : round % 2]!, `token-${round}-${at}`)
      ),
    );
  }
  // Nothing but a kill ends a run: the locks of those that were killed are free at once.
  assert.deepEqual(stderr, []);
  assert.ok(succeeded.length > 0, "every run was killed");
  assert.ok(killed > 0, "no run was killed");

  /** What each machine held before the last syncs: none of it may go. */
  const before = await Promise.all(
    [ada, bob].flatMap((person) => BEHAVIORS.map((name) => heldIn(person, name))),
  );
  for (const person of [ada, bob, ada]) await person.ok(["datastore", "sync"]);
  for (const name of BEHAVIORS) {
    const [here, there] = [await versionsOf(ada, name), await versionsOf(bob, name)];
    assert.deepEqual(
      [...here].sort(([a], [b]) => a - b),
      [...there].sort(([a], [b]) => a - b),
      `the machines differ in ${name}`,
    );
    const tokens = [...here.values()];
    assert.equal(new Set(tokens).size, tokens.length, `a version of ${name} appears twice`);
    for (const { behavior, token } of succeeded) {
      if (behavior === name) assert.ok(tokens.includes(token), `${name} lost ${token}`);
    }
    for (const held of before.filter(({ behavior }) => behavior === name)) {
      for (const token of held.tokens) assert.ok(tokens.includes(token), `${name} lost ${token}`);
    }
  }
  // Whoever comes later gets everything from the store alone.
  await using carol = await createPerson("http://127.0.0.1:9");
  await Deno.mkdir(`${carol.work}/behaviors/command/shell`, { recursive: true });
  for (
    const path of [".svc.yaml", ...BEHAVIORS.map((name) => `behaviors/command/shell/${name}.yaml`)]
  ) {
    await Deno.copyFile(`${ada.work}/${path}`, `${carol.work}/${path}`);
  }
  await carol.ok(["datastore", "sync", "--allow-all-requested"]);
  for (const name of BEHAVIORS) {
    assert.deepEqual(await versionsOf(carol, name), await versionsOf(ada, name));
  }
});

async function heldIn(person: Person, behavior: string) {
  const versions = await versionsOf(person, behavior);
  return { behavior, tokens: [...versions.values()] };
}
