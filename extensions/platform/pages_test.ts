import assert from "node:assert/strict";
import { clientContext, startApi } from "../testing/api.ts";
import { connect } from "./client.ts";
import { collect } from "./page.ts";
import { type Listed, WITHIN } from "./pages.ts";

const clientOf = (baseUrl: string) =>
  connect({ extension: "test", context: clientContext(), baseUrl });

for (const [route, name] of Object.entries(WITHIN)) {
  Deno.test(`the list of ${route} is found by its name, wherever it stands`, async () => {
    await using api = startApi(({ path }) => {
      const more = path.includes("page=2")
        ? {}
        : { headers: { link: `<${api.url}/x?page=2>; rel="next"` } };
      const [item] = [path.includes("page=2") ? "second" : "first"];
      return Response.json({ news: ["x"], url: "u", [name]: [item], total_count: 2 }, more);
    });
    const pages = clientOf(api.url).pages(route as keyof typeof WITHIN, {
      owner: "o",
      repo: "r",
      ref: "f",
      q: "q",
    });
    const read = await collect(pages, (item: Listed<keyof typeof WITHIN>) => item);
    assert.deepEqual(read, { items: ["first", "second"], truncated: false });
  });
}

Deno.test("a repository without a commit has an empty list, any other refusal ends it", async () => {
  let status = 409;
  await using api = startApi(() => Response.json({ message: "no" }, { status }));
  const read = () => collect(clientOf(api.url).pages("GET /user/repos"), (item) => item);
  assert.deepEqual(await read(), { items: [], truncated: false });
  status = 404;
  await assert.rejects(read());
});
