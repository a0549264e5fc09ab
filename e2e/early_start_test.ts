import { deepEqual, equal, match } from "node:assert/strict";
import { removeMarksOf } from "./process/looked.ts";
import { processesOf } from "./process/processes.ts";
import { createPerson, type Person } from "./process/svc.ts";

const RUN = ["behavior", "run", "hello", "execute"];
const SAY = [...RUN, "--input", "run=echo hi"];

/** How often a run is ended from outside; SVC_KILLED_EARLY=500 for a long look. */
const KILLS = Number(Deno.env.get("SVC_KILLED_EARLY") ?? 8);

/** A person whose next run of `hello` starts its child early. */
async function runner(): Promise<Person> {
  // No registry is asked, and other people's starts do not crowd theirs out.
  const person = await createPerson("http://127.0.0.1:9");
  person.env["DENO_DIR"] = `${person.home}/deno`;
  await person.ok(["init"]);
  await person.ok(["behavior", "create", "command/shell", "hello"]);
  await person.ok(SAY);
  equal([...Deno.readDirSync(`${person.home}/deno/svc/ready`)].length, 1, "the build remembers");
  return person;
}

function left({ env }: Person): string[] {
  return [...Deno.readDirSync(env["TMPDIR"]!)].map(({ name }) => name);
}

Deno.test("a command that is refused leaves no process and no folder of the child it had started", async (test) => {
  await using person = await runner();
  const refused: Record<string, [string[], number, RegExp]> = {
    "an unknown option": [["--no-such-option"], 2, /Unknown option/],
    "an unknown argument": [["--input", "no_such_argument=1"], 1, /no_such_argument/],
    "no argument": [[], 1, /run/],
    "a wrong limit": [["--input", "run=echo hi", "--tag", "none"], 2, /tag/],
    "a method that fails": [["--input", "run=exit 3"], 1, /3/],
  };
  for (const [what, [words, code, said]] of Object.entries(refused)) {
    await test.step(what, async () => {
      const ended = await person.svc([...RUN, ...words]);
      equal(ended.code, code, ended.stderr);
      match(ended.stderr, said);
      deepEqual(await processesOf(person), []);
      deepEqual(left(person), []);
    });
  }
  match(await person.ok(SAY), /hello/);
  deepEqual(left(person), []);
});

Deno.test("whenever svc is ended, no process is left, and its folders are removed another day", async () => {
  await using person = await runner();
  const begun = performance.now();
  await person.ok(SAY);
  const whole = performance.now() - begun;
  for (let kill = 0; kill < KILLS; kill++) {
    const signal = (["SIGKILL", "SIGINT", "SIGTERM"] as const)[kill % 3]!;
    const moment = Math.random() * whole;
    const svc = person.start(SAY);
    const timer = setTimeout(() => {
      try {
        svc.kill(signal);
      } catch {
        // It has ended before.
      }
    }, moment);
    await Promise.all([svc.status, svc.stdout.cancel(), svc.stderr.cancel()]);
    clearTimeout(timer);
    await untilNone(person, `${signal} after ${moment} ms of ${whole}`);
  }
  await removeMarksOf(person);
  // One that was killed before it had said whose its folder is leaves it for a week.
  const before = new Date(Date.now() - 8 * 86_400_000);
  for (const own of left(person)) {
    const folder = `${person.env["TMPDIR"]}/${own}`;
    for (const { name } of Deno.readDirSync(folder)) {
      await Deno.utime(`${folder}/${name}`, before, before);
    }
  }
  await person.ok(["behavior", "search"]);
  deepEqual(left(person), []);
  match(await person.ok(SAY), /hello/);
});

/** The kernel ends the child with svc, which takes a moment. */
async function untilNone(person: Person, what: string): Promise<void> {
  for (let round = 0; round < 12_000; round++) {
    if ((await processesOf(person)).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  deepEqual(await processesOf(person), [], what);
}
