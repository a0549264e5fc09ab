import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import type { RenderOptions } from "./render.ts";
import type { MarkdownRenderer } from "./renderer.ts";
import { plainText } from "./plain_text.ts";
import type { SafeHtml } from "./safe_html.ts";

/** Documents as HTML, remembered by their content; concurrent askers share one rendering. */
export interface Prose {
  /** One document. */
  of(source: string, options: RenderOptions): Promise<SafeHtml>;
  /** The documents of one page, one after the other; those beyond the page's time stay plain. */
  all(sources: readonly string[], options: RenderOptions): Promise<SafeHtml[]>;
}

/** How much is remembered and how long one page may take. */
export interface ProseOptions {
  mostCharacters?: number;
  pageBudgetMs?: number;
}

/** Remembers what a renderer made, up to `mostCharacters`; the least recently used goes first. */
export function createProse(
  renderer: MarkdownRenderer,
  { mostCharacters = 8_000_000, pageBudgetMs = 10_000 }: ProseOptions = {},
): Prose {
  const cache = new LRUCache<string, SafeHtml, () => ReturnType<MarkdownRenderer["render"]>>({
    maxSize: mostCharacters,
    // Who asked gets the document, even when there is no room to remember it meanwhile.
    ignoreFetchAbort: true,
    // An empty document is remembered as well.
    sizeCalculation: (html) => html.length + 1,
    async fetchMethod(_key, _stale, { context: render, options }) {
      const { html, keepMs } = await render();
      // The cache has no entry that lives for no time: a millisecond is the least.
      if (keepMs !== undefined) options.ttl = Math.max(1, keepMs);
      return html;
    },
  });
  const of: Prose["of"] = async (source, options) =>
    await cache.forceFetch(keyOf(source, options), {
      context: () => renderer.render(source, options),
    });
  return {
    of,
    async all(sources, options) {
      const until = performance.now() + pageBudgetMs;
      const rendered: SafeHtml[] = [];
      for (const source of sources) {
        const late = performance.now() > until && !cache.has(keyOf(source, options));
        rendered.push(late ? plainText(source, "busy") : await of(source, options));
      }
      return rendered;
    },
  };
}

function keyOf(source: string, options: RenderOptions): string {
  return createHash("sha256").update(JSON.stringify(options)).update("\0").update(source)
    .digest("base64");
}
