/** What to blank out of a source text beside its comments. */
export interface CodeOptions {
  /** Keep the content of string and template literals. */
  strings: boolean;
}

const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|instanceof|yield|await|do|else))$/;

/**
 * A TypeScript text with its comments, and on request its string contents, replaced by spaces.
 * Offsets and lines stay. It knows strings, templates with their expressions, and regular
 * expressions, as far as a reader without a parser can.
 */
export function codeOnly(source: string, { strings }: CodeOptions): string {
  const kept: string[] = [];
  let keptTo = 0;
  const braces: number[] = [];
  let depth = 0;
  let significant = "";
  let at = 0;

  const blank = (from: number, to: number) => {
    if (to <= from) return;
    const gone = source.slice(from, to);
    kept.push(
      source.slice(keptTo, from),
      gone.includes("\n") || gone.includes("\r")
        ? gone.replace(/[^\r\n]+/g, (line) => " ".repeat(line.length))
        : " ".repeat(gone.length),
    );
    keptTo = Math.min(to, source.length);
  };
  const literal = (from: number, to: number) => {
    if (!strings) blank(from, to);
  };
  /** Skips template text from `from` to its end or its next expression. */
  const template = (from: number): number => {
    let i = from;
    while (i < source.length && source[i] !== "`") {
      if (source[i] === "\\") i++;
      else if (source[i] === "$" && source[i + 1] === "{") {
        literal(from, i);
        braces.push(depth++);
        significant = "{";
        return i + 2;
      }
      i++;
    }
    literal(from, i);
    significant = "`";
    return i + 1;
  };

  while (at < source.length) {
    const char = source[at]!;
    const next = source[at + 1];
    if (char === "/" && next === "/") {
      const end = indexOfOrEnd(source, "\n", at);
      blank(at, end);
      at = end;
    } else if (char === "/" && next === "*") {
      const end = indexOfOrEnd(source, "*/", at + 2) + 2;
      blank(at, end);
      at = end;
    } else if (char === '"' || char === "'") {
      let i = at + 1;
      while (i < source.length && source[i] !== char && source[i] !== "\n") {
        i += source[i] === "\\" ? 2 : 1;
      }
      literal(at + 1, i);
      significant = char;
      at = i + 1;
    } else if (char === "`") {
      at = template(at + 1);
    } else if (char === "/" && BEFORE_REGEX.test(significant)) {
      at = regexEnd(source, at);
      significant = "/";
    } else if (char === "{") {
      depth++;
      significant = char;
      at++;
    } else if (char === "}") {
      depth--;
      at++;
      if (braces.at(-1) === depth) {
        braces.pop();
        at = template(at);
      } else significant = char;
    } else {
      const word = at;
      while (isWord(source.charCodeAt(at))) at++;
      if (at > word) significant = source.slice(word, at);
      else {
        if (char.trim() !== "") significant = char;
        at++;
      }
    }
  }
  return kept.join("") + source.slice(keptTo);
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
  }
  return line;
}

/** ASCII letters, digits and the underscore; false past the end, where the code is NaN. */
function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) || code === 95;
}

function regexEnd(source: string, start: number): number {
  let inClass = false;
  for (let i = start + 1; i < source.length; i++) {
    const char = source[i];
    if (char === "\n") return i;
    if (char === "\\") i++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return i + 1;
  }
  return source.length;
}

function indexOfOrEnd(source: string, text: string, from: number): number {
  const at = source.indexOf(text, from);
  return at === -1 ? source.length : at;
}
