/** Why an extension is deprecated and what to use instead, as one sentence or two. */
export function deprecationText(reason: string | null, supersededBy: string | null): string {
  const ended = sentenceOf(reason);
  return supersededBy ? `${ended} Use ${supersededBy} instead.` : ended;
}

/** A reason that somebody gave, ended as a sentence. */
export function sentenceOf(reason: string | null | undefined): string {
  const why = (reason ?? "no reason given").trim();
  return /[.!?]$/.test(why) ? why : `${why}.`;
}
