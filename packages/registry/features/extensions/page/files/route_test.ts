import assert from "node:assert/strict";
import { signedUp, visitor } from "../../../../testing/web/browse.ts";
import { publish } from "../../../../testing/web/publish.ts";
import { type TestRegistry, testRegistry } from "../../../../testing.ts";

const NAME = "@ada/repo-insight";
const [FIRST, SECOND] = ["2026.11.20.1", "2026.11.20.2"];
const AT = `/extensions/${NAME}/${FIRST}`;
const ODD = "files/it's & %2e%2e #1 {x}.ts";

const publication = (version: string, name = NAME) => ({
  name,
  version,
  description: "Lists repositories.",
  readme: "# Insight\n",
  files: {
    [ODD]: `const a = "<script>alert(1)</script>";\n`,
    "files/page.html": "<script>alert(1)</script>",
    "files/trick.ts": "if (user /* \u202e admin */) {}\n",
    "files/picture.png": new Uint8Array([0x89, 0, 1]),
    "files/bundle.min.js": "a".repeat(900_000),
  },
});

async function shown(registry: TestRegistry) {
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), publication(FIRST));
  return ada;
}

Deno.test("a version's files are a tree with sizes; each has a page with numbered lines", async () => {
  await using registry = await testRegistry();
  const ada = await shown(registry);
  const nobody = visitor(registry);
  const tab = await nobody.get(`/extensions/${NAME}/files`);
  assert.deepEqual([tab.status, tab.location], [303, `${AT}/files`]);

  const { html: tree } = await nobody.get(`${AT}/files`);
  assert.match(tree, /10 files, 90\d kB/);
  const href = /href="([^"]*it[^"]*)"/.exec(tree)![1]!.replaceAll("&#39;", "'");
  const { status, html } = await nobody.get(href);
  assert.equal(status, 200);
  assert.match(html, /<a id="L1" href="#L1" tabindex="-1">1<\/a>/);
  assert.match(html, /<span class="t-keyword">const<\/span>/);
  assert.match(html, /&lt;script&gt;/);
  assert.doesNotMatch(html, /<script>/);
  const folder = (await nobody.get(`${AT}/files/models`)).html;
  assert.match(folder, /insight\.ts/);
  assert.doesNotMatch(folder, /picture/);

  const file = async (path: string) => (await nobody.get(`${AT}/files/${path}`)).html;
  assert.match(await file("files/trick.ts"), /1 character in this file is invisible[^]*\\u202e/);
  assert.match(await file("files/picture.png"), /not text/);
  assert.match(await file("files/bundle.min.js"), /too large to show/);

  const yank = { name: NAME, action: "yank-version", version: FIRST, reason: "It leaks." };
  await ada.post("/extensions", yank);
  for (const path of ["files", "files/manifest.yaml"]) {
    const page = await nobody.get(`${AT}/${path}`);
    assert.equal(page.status, 200);
    assert.match(page.html, /This version was yanked[^]*It leaks\./);
  }
});

Deno.test("a file's bytes come as plain text in which nothing acts on the site", async () => {
  await using registry = await testRegistry();
  await shown(registry);
  const raw = (path: string) => visitor(registry).get(`${AT}/raw/${path}`);
  for (
    const [path, type] of [
      ["files/page.html", "text/plain; charset=utf-8"],
      ["files/picture.png", "application/octet-stream"],
    ] as const
  ) {
    const { status, headers } = await raw(path);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), type);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");
  }
  assert.equal((await raw("files/page.html")).html, "<script>alert(1)</script>");
  const odd = await raw(ODD.split("/").map(encodeURIComponent).join("/"));
  assert.match(odd.headers.get("content-disposition")!, /^inline; filename\*=UTF-8''[\w'%.*()-]+$/);
});

Deno.test("no path leads out of the archive, and none that it lacks comes back as markup", async () => {
  await using registry = await testRegistry();
  await shown(registry);
  const nobody = visitor(registry);
  for (
    const path of [
      "../../../etc/passwd",
      "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
      "files%2F..%2Fmanifest.yaml",
      "%00",
      "%1b[31m",
      "%E2%80%AEa.ts",
      "<script>alert(1)</script>",
      "__proto__",
      "constructor",
      "a".repeat(2_000),
    ]
  ) {
    for (const part of ["files", "raw", `diff/${FIRST}`]) {
      const { status, html } = await nobody.get(`${AT}/${part}/${path}`);
      assert.ok(status === 404 || part.startsWith("diff") && status === 200, `${part} ${path}`);
      for (const unsafe of ["<script>", "\x1b", "\u202e"]) assert.ok(!html.includes(unsafe));
    }
  }
});

Deno.test("a private extension's files and changes are for members; for others as if absent", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/collectives", { slug: "acme", name: "" });
  for (const version of [FIRST, SECOND]) {
    await publish(registry, ada.cookie(), publication(version, "@acme/secret"));
  }
  await registry.services.db.updateTable("collective").set({ private: 1 })
    .where("slug", "=", "acme").execute();
  const bob = await signedUp(registry, "bob");
  for (
    const path of [
      "versions",
      "score",
      "dependencies",
      "settings",
      "files",
      FIRST,
      `${FIRST}/files`,
      `${FIRST}/files/manifest.yaml`,
      `${FIRST}/raw/manifest.yaml`,
      `${SECOND}/diff`,
      `${SECOND}/diff/${FIRST}`,
    ]
  ) {
    const hidden = await bob.get(`/extensions/@acme/secret/${path}`);
    const absent = await bob.get(`/extensions/@acme/absent/${path}`);
    assert.equal(hidden.status, 404, path);
    assert.equal(hidden.html.replaceAll("secret", "absent"), absent.html, path);
    assert.ok((await ada.get(`/extensions/@acme/secret/${path}`)).status < 400, path);
  }
  const raw = await ada.get(`/extensions/@acme/secret/${FIRST}/raw/manifest.yaml`);
  assert.equal(raw.headers.get("cache-control"), "private, no-cache");
});
