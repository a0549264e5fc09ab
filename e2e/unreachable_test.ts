import assert from "node:assert/strict";
import { createPerson } from "./process/svc.ts";

/** An address where nobody listens. */
function deadAddress(): string {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return `http://127.0.0.1:${port}`;
}

for (
  const args of [
    ["extension", "search", "anything"],
    ["extension", "info", "@ada/greeting"],
    ["auth", "login", "--no-browser"],
  ]
) {
  Deno.test(`svc ${args.join(" ")}: a server that cannot be reached is named, with what to do`, async () => {
    const address = deadAddress();
    await using person = await createPerson(address);
    const people = await person.svc(args);
    assert.equal(people.code, 1);
    assert.equal(people.stdout, "");
    assert.ok(people.stderr.includes(address), people.stderr);
    assert.match(people.stderr, /^hint: /m);
    const program = await person.svc([...args, "--json"]);
    assert.equal(JSON.parse(program.stderr).code, "server_unreachable");
  });
}
