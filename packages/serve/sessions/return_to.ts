import { returnTo } from "@svc/http/input";

/**
 * Where a browser goes after it signed in: a page of this server, whatever was asked for. Anything that
 * a browser could read as another site becomes the start page.
 */
export function returnPath(asked: string | null): string {
  if (asked === null || !/^[!-~]*$/.test(asked)) return "/";
  const [path = "/"] = returnTo(asked).split("#");
  // To sign in again, or out, is no place to come back to.
  return /^\/(?:auth\/|sign-in(?:\?|$)|sign-out(?:\?|$))/.test(path) ? "/" : path;
}
