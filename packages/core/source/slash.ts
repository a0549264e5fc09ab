import type { Token } from "js-tokens";

/** Reads the tokens of a text in order and tells where a `/` is not sure to mean what it was read as. */
interface SlashReader {
  /**
   * True when `token`, at `offset` of the text, is or begins with a `/` that may mean the other of
   * its two meanings, and the rest of its line would then be other code.
   */
  isDoubtful(token: Token, offset: number): boolean;
}

/** A reader at the beginning of a text. */
export function slashReader(source: string): SlashReader {
  /** The last three tokens that are code, the newest first. */
  const last: (Token | undefined)[] = [undefined, undefined, undefined];
  let newline = false;
  /** For each open parenthesis, whether it is that of `for await (`. */
  const loops: boolean[] = [];
  let afterLoop = false;

  return {
    isDoubtful(token, offset) {
      if (BETWEEN.has(token.type)) {
        newline ||= LINE_END.test(token.value);
        return false;
      }
      const doubtful = token.value.startsWith("/") &&
        !isCertain(token, last, newline || afterLoop) && readingsDiffer(source, offset);
      afterLoop = false;
      if (token.type === "Punctuator") {
        if (token.value === "(") {
          loops.push(last[0]?.value === "await" && last[1]?.value === "for");
        } else if (token.value === ")") afterLoop = loops.pop() === true;
      }
      last[2] = last[1];
      last[1] = last[0];
      last[0] = token;
      newline = false;
      return doubtful;
    },
  };
}

/** What stands between two tokens of the code. */
const BETWEEN: ReadonlySet<Token["type"]> = new Set([
  "SingleLineComment",
  "MultiLineComment",
  "HashbangComment",
  "WhiteSpace",
  "LineTerminatorSequence",
]);

const LINE_END = /[\r\n\u2028\u2029]/;

/** Punctuators after which an expression must begin, so that a `/` opens a pattern. */
const BEFORE_EXPRESSION =
  /^(?:[([{,;:?~<+\-*/%&|^]|=>|\.{3}|&&|\|\||\?\?|\*\*|<<|[=!]==?|[<>]=|(?:[+\-*/%&|^]|\*\*|&&|\|\||\?\?|<<|>>|>>>|)=)$/;

/** Reserved words after which an expression must begin. */
const OPERATORS =
  /^(?:await|case|default|delete|do|else|in|instanceof|new|return|throw|typeof|yield)$/;

/** Words after which an expression or an operator may follow. */
const EITHER = /^(?:extends|in|of|void)$/;

/**
 * Whether a `/` after the tokens in `last` means in every module what it was read as. A reader without
 * the grammar cannot tell whether `x!` ends a value, whether `>` ends a list of types, what a `}`
 * closes, or whether a statement ends with its line.
 */
function isCertain(
  slash: Token,
  last: readonly (Token | undefined)[],
  eitherMayFollow: boolean,
): boolean {
  const [one, two, three] = last;
  if (one === undefined || isPunctuator(one, BEFORE_EXPRESSION)) return true;
  if (isPunctuator(one, /^!$/)) return two === undefined || isBeforeExpression(two, three);
  if (eitherMayFollow) return false;
  switch (one.type) {
    case "IdentifierName":
      if (isMember(two)) return slash.type === "Punctuator";
      return !EITHER.test(one.value);
    case "Punctuator":
      return one.value === ")" || one.value === "]";
    default:
      return one.type !== "Invalid";
  }
}

function isBeforeExpression(token: Token, before: Token | undefined): boolean {
  return isPunctuator(token, BEFORE_EXPRESSION) ||
    (token.type === "IdentifierName" && OPERATORS.test(token.value) && !isMember(before));
}

function isMember(before: Token | undefined): boolean {
  return before !== undefined && isPunctuator(before, /^\??\.$/);
}

function isPunctuator({ type, value }: Token, pattern: RegExp): boolean {
  return type === "Punctuator" && pattern.test(value);
}

/**
 * Whether the rest of a line is other code as a pattern than as a division. Both readings meet again
 * at the end of the line unless something before it opens or closes what outlives the line.
 */
function readingsDiffer(source: string, slash: number): boolean {
  LINE.lastIndex = slash + 1;
  return /["'`(){}[\]\\]|\/[/*]/.test(LINE.exec(source)![0]);
}

const LINE = /[^\r\n\u2028\u2029]*/y;
