import assert from "node:assert/strict";
import { startDownloads } from "./downloads.ts";

const POINT = "/downloads/point/last-week";

async function get(url: string) {
  const response = await fetch(url);
  return [response.status, await response.json()] as const;
}

Deno.test("downloads: a figure has the published form: downloads, start, end and package", async () => {
  await using service = startDownloads();
  service.set("@scope/name", 12);
  for (const path of ["@scope/name", "@scope%2fname"]) {
    const [status, point] = await get(`${service.url}${POINT}/${path}`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(point).sort(), ["downloads", "end", "package", "start"]);
    assert.equal(point.downloads, 12);
    assert.equal(point.package, "@scope/name");
    const week = Date.parse(point.end) - Date.parse(point.start);
    assert.equal(week, 6 * 86_400_000, "both days count, so a week is six days apart");
  }
});

Deno.test("downloads: an unknown name is 404 with an error, unless a usual figure is given", async () => {
  await using strict = startDownloads();
  assert.deepEqual(await get(`${strict.url}${POINT}/none`), [404, {
    error: "package none not found",
  }]);
  await using generous = startDownloads(500);
  generous.set("rare", 3);
  assert.equal((await get(`${generous.url}${POINT}/none`))[1].downloads, 500);
  assert.equal((await get(`${generous.url}${POINT}/rare`))[1].downloads, 3);
});

Deno.test("downloads: other periods are not served", async () => {
  await using service = startDownloads(1);
  assert.equal((await get(`${service.url}/downloads/point/last-month/a`))[0], 404);
});
