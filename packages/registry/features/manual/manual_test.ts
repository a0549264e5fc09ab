import { relativeLink, renderMarkdown } from "../../platform/web/markdown/render.ts";
import { manualOptions, type ManualPage, readManual } from "./manual.ts";
import assert from "node:assert/strict";

const render = (page: ManualPage) => renderMarkdown(page.source, manualOptions(page));

async function withManual(test: (folder: URL) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${path}/reference`);
    await Deno.mkdir(`${path}/decisions`);
    await Deno.writeTextFile(`${path}/decisions/store.md`, "# For who changes svc\n");
    await Deno.writeTextFile(`${path}/zebra.md`, "# Zebra\n");
    await Deno.writeTextFile(`${path}/concepts.md`, "# Concepts\n\n[CLI](reference/cli.md#push)\n");
    await Deno.writeTextFile(
      `${path}/tutorial.md`,
      "# The `svc` tutorial\n\n    svc auth login --server http://localhost:8787\n",
    );
    await Deno.writeTextFile(
      `${path}/reference/cli.md`,
      "# CLI\n\n[back](../concepts.md)\n\nDefault http://localhost:8787\n",
    );
    await Deno.writeTextFile(`${path}/notes.txt`, "not a page");
    await test(new URL(`file://${path}/`));
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

Deno.test("the manual lists its pages in reading order, folders as sections", async () => {
  await withManual(async (folder) => {
    const { sections } = await readManual("https://svc.example.org", folder);
    assert.deepEqual(sections, [
      {
        title: "Manual",
        entries: [
          { path: "/docs/tutorial", title: "The svc tutorial" },
          { path: "/docs/concepts", title: "Concepts" },
          { path: "/docs/zebra", title: "Zebra" },
        ],
      },
      { title: "Reference", entries: [{ path: "/docs/reference/cli", title: "CLI" }] },
    ]);
  });
});

Deno.test("links between the manual's files lead to its pages", async () => {
  await withManual(async (folder) => {
    const { pages } = await readManual("https://svc.example.org", folder);
    assert.match(
      await render(pages.get("/docs/concepts")!),
      /<a href="\/docs\/reference\/cli#push">CLI<\/a>/,
    );
    assert.match(
      await render(pages.get("/docs/reference/cli")!),
      /<a href="\/docs\/concepts">back<\/a>/,
    );
  });
});

Deno.test("a link that leaves the manual's folder leads nowhere", () => {
  assert.equal(relativeLink({ root: "/docs/", folder: "" }, "../packages/core/mod.ts"), undefined);
  assert.equal(relativeLink({ root: "/docs/", folder: "" }, "/search"), "/search");
});

Deno.test("a registry without a manual has an empty one", async () => {
  const { pages } = await readManual(
    "https://svc.example.org",
    new URL("file:///nonexistent/manual/"),
  );
  assert.equal(pages.size, 0);
});

Deno.test("commands to copy have the address of the registry that shows them", async () => {
  await withManual(async (folder) => {
    const { pages } = await readManual("https://svc.example.org", folder);
    assert.match(
      await render(pages.get("/docs/tutorial")!),
      /--server https:\/\/svc\.example\.org\n/,
    );
    // What the client does without an address is the same everywhere.
    assert.match(
      await render(pages.get("/docs/reference/cli")!),
      /http:\/\/localhost:8787/,
    );
  });
});
