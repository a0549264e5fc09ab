import assert from "node:assert/strict";
import { collect } from "./page.ts";

/** Pages of numbers; each but the last has a link to the next. Counts what was read. */
function pagesOf(...pages: number[][]) {
  const seen = { read: 0 };
  async function* give() {
    for (const [index, data] of pages.entries()) {
      seen.read += 1;
      const link = index + 1 < pages.length
        ? `<https://h/?page=${index + 2}>; rel="next"`
        : undefined;
      yield await Promise.resolve({ data, headers: { link } });
    }
  }
  return { seen, pages: give() };
}

const all = (item: number) => item;

Deno.test("a list is read to its end in order", async () => {
  const { pages } = pagesOf([1, 2], [3], []);
  assert.deepEqual(await collect(pages, all), { items: [1, 2, 3], truncated: false });
});

Deno.test("what is dropped does not count", async () => {
  const odd = (item: number) => item % 2 ? item : undefined;
  const { pages } = pagesOf([1, 2], [3, 4], [6]);
  assert.deepEqual(await collect(pages, odd, { maxItems: 2 }), { items: [1, 3], truncated: true });
  const { pages: last } = pagesOf([1, 2], [3, 4]);
  assert.deepEqual(await collect(last, odd, { maxItems: 2 }), { items: [1, 3], truncated: false });
});

Deno.test("a bound of items stops reading and says that there is more", async () => {
  const { pages, seen } = pagesOf([1, 2], [3, 4], [5]);
  assert.deepEqual(await collect(pages, all, { maxItems: 2 }), { items: [1, 2], truncated: true });
  assert.equal(seen.read, 1);
});

Deno.test("a bound that the last page meets exactly cuts nothing", async () => {
  const { pages } = pagesOf([1, 2], [3, 4]);
  assert.equal((await collect(pages, all, { maxItems: 4 })).truncated, false);
  const { pages: twice } = pagesOf([1], [2]);
  assert.equal((await collect(twice, all, { maxPages: 2 })).truncated, false);
});

Deno.test("ten pages are read unless a bound is given", async () => {
  const many = () => pagesOf(...Array.from({ length: 12 }, (_, index) => [index]));
  const cut = many();
  assert.equal((await collect(cut.pages, all)).items.length, 10);
  assert.equal(cut.seen.read, 10);
  assert.equal((await collect(many().pages, all, { maxPages: 11 })).items.length, 11);
  assert.equal((await collect(many().pages, all, { maxItems: 100 })).items.length, 12);
});

Deno.test("a page that is not a list is not an answer", async () => {
  for (const data of [{ message: "hello" }, "text", null, undefined]) {
    const pages = async function* () {
      yield { data: data as unknown as number[], headers: {} };
    };
    await assert.rejects(collect(pages(), (one) => one), /the answer is not a list/);
  }
});
