import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { openProvider } from "../provider/mod.ts";
import { approvedByPerson } from "./by_person.ts";

const GRANT = {
  device_code: "d",
  user_code: "ABCD-EFGH",
  verification_uri: "/device",
  expires_in: 60,
  interval: 5,
};

const refused = (error: string) => () => Response.json({ error }, { status: 400 });
const approved = () => Response.json({ access_token: "access" });

/** Registers at a registry that answers the polls in turn; the waits move the clock. */
async function registered(polls: readonly (() => Response)[]) {
  let asked = 0;
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      if (request.url.endsWith("/device/code")) return Response.json(GRANT);
      return polls[Math.min(asked++, polls.length - 1)]!();
    },
  );
  const waits: number[] = [];
  let time = 0;
  const provider = openProvider(`http://127.0.0.1:${server.addr.port}`, () => new Date(0), {});
  const answer = await approvedByPerson(provider, {
    say: () => {},
    now: () => time,
    wait: (seconds) => {
      waits.push(seconds);
      time += seconds * 1000;
      return Promise.resolve();
    },
  }).catch((error) => isSvcError(error) ? error.code : error);
  return { answer, waits };
}

Deno.test("a registration goes on while its registry restarts, and slower when told to", async () => {
  const { answer, waits } = await registered([
    refused("authorization_pending"),
    () => new Response("starting", { status: 503 }),
    refused("slow_down"),
    approved,
  ]);
  assert.equal(answer, "access");
  assert.deepEqual(waits, [5, 5, 10, 15]);
});

Deno.test("each other end of a registration has its code", async () => {
  const ends = [
    [refused("access_denied"), "cancelled"],
    [refused("expired_token"), "timeout"],
    [refused("authorization_pending"), "timeout"],
    [() => new Response("", { status: 503 }), "unavailable"],
  ] as const;
  for (const [poll, code] of ends) assert.equal((await registered([poll])).answer, code);
  // What a server that answers says ends it at once.
  for (const poll of [() => Response.json({}), refused("temporarily_odd")]) {
    assert.deepEqual(await registered([poll, approved]), { answer: "unavailable", waits: [5] });
  }
});
