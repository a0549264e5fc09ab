/** Why an extension is deprecated and what to use instead, as one sentence or two. */
export function deprecationText(reason: string | null, supersededBy: string | null): string {
  const why = (reason ?? "no reason given").trim();
  const ended = /[.!?]$/.test(why) ? why : `${why}.`;
  return supersededBy ? `${ended} Use ${supersededBy} instead.` : ended;
}
