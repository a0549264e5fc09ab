/** `url` when it is an absolute http(s) address that may be linked, else undefined. */
export function safeHref(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed.href : undefined;
}
