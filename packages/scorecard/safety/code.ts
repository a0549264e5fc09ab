import type { Manifest } from "@svc/core/manifest";
import type { Finding } from "@svc/core/wire";
import { type Doubt, lineAt, type SourceCode } from "@svc/core/source";

interface Rule {
  pattern: RegExp;
  message: string;
}

/** Ways to run text as code, which no review of the sources can follow. */
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
  /\b(?:eval|Function)\s*(?:\)\s*)?(?:\?\.\s*)?(?:\(|\/[/*])|\bimport\s*(?:\(|\/[/*])|\b(?:from|import)\s*(?:["'`]|\/[/*])|\\u/g;
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
  return [
    ...ERRORS.flatMap(({ pattern, message }) =>
      // A template's text is blank in `bare`, while `code` still tells a literal import from others.
      [...code.matchAll(pattern)]
        .filter(({ index }) => bare[index] === code[index])
        .map(({ index }) => at(index, message))
    ),
    ...doubts.slice(0, DOUBTS_SHOWN).map(({ offset, about }) => at(offset, DOUBTS[about])),
  ];
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
