import assert from "node:assert/strict";
import { readManual } from "./features/manual/manual.ts";
import { testRegistry } from "./testing.ts";
import { PAGES } from "./testing/web/page_list.ts";
import { mountedPages, weighAllPages } from "./testing/web/weigh_all.ts";
import { overBudget, weighPage } from "./testing/web/weight.ts";

Deno.test("every page is looked at, keeps to its budget and needs no script", async (test) => {
  await using registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
  await test.step("every mounted page has an entry in testing/web/page_list.ts", () => {
    const missing = mountedPages(registry).filter((address) => !Object.hasOwn(PAGES, address));
    assert.deepEqual(missing, []);
  });
  const manual = await readManual("https://svc.example.org");
  for (const page of await weighAllPages(registry)) {
    const { path, as, status = 200, answered, html, weight, long } = page;
    await test.step(`${path} for a ${as}`, () => {
      assert.equal(answered, status);
      assert.deepEqual(overBudget(weight, long), []);
      assert.doesNotMatch(html, /<[^>]+\son[a-z]+="|javascript:|\sstyle="/, "no inline script");
      assertButtonsWork(html);
      for (const [, address] of html.matchAll(/href="(\/docs\/[^"#]*)/g)) {
        assert.ok(manual.pages.has(address!), `${address} is not a page of the manual`);
      }
    });
  }
});

/** Every button that is not shown by a script sends a form, and every form names where to. */
function assertButtonsWork(html: string): void {
  const forms = [...html.matchAll(/<form\b[^>]*>[^]*?<\/form>/g)].map(([form]) => form);
  const outside = forms.reduce((rest, form) => rest.replace(form, ""), html);
  for (const [button] of outside.matchAll(/<button\b[^>]*>/g)) {
    assert.match(button, /\shidden|\sform="/, `${button} does nothing without a script`);
  }
  for (const form of forms) {
    assert.match(form, /^<form[^>]*\saction="\//, form.slice(0, 200));
    assert.match(form, /<button\b(?![^>]*type="button")/, form.slice(0, 200));
  }
}

Deno.test("a page's weight counts each thing it loads once, as it travels", async () => {
  const html = `<link rel="stylesheet" href="/a.css"><link rel="icon" href="/i.svg">` +
    `<script src="/a.js"></script><img alt="" src="/p.png"><img alt="" src="/p.png">`;
  const asked: string[] = [];
  const weight = await weighPage(html, (address) => {
    asked.push(address);
    return Promise.resolve(new Uint8Array(1000));
  });
  assert.deepEqual(asked, ["/a.css", "/i.svg", "/a.js", "/p.png"]);
  assert.deepEqual([weight.requests, weight.stylesheets], [5, 1]);
  assert.ok(weight.all < html.length + 400 && weight.all > weight.html);
  const heavy = { ...weight, stylesheets: 2, html: 30_001 };
  assert.deepEqual(overBudget(heavy), ["html 30001, at most 30000", "stylesheets 2, at most 1"]);
  assert.deepEqual(overBudget({ ...heavy, html: 40_001 }, true), [
    "html 40001, at most 40000",
    "stylesheets 2, at most 1",
  ]);
});
