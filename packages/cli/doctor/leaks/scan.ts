import { keysIn } from "@svc/core/key";

/** A key, and the line it is in, counted from 1. */
export interface KeyAt {
  key: string;
  line: number;
}

/** More than the longest key and the character after it: what may continue in the next piece. */
const OVERLAP = 64;

/**
 * The keys of svc with their checksum in a stream of bytes, whatever else it holds. It keeps no more
 * than a piece in memory.
 */
export async function keysInStream(stream: AsyncIterable<Uint8Array>): Promise<KeyAt[]> {
  // Each byte is a character of its own, so that nothing is lost in bytes that are no text.
  const decoder = new TextDecoder("latin1");
  const found: KeyAt[] = [];
  let text = "";
  let line = 1;
  let isFirst = true;
  const take = (end: number): void => {
    // The character before tells whether a key begins here.
    const before = isFirst ? 0 : 1;
    for (const { key, index } of keysIn(text)) {
      if (index < before || index >= end) continue;
      found.push({ key, line: line + linesIn(text.slice(before, index)) });
    }
    line += linesIn(text.slice(before, end));
    text = text.slice(end - 1);
    isFirst = false;
  };
  for await (const chunk of stream) {
    text += decoder.decode(chunk);
    if (text.length > 2 * OVERLAP) take(text.length - OVERLAP);
  }
  take(text.length);
  return found;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
