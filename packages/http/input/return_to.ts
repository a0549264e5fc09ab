/**
 * The place to go after signing in: a path of this site, or `/` for anything else, so that a
 * link cannot use the form to lead people away.
 */
export function returnTo(given: string | null | undefined): string {
  if (!given || given.length > 2_000 || !given.startsWith("/")) return "/";
  // Browsers read a backslash as a slash and drop control characters.
  if (/^\/[/\\]/.test(given) || /[\\\p{Cc}]/u.test(given)) return "/";
  const base = "http://site.invalid";
  if (!URL.canParse(given, base)) return "/";
  const url = new URL(given, base);
  // `/.//evil.example` is a path of this site until its dots are folded away.
  if (url.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
