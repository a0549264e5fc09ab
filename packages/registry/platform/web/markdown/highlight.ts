import type { GrammarState, HighlighterCore, ThemedToken } from "shiki/core";
import { escapeHtml } from "./escape_html.ts";
import { processorMs } from "./processor_time.ts";

/** Largest block that is coloured; a longer one stays plain. */
const MOST_CHARACTERS = 20_000;

/** Languages coloured, by the names people write after a fence. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "typescript",
  typescript: "typescript",
  tsx: "tsx",
  js: "javascript",
  javascript: "javascript",
  json: "json",
  jsonc: "json",
  mts: "typescript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "tsx",
  yaml: "yaml",
  yml: "yaml",
  sh: "bash",
  bash: "bash",
  shell: "bash",
  console: "bash",
  diff: "diff",
  toml: "toml",
  http: "http",
};

/** Token colours of the variables theme, as classes: the content policy forbids style attributes. */
const CLASSES: Readonly<Record<string, string>> = {
  "token-keyword": "t-keyword",
  "token-string": "t-string",
  "token-string-expression": "t-string",
  "token-comment": "t-comment",
  "token-function": "t-function",
  "token-constant": "t-constant",
  "token-parameter": "t-constant",
  "token-punctuation": "t-punctuation",
  "token-link": "t-function",
};

let loading: Promise<HighlighterCore> | undefined;

/** The highlighter, loaded at the first block that needs it. */
function highlighter(): Promise<HighlighterCore> {
  loading ??= (async () => {
    const [core, engine] = await Promise.all([
      import("shiki/core"),
      import("shiki/engine/javascript"),
    ]);
    return await core.createHighlighterCore({
      themes: [
        core.createCssVariablesTheme({ name: "vars", variablePrefix: "--", fontStyle: false }),
      ],
      langs: [
        import("shiki/langs/typescript.mjs"),
        import("shiki/langs/tsx.mjs"),
        import("shiki/langs/javascript.mjs"),
        import("shiki/langs/json.mjs"),
        import("shiki/langs/yaml.mjs"),
        import("shiki/langs/bash.mjs"),
        import("shiki/langs/diff.mjs"),
        import("shiki/langs/toml.mjs"),
        import("shiki/langs/http.mjs"),
      ],
      engine: engine.createJavaScriptRegexEngine({ forgiving: true }),
    });
  })();
  return loading;
}

/** A function that turns code into escaped HTML with token classes, or undefined to leave it plain. */
export type Highlight = (code: string, language: string) => string | undefined;

/** How a text is coloured. */
export interface HighlightOptions {
  /** Longest text that is coloured. */
  mostCharacters?: number;
  /** Processor time for one text, in milliseconds; lines after it stay plain. */
  budgetMs?: number;
  /** Turns a piece of the text into HTML. */
  escape?: (text: string) => string;
}

/** Lines that are coloured before it is looked again how long that took. */
const STEP = 50;

/** Makes a highlighter; loads the grammars only when one of `languages` is known. */
export async function loadHighlight(
  languages: Iterable<string>,
  options: HighlightOptions = {},
): Promise<Highlight> {
  const { mostCharacters = MOST_CHARACTERS, budgetMs = Infinity, escape = escapeHtml } = options;
  if (![...languages].some((name) => Object.hasOwn(LANGUAGES, name))) return () => undefined;
  const shiki = await highlighter();
  return (code, name) => {
    if (!Object.hasOwn(LANGUAGES, name) || code.length > mostCharacters) return undefined;
    const until = processorMs() + budgetMs;
    const lines = code.split("\n");
    const parts: string[] = [];
    let grammarState: GrammarState | undefined;
    for (let at = 0; at < lines.length; at += STEP) {
      const step = lines.slice(at, at + STEP).join("\n");
      if (processorMs() > until) {
        parts.push(escape(step));
        continue;
      }
      const found = shiki.codeToTokens(step, {
        lang: LANGUAGES[name]!,
        theme: "vars",
        // Bounds the work one hostile line can cause.
        tokenizeMaxLineLength: 1_000,
        // By the clock, which goes on while the machine does something else.
        tokenizeTimeLimit: 0,
        ...(grammarState === undefined ? {} : { grammarState }),
      });
      grammarState = found.grammarState;
      parts.push(found.tokens.map((line) => lineHtml(line, escape)).join("\n"));
    }
    return parts.join("\n");
  };
}

function lineHtml(line: readonly ThemedToken[], escape: (text: string) => string): string {
  return line.map(({ color, content }) => {
    const name = CLASSES[/^var\(--([a-z-]+)\)$/.exec(color ?? "")?.[1] ?? ""];
    const text = escape(content);
    return name ? `<span class="${name}">${text}</span>` : text;
  }).join("");
}
