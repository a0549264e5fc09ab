import { equal } from "node:assert/strict";
import { news } from "./news.ts";

Deno.test("who leaves twice takes nobody along who has come meanwhile", async () => {
  const told = news();
  const gone = told.listen("run");
  gone[Symbol.dispose]();
  using there = told.listen("run");
  gone[Symbol.dispose]();
  const heard = there.heard().then(() => "heard");
  told.tell("run");
  equal(await Promise.race([heard, settled()]), "heard");
});

Deno.test("news that came before anybody waits for it is not lost", async () => {
  const told = news();
  using there = told.listen("run");
  told.tell("run");
  equal(await Promise.race([there.heard().then(() => "heard"), settled()]), "heard");
});

/** Settles when everything has gone on that can. */
async function settled(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return "nothing";
}
