import { type Html } from "@svc/http/page";
import { html } from "hono/html";
import type { NumberedEvent } from "../runs/run.ts";
import { type Part, parts, plain } from "./ansi.ts";

/** Characters of a line that a page shows. */
const LONGEST = 10_000;

/** What an event says in a log, as the method printed it; undefined for one that says nothing. */
export function lineOf({ event }: NumberedEvent): string | undefined {
  switch (event.kind) {
    case "output":
      return `${event.level === "info" ? "" : `${event.level}: `}${event.colored ?? event.text}`;
    case "started":
      return `Running ${event.method} of ${event.model}`;
    case "waiting":
      return `Waiting: ${event.model} is in use by ${event.holder}`;
    case "data":
      return `wrote ${event.artifact.name}`;
    case "truncated":
      return "More output is not kept.";
    default:
      return undefined;
  }
}

/** As much of a line as a page shows. */
export function shortLine(line: string): string {
  return line.length <= LONGEST
    ? line
    : `${line.slice(0, LONGEST)}… (${line.length - LONGEST} more characters)`;
}

/** Finds a text in lines, whatever its case. */
export interface Search {
  isIn(line: string): boolean;
  /** A line as HTML, with what was found marked. */
  marked(line: string): Html;
}

/** Searches what a person sees of a line. */
export function searchFor(text: string): Search {
  const pattern = new RegExp(RegExp.escape(text), "giu");
  return {
    isIn: (line) => plain(line).search(pattern) >= 0,
    marked(line) {
      const found = [...plain(line).matchAll(pattern)].map(({ index, 0: { length } }) =>
        [index, index + length] as const
      );
      return lineHtml(line, found);
    },
  };
}

/**
 * A line as HTML in its colours, with its end: what a method prints is text, and nothing in it is done.
 *
 * @param marks places of its plain text that are marked, in order
 */
export function lineHtml(line: string, marks: readonly (readonly [number, number])[] = []): Html {
  let at = 0;
  const coloured = parts(line).map(({ text, style }) => {
    const from = at;
    at += text.length;
    const pieces = marks.length === 0 ? text : marked({ text, style }, from, marks);
    return style === "" ? pieces : html`<span class="${style}">${pieces}</span>`;
  });
  return html`<span>${coloured}${"\n"}</span>`;
}

/** A part of a line cut at the marks within it. */
function marked(
  { text }: Part,
  from: number,
  marks: readonly (readonly [number, number])[],
): (Html | string)[] {
  const pieces: (Html | string)[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    const [first, last] = [Math.max(start - from, at), Math.min(end - from, text.length)];
    if (first >= last) continue;
    pieces.push(text.slice(at, first), html`<mark>${text.slice(first, last)}</mark>`);
    at = last;
  }
  return [...pieces, text.slice(at)];
}
