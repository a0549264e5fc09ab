import assert from "node:assert/strict";
import { createRenderCache } from "./cache.ts";
import type { SafeHtml } from "./safe_html.ts";

const html = (text: string) => () => Promise.resolve(text as SafeHtml);
const never = () => Promise.reject(new Error("rendered again"));

Deno.test("a document is rendered once, also for those who ask at the same time", async () => {
  const cache = createRenderCache();
  const [first, second] = await Promise.all([cache.get("a", html("x")), cache.get("a", never)]);
  assert.equal(first, "x");
  assert.equal(second, "x");
  assert.equal(await cache.get("a", never), "x");
});

Deno.test("the least recently used document goes when the memory is full", async () => {
  const cache = createRenderCache(10);
  await cache.get("a", html("aaaa"));
  await cache.get("b", html("bbbb"));
  await cache.get("a", never);
  await cache.get("c", html("cccc"));
  assert.equal(await cache.get("a", never), "aaaa");
  await assert.rejects(cache.get("b", never), /rendered again/);
});

Deno.test("a failed rendering is told to its asker and not remembered", async () => {
  const cache = createRenderCache();
  await assert.rejects(cache.get("a", never));
  assert.equal(await cache.get("a", html("x")), "x");
});
