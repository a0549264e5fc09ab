import { HIDDEN_CHARACTER } from "@svc/core/text";
import type { ArchiveFile } from "@svc/scorecard/archive";
import { loadHighlight } from "../../../platform/web/markdown/highlight.ts";
import type { SafeHtml } from "../../../platform/web/markdown/safe_html.ts";
import { visibleHtml } from "./visible_html.ts";
import { type NoText, readText } from "./text.ts";

/** A file as its page shows it. */
export interface SourceFile {
  bytes: number;
  executable: boolean;
  /** The lines as HTML, or why they are not shown. */
  shown: ShownText | NoText;
}

/** A text as HTML. */
export interface ShownText {
  /** The lines, with a line end between them. */
  html: SafeHtml;
  lines: number;
  /** How many characters in it are not seen, such as those that turn the reading direction. */
  hidden: number;
}

/**
 * Longest text that a page shows, in characters, in lines and in characters that are not seen, each
 * of which is written out; and the longest it colours.
 */
const MOST = { characters: 100_000, lines: 3_000, hidden: 5_000, coloured: 60_000 };

/** Processor time to colour one text, in milliseconds; what is left of it then stays plain. */
const HIGHLIGHT_MS = 1_500;

/** Turns a file into what its page shows of it. */
export async function showFile(
  path: string,
  { bytes, executable }: ArchiveFile,
  { plain }: { plain: boolean },
): Promise<SourceFile> {
  const read = readText(bytes);
  const shown = typeof read === "string" ? read : await showText(path, read.text, plain);
  return { bytes: bytes.length, executable, shown };
}

async function showText(path: string, text: string, plain: boolean): Promise<ShownText | NoText> {
  if (text.length > MOST.characters) return "large";
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = body.split("\n").length;
  if (lines > MOST.lines) return "large";
  const hidden = body.match(new RegExp(HIDDEN_CHARACTER, "gu"))?.length ?? 0;
  if (hidden > MOST.hidden) return "large";
  const language = plain ? "" : path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const highlight = await loadHighlight([language], {
    mostCharacters: MOST.coloured,
    budgetMs: HIGHLIGHT_MS,
    escape: visibleHtml,
  });
  const html = highlight(body, language) ?? visibleHtml(body);
  return {
    html: html as SafeHtml,
    lines,
    hidden,
  };
}
