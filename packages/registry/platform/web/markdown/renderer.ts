import { ProcessFailure } from "../../process/failure.ts";
import { processPool } from "../../process/pool.ts";
import { plainText } from "./plain_text.ts";
import { MOST_MARKDOWN_CHARACTERS, type RenderOptions } from "./render.ts";
import type { SafeHtml } from "./safe_html.ts";

/** A document for a page. */
export interface RenderedText {
  html: SafeHtml;
  /** How long it may be remembered, in milliseconds; undefined for as long as there is room. */
  keepMs?: number;
}

/** Turns markdown into HTML. */
export interface MarkdownRenderer {
  /** Never fails: a text that cannot be formatted is shown as it was written, and says so. */
  render(source: string, options: RenderOptions): Promise<RenderedText>;
  /** Ends what is running. */
  close(): Promise<void>;
}

/** One line to the rendering process. */
export interface RenderTask {
  source: string;
  options: RenderOptions;
}

/** How rendering processes are run. */
export interface RendererOptions {
  /** Path of the Deno executable. */
  deno: string;
  /** Time for one document, in milliseconds. */
  timeLimitMs?: number;
  /** Documents that may wait. */
  waiting?: number;
  /** How long a document may wait, in milliseconds. */
  waitLimitMs?: number;
}

/** How long a text that could not be formatted is not tried again, in milliseconds. */
const RETRY_MS = 10 * 60_000;

/**
 * A renderer in two processes without any permission: a text made to be slow costs its own page
 * alone, and many of them cost the others their format, not their answer. Both start with the first
 * text.
 */
export function rendererProcesses(
  { deno, timeLimitMs = 5_000, waiting = 20, waitLimitMs = 5_000 }: RendererOptions,
): MarkdownRenderer {
  const pool = processPool({
    deno,
    script: `${import.meta.dirname}/child.ts`,
    // Libraries look for colours in the environment; they find none.
    permissions: ["--ignore-env"],
    memoryMb: 256,
    timeLimitMs,
    width: 2,
    waiting,
    waitLimitMs,
  });
  return {
    async render(source, options) {
      const task: RenderTask = { source: source.slice(0, MOST_MARKDOWN_CHARACTERS + 1), options };
      let html: SafeHtml | undefined;
      try {
        await pool.ask(task, (line) => (html = line as SafeHtml, true));
        return { html: html! };
      } catch (error) {
        if (!(error instanceof ProcessFailure)) throw error;
        const { reason } = error;
        const keepMs = reason === "late" || reason === "ended" ? RETRY_MS : 0;
        return { html: plainText(source, reason), keepMs };
      }
    },
    close: () => pool.close(),
  };
}
