/** Why a file is not shown as text. */
export type NoText = "binary" | "large";

/** Most bytes that are decoded; no text longer than that is shown or compared. */
const MOST_TEXT_BYTES = 400_000;

/** A file's lines, or why it has none that are shown. Line ends of Windows count as plain ones. */
export function readText(bytes: Uint8Array): { text: string } | NoText {
  if (bytes.length > MOST_TEXT_BYTES) return bytes.includes(0) ? "binary" : "large";
  if (bytes.includes(0)) return "binary";
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text: text.replaceAll("\r\n", "\n") };
  } catch {
    return "binary";
  }
}
