/** A phrasing that no reader should meet, and the plain words in its place. */
export interface Banned {
  readonly pattern: RegExp;
  readonly say: string;
}

/**
 * Archaic, coined and riddling phrasings. What is here appears in no help text, error, hint, page,
 * manual page, comment or test of ours.
 */
export const BANNED: readonly Banned[] = [
  { pattern: /\bmend(s|ed|ing)?\b/i, say: "fix" },
  { pattern: /\ba bug, a wish\b/i, say: "a bug, a feature request" },
  { pattern: /\bwhat it may touch\b/i, say: "permissions" },
  { pattern: /\b(came|comes|come) to no answer\b/i, say: "did not answer" },
  { pattern: /\bnothing is asked\b/i, say: "there is no prompt" },
  {
    pattern: /\b(the|this|that|these|those) very (?!end|first|last|beginning|next)/i,
    say: "exact",
  },
  { pattern: /\b(anew|afresh)\b/i, say: "again" },
  { pattern: /\bonce more\b/i, say: "again" },
  { pattern: /\bat work\b/i, say: "running, in progress" },
  { pattern: /\byours alone\b/i, say: "private" },
  { pattern: /\bfor good\b/i, say: "permanently" },
  {
    pattern: /\b(lies|lie) (in|inside|outside|below|at|on|under|next|where|beside|elsewhere)\b/i,
    say: "is, are",
  },
  { pattern: /\b(lest|whence|hitherto|heretofore|begat|naught|aught|ere|heed(s|ed)?)\b/i, say: "" },
  { pattern: /\b(forthwith|betwixt|thereof|thereby|whereby|wherein|henceforth)\b/i, say: "" },
  {
    pattern: /(?<!there )\b(is|was) no (file|folder|text|key|list|member|number|address|name)\b/i,
    say: "is not a",
  },
  { pattern: /\bshown (only )?this once\b/i, say: "only once" },
  { pattern: /\bbecame of\b/i, say: "outcome, state" },
  { pattern: /\b[bB]ehaviours?\b/, say: "behavior" },
  { pattern: /\bthe licences?\b|\ba licence\b|\bno licence\b/i, say: "license" },
  { pattern: /\bNo registry answers so\b/, say: "A registry does not answer like this" },
  { pattern: /\bwhen left out\b/i, say: "[default: …]" },
  { pattern: /(?<!as )\bif absent\b/i, say: "[default: …]" },
  { pattern: /\bexcludes? each other\b/i, say: "cannot be used together" },
  { pattern: /\b(at most|only) so many\b/i, say: "at most this many, the maximum number" },
  { pattern: /\bstays good\b/i, say: "stays valid" },
  { pattern: /\b(does|do) not go with\b/i, say: "cannot be used with" },
];
