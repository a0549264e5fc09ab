/** One thing that the type checker reports. */
interface Diagnostic {
  /** `models/x.ts:12`. */
  place: string;
  /** Its number, and its words where the file is the extension's: `TS2322: Type 'number' is not …`. */
  message: string;
  /** False for what is only not written out, or not known of a package. */
  isWrong: boolean;
}

/** Begins each diagnostic. */
const HEAD = /^TS(\d+) \[ERROR\]: /;

/** Its place; those of what it is related to are set in further. */
const PLACE = /^ {4}at file:\/\/(\S+?):(\d+):\d+$/m;

/** Cannot find a module, or what declares its types. */
const MODULE_CODES = [2307, 2792, 7016];

/**
 * What `deno check` reported, each once, by file and line. Of other files than the extension's only the
 * number is told, as the words quote them.
 *
 * @param folder absolute; places in it are told relative to it
 */
export function diagnosticsIn(text: string, folder: string): Diagnostic[] {
  const blocks = text.split(/^(?=TS\d+ \[ERROR\]: )/m).filter((block) => HEAD.test(block));
  const found = blocks.map((block): Diagnostic => {
    const code = Number(HEAD.exec(block)![1]);
    const at = PLACE.exec(block);
    const path = at === null ? undefined : decodeURIComponent(at[1]!);
    const isOwn = path?.startsWith(`${folder}/`) ?? false;
    const words = wordsOf(block).replaceAll(`file://${folder}/`, "");
    const message = `TS${code}${isOwn ? `: ${words}` : ""}`;
    return {
      place: isOwn ? `${path!.slice(folder.length + 1)}:${at![2]}` : path ?? "(elsewhere)",
      message,
      isWrong: isOwn && !isImplicit(code) && !isForeignModule(code, message),
    };
  });
  return [...new Map(found.map((one) => [`${one.place} ${one.message}`, one])).values()];
}

/** The first line and what explains it; the source follows it. */
function wordsOf(block: string): string {
  const lines = block.replace(HEAD, "").split("\n");
  const explained = lines.slice(1).findIndex((line) => !/^ {2}\S/.test(line));
  return lines.slice(0, 1 + Math.min(explained === -1 ? 0 : explained, 2))
    .map((line) => line.trim()).join(" ");
}

/** A type that was left out, and is `any`: nothing is known to be wrong. */
function isImplicit(code: number): boolean {
  return code >= 7000 && code < 8000;
}

function isForeignModule(code: number, message: string): boolean {
  return MODULE_CODES.includes(code) && /'(?:npm|jsr|https?):/.test(message);
}
