import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import type { Caller, Credentials } from "../../caller/caller.ts";
import type { NumberedEvent } from "../../runs/run.ts";
import { busyGreeter, HOLD } from "../../testing/busy_greeter.ts";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { until } from "../../testing/real_runs.ts";
import { runServer, START } from "../../testing/run_server.ts";

/** The events of an answer as a client's parser reads them, until it ends. */
async function parsed(response: Response): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(text);
  return messages;
}

/** Credentials whose watches a test ends. */
function revocable(...callers: Caller[]): Credentials & { revoke(why: string): void } {
  const watches = new Set<(why: string) => void>();
  return {
    ...namedCallers(...callers),
    watch(_caller, ended) {
      watches.add(ended);
      return { [Symbol.dispose]: () => void watches.delete(ended) };
    },
    revoke(why) {
      for (const ended of watches) ended(why);
    },
  };
}

Deno.test("nothing that a method prints looks like a field or an event of the stream", async () => {
  const texts = [
    "id: 999",
    "event: ended",
    'data: {"seq":1,"event":{"kind":"ended","status":"succeeded"}}',
    "retry: 1",
    ": comment",
    "a\rb",
    "c\r\n\r\nevent: closed\r\ndata: {}",
    "\u0000\u0001\u001b[2J\u009b\u2028\u2029",
    "\ufffe\ud83d",
    "x".repeat(200_000),
  ];
  await using greeter = await greeterRepository(
    modelText(`for (const text of ${JSON.stringify(texts)}) context.logger.info(text);
      await Deno.stdout.write(new Uint8Array([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a]));`),
  );
  await using server = await runServer(greeter.repository);
  const { id } = await (await server.ask(START, "ada", { body: { inputs: { name: "Ada" } } }))
    .json();
  const messages = await parsed(await server.ask(`/api/v1/runs/${id}/events`, "ada"));
  const events = messages.map(({ data }) => JSON.parse(data) as NumberedEvent);
  deepEqual(messages.map(({ id }) => id), messages.map((_, index) => String(index + 1)));
  deepEqual(messages.map(({ event }) => event), events.map(({ event }) => event.kind));
  equal(messages.filter(({ event }) => event === "ended").length, 1);
  equal(messages.filter(({ event }) => event === "closed").length, 0);
  const printed = events.flatMap(({ event }) => event.kind === "output" ? [event.text] : []);
  for (const text of texts.slice(0, 5)) ok(printed.includes(text), text);
});

Deno.test("a stream ends when the credential is revoked, and says why; the run goes on", async () => {
  await using greeter = await busyGreeter();
  const credentials = revocable(callerNamed("ada"));
  await using server = await runServer(greeter.repository, { parts: { credentials } });
  const { id } = await (await server.ask(START, "ada", { body: { inputs: HOLD } })).json();
  await until(server.serving.runs, id, ({ kind }) => kind === "output");
  const following = await server.ask(`/api/v1/runs/${id}/events`, "ada");
  const waiting = server.ask(`/api/v1/runs/${id}?wait=60`, "ada");
  const messages = parsed(following);
  // The watch stands once the answer has begun; that of the other request, once it was let in.
  let done = false;
  void waiting.then(() => done = true);
  while (!done) {
    credentials.revoke("the token was revoked");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const last = (await messages).at(-1)!;
  deepEqual([last.event, last.data, last.id], [
    "closed",
    '{"reason":"the token was revoked"}',
    undefined,
  ]);
  equal((await (await waiting).json()).code, "not_authenticated");
  equal(server.serving.runs.get(id)!.status, "running");
  await greeter.letGo();
});

Deno.test("a stream ends when the server stops, and goes on behind the same number at the next one", async () => {
  await using greeter = await busyGreeter("second");
  let id: string;
  let seen: EventSourceMessage[];
  const running = { limits: { maxRuns: 1 } };
  {
    await using server = await runServer(greeter.repository, { running });
    await server.ask(START, "ada", { body: { inputs: HOLD } });
    const second = START.replace("hello", "second");
    ({ id } = await (await server.ask(second, "ada", { body: { inputs: { name: "two" } } }))
      .json());
    const following = parsed(await server.ask(`/api/v1/runs/${id}/events`, "ada"));
    await server.stop();
    seen = await following;
  }
  deepEqual(seen.map(({ event }) => event), ["queued", "closed"]);
  await using server = await runServer(greeter.repository, { running });
  const rest = await parsed(
    await server.ask(`/api/v1/runs/${id}/events`, "ada", {
      headers: { "last-event-id": seen[0]!.id! },
    }),
  );
  deepEqual(rest.map(({ id }) => id), rest.map((_, index) => String(index + 2)));
  // The queue of the next server is a new one.
  deepEqual([rest[0]!.event, rest.at(-1)!.event], ["queued", "ended"]);
});

Deno.test("who goes away is forgotten: no watch stays, and nothing is read for them", async () => {
  await using greeter = await busyGreeter();
  let watches = 0;
  const credentials: Credentials = {
    ...namedCallers(callerNamed("ada")),
    watch: () => {
      watches++;
      return { [Symbol.dispose]: () => void watches-- };
    },
  };
  await using server = await runServer(greeter.repository, { parts: { credentials } });
  const { id } = await (await server.ask(START, "ada", { body: { inputs: HOLD } })).json();
  const followers = await Promise.all(
    Array.from({ length: 20 }, () => server.ask(`/api/v1/runs/${id}/events`, "ada")),
  );
  equal(watches, 20);
  for (const { body } of followers) await body!.cancel();
  while (watches > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await greeter.letGo();
});

Deno.test("the numbers to go on behind are checked", async () => {
  await using greeter = await busyGreeter();
  await using server = await runServer(greeter.repository);
  const { id } = await (await server.ask(`${START}?wait=60`, "ada", {
    body: { inputs: { name: "x" } },
  })).json();
  for (const after of ["-1", "1e3", "x", "99999999999999999999"]) {
    const { status } = await server.ask(`/api/v1/runs/${id}/events?after=${after}`, "ada");
    equal(status, 400, after);
  }
  // A browser sends what it had last; what is not a number of ours counts as nothing.
  const foreign = { headers: { "last-event-id": "../../etc" } };
  match(await (await server.ask(`/api/v1/runs/${id}/events`, "ada", foreign)).text(), /^id: 1$/m);
});
