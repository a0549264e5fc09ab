import assert from "node:assert/strict";
import type { Alert } from "./alert.ts";
import { readAlerts } from "./reading.ts";

const toAlert = (number: number): Alert => ({
  number,
  severity: "low",
  title: "",
  url: "",
  createdAt: "",
  updatedAt: null,
});

/** Pages of a hundred alerts; `asked` counts those that were read. */
function pagesOf(count: number) {
  const asked = { pages: 0 };
  async function* pages() {
    for (let at = 0; at < count; at += 100) {
      asked.pages += 1;
      const data = Array.from({ length: Math.min(100, count - at) }, (_, index) => at + index);
      const link = at + 100 < count ? `<https://x/${at + 100}>; rel="next"` : undefined;
      yield await Promise.resolve({ url: `https://x/${at}`, headers: { link }, data });
    }
  }
  return { asked, pages: pages() };
}

for (
  const [count, read, truncated, pages] of [
    [0, 0, false, 0],
    [9_999, 9_999, false, 100],
    [10_000, 10_000, false, 100],
    [10_001, 10_000, true, 100],
    [50_000, 10_000, true, 100],
  ] as const
) {
  Deno.test(`of ${count} alerts ${read} are read, from ${pages} pages`, async () => {
    const given = pagesOf(count);
    const reading = await readAlerts(given.pages, toAlert);
    assert.deepEqual(
      [reading.alerts.length, reading.truncated, given.asked.pages],
      [read, truncated, pages],
    );
    assert.equal(reading.url, count === 0 ? undefined : "https://x/0");
  });
}
