import { isOwnMachine } from "./address.ts";

/**
 * Whether an application registered an address to return to. On the person's own machine any port may
 * stand in it (RFC 8252 §7.3).
 */
export function isRegisteredReturn(
  registered: readonly string[],
  uri: unknown,
): uri is string {
  if (typeof uri !== "string" || !URL.canParse(uri)) return false;
  return registered.some((one) => {
    if (one === uri) return true;
    const [known, asked] = [withoutPort(one), withoutPort(uri)];
    return known !== undefined && known === asked;
  });
}

function withoutPort(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url?.protocol !== "http:" || !isOwnMachine(uri)) return undefined;
  url.port = "";
  return url.href;
}
