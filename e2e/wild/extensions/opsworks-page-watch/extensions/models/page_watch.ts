import { z } from "npm:zod@4";
import { parseHTML } from "npm:linkedom@0.18.15";
import * as cheerio from "npm:cheerio@1.2.0";

const PageSchema = z.object({
  url: z.url(),
  status: z.number(),
  title: z.string(),
  etag: z.string().nullable(),
  links: z.number().int(),
  fingerprint: z.string(),
  changed: z.boolean(),
});

async function fetchPage(url: string, etag: string | null) {
  const response = await fetch(url, {
    headers: {
      accept: "text/html",
      ...(etag ? { "if-none-match": etag } : {}),
    },
    redirect: "manual",
    signal: AbortSignal.timeout(15_000),
  });
  if (response.status === 304) {
    await response.body?.cancel();
    return null;
  }
  if (response.status >= 300 && response.status < 400) {
    throw new Error(`${url} has moved to ${response.headers.get("location")}`);
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return {
    status: response.status,
    etag: response.headers.get("etag"),
    html: await response.text(),
  };
}

async function fingerprint(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.replace(/\s+/g, " ").trim());
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", bytes));
  return Array.from(hash.slice(0, 8), (b) => b.toString(16).padStart(2, "0"))
    .join("");
}

/** A page that is watched. */
export const model = {
  type: "@opsworks/page-watch",
  version: "2026.08.15.1",
  globalArguments: z.object({
    url: z.url(),
    selector: z.string().default("body"),
  }),
  resources: {
    page: {
      description: "The page as it was",
      schema: PageSchema,
      lifetime: "180d",
      garbageCollection: 100,
    },
  },
  files: {
    links: {
      description: "The links of the page, one a line",
      contentType: "text/plain",
      lifetime: "7d",
      garbageCollection: 5,
      streaming: true,
    },
    text: {
      description: "The text of the page",
      contentType: "text/plain",
      lifetime: "7d",
      garbageCollection: 5,
    },
  },
  methods: {
    look: {
      description: "Read the page and tell whether it changed",
      arguments: z.object({}),
      // deno-lint-ignore no-explicit-any
      execute: async (_args: Record<string, never>, context: any) => {
        const { url, selector } = context.globalArgs;
        const before = await context.readResource!("page").catch(() => null);
        const got = await fetchPage(url, before?.etag ?? null);
        if (!got) return { dataHandles: [], result: { changed: false } };
        const { document } = parseHTML(got.html);
        const text = document.querySelector(selector)?.textContent ?? "";
        const $ = cheerio.load(got.html);
        const links = $("a[href]").map((_i, a) =>
          new URL($(a).attr("href")!, url).href
        ).get();
        const writer = context.createFileWriter("links", "links", {
          streaming: true,
        });
        for (const link of links) await writer.writeLine(link);
        const handles = [await writer.finalize()];
        const now = await fingerprint(text);
        handles.push(
          await context.writeResource("page", "page", {
            url,
            status: got.status,
            title: document.title,
            etag: got.etag,
            links: links.length,
            fingerprint: now,
            changed: before ? before.fingerprint !== now : true,
          }),
        );
        handles.push(
          await context.createFileWriter("text", "page-text").writeText(
            text.trim(),
          ),
        );
        return { dataHandles: handles };
      },
    },
  },
};
