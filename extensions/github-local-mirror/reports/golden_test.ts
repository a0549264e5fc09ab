import assert from "node:assert/strict";
import { HOSTILE_TEXTS } from "../../testing/hostile_text.ts";
import { mirrorOf } from "../testing/hostile.ts";
import { reportContext } from "../testing/stored.ts";
import { report as context } from "./context.ts";
import golden from "./golden.json" with { type: "json" };
import { report as mirrorStatus } from "./mirror_status.ts";
import { report as reviewQueue } from "./review_queue.ts";

// Every place of the three reports that shows what strangers write, looked at once. That no other text
// changes what a report consists of is held by e2e/catalogue/rendering_test.ts.
const TEXT = [
  "a link of a terminal",
  "HTML with a script",
  "a Markdown link and a reference",
  "the end of a table's cell",
  "mentions",
].map((name) => HOSTILE_TEXTS[name]!).join("\n");

const expected: Readonly<Record<string, readonly string[]>> = golden;

for (const { name, execute } of [reviewQueue, context, mirrorStatus]) {
  Deno.test(`${name} shows what was looked at once`, async () => {
    const { markdown } = await execute(
      reportContext(mirrorOf(TEXT), { methodArgs: { prNumber: 1 } }),
    );
    const lines = markdown.split("\n");
    // SVC_GOLDEN=1 writes what is shown now, to be looked at.
    if (Deno.env.get("SVC_GOLDEN") === "1") return await record(name, lines);
    assert.deepEqual(lines, expected[name]);
  });
}

async function record(name: string, lines: readonly string[]): Promise<void> {
  const path = new URL("golden.json", import.meta.url);
  const all = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...all, [name]: lines }, null, 2) + "\n");
}
