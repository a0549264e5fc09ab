import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { refusal } from "../../../runtime/testing/refusal.ts";
import { emptyRepository, writeBehavior } from "../../../runtime/testing/stored.ts";
import { ALL_RIGHTS } from "../../rights/rights.ts";
import { startReader } from "./reader.ts";

const NEVER = new AbortController().signal;

Deno.test("a process reads one thing after another, as far as the rights go, and refuses as svc does", async () => {
  await using empty = await emptyRepository();
  await writeBehavior(empty.repository, "hello");
  await using reader = startReader(empty.repository);
  const search = async (rights = ALL_RIGHTS) => {
    const text = await reader.ask({ key: "behaviors.search", input: {}, rights }, NEVER);
    return JSON.parse(text).results.length;
  };
  assert.deepEqual([await search(), await search({ run: [], read: ["other"] })], [1, 0]);
  const missing = {
    key: "data.get",
    input: { behavior: "helo", name: "x" },
    rights: ALL_RIGHTS,
  } as const;
  await assert.rejects(reader.ask(missing, NEVER), (error) => {
    assert.ok(isSvcError(error));
    assert.deepEqual([error.code, error.status], ["definition_not_found", 404]);
    assert.match(error.hint!, /hello/);
    return true;
  });
  assert.equal(await search(), 1);
});

Deno.test("a question that nobody waits for any more is ended, and the next one is answered", async () => {
  await using empty = await emptyRepository();
  await using reader = startReader(empty.repository);
  const question = { key: "behaviors.search", input: {}, rights: ALL_RIGHTS } as const;
  await assert.rejects(reader.ask(question, AbortSignal.abort()), refusal("cancelled"));
  assert.equal(JSON.parse(await reader.ask(question, NEVER)).results.length, 0);
});
