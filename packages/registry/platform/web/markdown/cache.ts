import type { SafeHtml } from "./safe_html.ts";

interface Entry {
  html: Promise<SafeHtml>;
  characters: number;
}

/** Remembers rendered documents by their content's key; concurrent askers share one rendering. */
export interface RenderCache {
  /** The document of `key`, rendered by `render` when it is not remembered. */
  get(key: string, render: () => Promise<SafeHtml>): Promise<SafeHtml>;
}

/** A cache of at most `mostCharacters` of HTML; the least recently used goes first. */
export function createRenderCache(mostCharacters = 8_000_000): RenderCache {
  const entries = new Map<string, Entry>();
  let held = 0;
  const drop = (key: string) => {
    held -= entries.get(key)?.characters ?? 0;
    entries.delete(key);
  };
  return {
    get(key, render) {
      const known = entries.get(key);
      if (known) {
        entries.delete(key);
        entries.set(key, known);
        return known.html;
      }
      const entry: Entry = { html: render(), characters: 0 };
      entries.set(key, entry);
      entry.html.then((html) => {
        if (entries.get(key) !== entry) return;
        entry.characters = html.length;
        held += html.length;
        for (const oldest of entries.keys()) {
          if (held <= mostCharacters) break;
          drop(oldest);
        }
      }, () => {
        // A failed rendering is not remembered; its askers see the failure themselves.
        if (entries.get(key) === entry) drop(key);
      });
      return entry.html;
    },
  };
}
