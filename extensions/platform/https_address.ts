/**
 * The address when it is one that a page may link to: https, without a name or password in it.
 * Everything that could end the link early is percent-encoded.
 */
export function httpsAddress(text: string): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  return url.href.replace(
    /[\s"'()<>[\]\\^`{|}*_~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
