import type { Manifest } from "@svc/core/manifest";
import type { Finding } from "@svc/core/wire";
import { type Doubt, lineAt, type SourceCode } from "@svc/core/source";

interface Rule {
  pattern: RegExp;
  message: string;
}

/** The object of all globals, with what TypeScript may say of its type. */
const GLOBALS = String.raw`(?<![\w$.])(?:globalThis|self|window)\b` +
  String.raw`(?:\s+as\s+[\w$.]{1,100}(?:<[^<>\n]{0,100}>)?)?(?:\s*\))?`;

/**
 * A member by its name, behind a dot or as a text in brackets. It does not begin with space, which
 * would be looked at again from each of its characters.
 */
const member = (name: string) =>
  String.raw`(?:\??\.\s*(?:${name})\b|(?:\?\.\s*)?\[\s*(?:"(?:${name})"|'(?:${name})')\s*\])`;

const CONSTRUCTOR = member("constructor");
const HIDDEN = "runs text as code under another name; write the code out";

/** Ways to run text as code, which no review of the sources can follow. Of a line, the first is shown. */
const ERRORS: readonly Rule[] = [
  {
    pattern:
      /(?<![\w$.])(?:(?:globalThis|self|window)\s*\??\.\s*)?eval\s*(?:\)\s*)?(?:\?\.\s*)?\(/g,
    message: "eval runs text as code; write the code out",
  },
  {
    pattern: /(?<![\w$.])(?:new\s+)?(?:(?:globalThis|self|window)\s*\??\.\s*)?Function\s*\(/g,
    message: "the Function constructor runs text as code; write the function out",
  },
  {
    // As a value. What is called so in an object or stands in a pattern is something else.
    pattern:
      /(?<=(?:[=([,]|: )\s{0,10})eval\b(?=\s*(?:[,;)\]}!\n]|as\b|$))|(?<![\w$.])eval\s*\.\s*(?:call|apply|bind)\b/g,
    message: `eval as a value ${HIDDEN}`,
  },
  {
    pattern: new RegExp(String.raw`${GLOBALS}\s*${member("eval|Function")}`, "g"),
    message: `this ${HIDDEN}`,
  },
  {
    // A literal that is joined with more: nothing but hiding a name needs that.
    pattern: new RegExp(
      GLOBALS + String.raw`\s*(?:\?\.\s*)?\[\s*(?:"[^"\n]{0,100}"|'[^'\n]{0,100}')\s*[+.]`,
      "g",
    ),
    message: "the name of a global that is put together cannot be reviewed; write it out",
  },
  {
    // Any but a literal name, or that of eval.
    pattern:
      /(?<![\w$.])Reflect\s*\.\s*(?:get|apply|construct|getOwnPropertyDescriptor)\s*\(\s*(?:globalThis|self|window|Function)\s*,(?!\s*(?:"(?!eval"|Function")[\w$]{1,100}"|'(?!eval'|Function')[\w$]{1,100}')\s*[,)])/g,
    message: `Reflect on all globals or on Function ${HIDDEN}`,
  },
  {
    pattern: /(?<![\w$.])Function\s*\.\s*(?:apply|bind)\s*\(/g,
    message: `this ${HIDDEN}`,
  },
  {
    pattern: /(?<![\w$.])(?:const|let|var)\s+[\w$]+\s*=\s*Function\s*(?:;|\n|$)/g,
    message: `Function as a value ${HIDDEN}`,
  },
  {
    pattern: new RegExp(
      String.raw`${CONSTRUCTOR}\s*${CONSTRUCTOR}|` +
        String.raw`(?<![\w$.])Function\s*${member("prototype")}\s*${CONSTRUCTOR}|` +
        // A function that is written there: `(() => {}).constructor`.
        String.raw`(?:\}\s*|=>[^()\n]{1,100})\)\s*${CONSTRUCTOR}`,
      "g",
    ),
    message: "the constructor of a function runs text as code; write the function out",
  },
  {
    pattern: /(?<![\w$.])(?:setTimeout|setInterval)\s*\(\s*["'`]/g,
    message: "a timer that is given text runs it as code; give it a function",
  },
  {
    pattern: /(?<![\w$.])(?:from|import)\s*(?:\(\s*)?["'`](?:(?:data|blob):|(?:node:)?vm["'`])/g,
    message: "an import of data:, blob: or node:vm runs text as code; write a module",
  },
  {
    // Where `eval: true` stands, a text of any length may be between it and its `Worker`.
    pattern:
      /(?<![\w$.])["']?eval["']?\s*:\s*(?:true|!0)\b|(?<![\w$])Worker\s*\(\s*(?:new\s+URL\s*\(\s*)?(?:["'`](?:data|blob):|URL\s*\.\s*createObjectURL\b)/g,
    message: "a worker of a text, data: or blob: runs text as code; write a module",
  },
  {
    pattern: /(?<![\w$.])import\s*\(\s*(?!\s|(["'`])[^"'`$\\\n]*\1\s*[,)])/g,
    message: "import() of a computed name cannot be reviewed or bundled; import a literal name",
  },
  {
    pattern: /(?<![\w$.])(?:from|import)\s*(?=(["'])(?:(?!\1)[^\\\n])*\\)/g,
    message: "an import with an escaped name hides what it imports; write the name out",
  },
];

const RUNS_PROGRAMS = /\bDeno\s*\.\s*Command\s*\(/g;

/**
 * What the rules look for, in a text that may not be read as what it is: with a comment in between, and
 * with any name an import may have.
 */
const HIDEABLE =
  /\b(?:eval|Function)\s*(?:\)\s*)?(?:\?\.\s*)?(?:\(|\/[/*])|\bimport\s*(?:\(|\/[/*])|\b(?:from|import)\s*(?:["'`]|\/[/*])|\b(?:globalThis|self|window|Reflect|Function|setTimeout|setInterval)\s*(?:[.[(]|\?\.|\/[/*])|=\s*(?:eval|Function)\b|\beval["']?\s*[:/]|\bWorker\s*[(/]|(?:[.[/]\s*["']?)constructor\b|\\u/g;

/** One is enough to refuse a file; the first few show what is meant. */
const DOUBTS_SHOWN = 10;

const LONG_LINE = 500;
const ENCODED = /[A-Za-z0-9+/=]{100,}/;

/** What to say of a place that may be other code than it looks like: nothing may hide there. */
const DOUBTS: Readonly<Record<Doubt["about"], string>> = {
  slash:
    "this '/' can be read as a division or as a pattern; put parentheses around what it divides",
  escape: "a name written with escapes hides what it names; write it out",
};

/** Places where a source runs text as code, or could without being seen. Comments and strings do not count. */
export function codeErrors(path: string, source: string, read: SourceCode): Finding[] {
  const { code, bare } = read;
  const doubts = openDoubts(source, read);
  const at = (offset: number, message: string) => ({
    place: `${path}:${lineAt(source, offset)}`,
    message,
  });
  const found = [
    ...ERRORS.flatMap(({ pattern, message }) =>
      // A template's text is blank in `bare`, while `code` still tells a literal import from others.
      [...code.matchAll(pattern)]
        .filter(({ index }) => bare[index] === code[index])
        .map(({ index }) => at(index, message))
    ),
    ...doubts.slice(0, DOUBTS_SHOWN).map(({ offset, about }) => at(offset, DOUBTS[about])),
  ];
  const lines = new Set<string>();
  return found.filter(({ place }) => !lines.has(place) && lines.add(place));
}

/**
 * The doubts that matter. A `/` read wrongly takes code for text or text for code in what follows; as
 * long as nothing that the rules look for stands in what was taken for text, both readings are harmless.
 */
function openDoubts(source: string, { bare, doubts }: SourceCode): Doubt[] {
  const first = doubts.find(({ about }) => about === "slash");
  if (first === undefined) return doubts;
  HIDEABLE.lastIndex = first.offset;
  for (let found = HIDEABLE.exec(source); found !== null; found = HIDEABLE.exec(source)) {
    if (bare[found.index] !== source[found.index]) return doubts;
  }
  return doubts.filter(({ about }) => about !== "slash");
}

/**
 * Places a reviewer should look at: lines too long to read, encoded blobs, and programs started
 * although the manifest declares none.
 */
export function codeWarnings(
  path: string,
  source: string,
  { bare }: SourceCode,
  { permissions }: Pick<Manifest, "permissions">,
): Finding[] {
  const warnings: Finding[] = [];
  const lines = source.split("\n");
  const long = lines.findIndex((line) =>
    line.length > LONG_LINE && line.replace(/\s/g, "").length > LONG_LINE
  );
  if (long !== -1) {
    warnings.push({
      place: `${path}:${long + 1}`,
      message: `a line of more than ${LONG_LINE} characters is hard to review`,
    });
  }
  const encoded = lines.findIndex((line) => ENCODED.test(line));
  if (encoded !== -1) {
    warnings.push({ place: `${path}:${encoded + 1}`, message: "a long run of encoded text" });
  }
  if (permissions?.run?.length) return warnings;
  for (const { index } of bare.matchAll(RUNS_PROGRAMS)) {
    warnings.push({
      place: `${path}:${lineAt(source, index)}`,
      message: "starts a program; declare it under permissions.run",
    });
  }
  return warnings;
}
