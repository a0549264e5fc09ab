import assert from "node:assert/strict";
import { createPerson } from "./process/svc.ts";

/** An address where nobody listens: the system gives a port this low to nobody who does not name it. */
const DEAD = "http://127.0.0.1:9";

for (
  const args of [
    ["extension", "search", "anything"],
    ["extension", "info", "@ada/greeting"],
    ["auth", "login", "--no-browser"],
  ]
) {
  Deno.test(`svc ${args.join(" ")}: a server that cannot be reached is named, with what to do`, async () => {
    await using person = await createPerson(DEAD);
    const people = await person.svc(args);
    assert.equal(people.code, 1);
    assert.equal(people.stdout, "");
    assert.ok(people.stderr.includes(DEAD), people.stderr);
    assert.match(people.stderr, /^hint: /m);
    const program = await person.svc([...args, "--json"]);
    assert.equal(JSON.parse(program.stderr).code, "server_unreachable");
  });
}
