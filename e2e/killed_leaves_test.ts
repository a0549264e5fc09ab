import { deepEqual, equal } from "node:assert/strict";
import { createPerson } from "./process/svc.ts";

Deno.test("what a killed run leaves is removed by the next run, what one uses is not", async () => {
  // No registry is asked.
  await using person = await createPerson("http://127.0.0.1:9");
  await person.ok(["init"]);
  for (const name of ["killed", "living"]) {
    await person.ok(["behavior", "create", "command/shell", name]);
  }
  const tmp = person.env["TMPDIR"]!;
  const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);
  const left = () =>
    namesIn(tmp).flatMap((own) => namesIn(`${tmp}/${own}`)).map((name) => name.split("-")[1]!)
      .sort();
  /** Starts a run, and waits until its method waits for a line. */
  const run = async (name: string) => {
    const [begun, end] = [`${person.home}/${name}.begun`, `${person.home}/${name}.end`];
    const { success } = await new Deno.Command("mkfifo", { args: [begun, end] }).output();
    equal(success, true);
    const input = `run=echo > '${begun}'; read line < '${end}'`;
    const child = person.start(["behavior", "run", name, "execute", "--input", input]);
    await Deno.readTextFile(begun);
    return child;
  };
  const killed = await run("killed");
  killed.kill("SIGKILL");
  await Promise.all([killed.status, killed.stdout.cancel(), killed.stderr.cancel()]);
  deepEqual(left(), ["deno", "run"]);

  const living = await run("living");
  deepEqual(left(), ["deno", "run"]);
  await Deno.writeTextFile(`${person.home}/living.end`, "go on\n");
  equal((await living.output()).code, 0);
  deepEqual(left(), []);
});
