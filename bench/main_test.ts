import { deepEqual, match } from "node:assert/strict";

Deno.test("an unknown benchmark is refused with the names there are, and nothing is run", async () => {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${import.meta.dirname}/main.ts`, "none", "cli"],
  }).output();
  const text = new TextDecoder().decode(stdout);
  deepEqual([code, text.split("\n").length], [2, 2]);
  match(text, /^No benchmark is named none\. There are: cli, .*, scale$/m);
});
