/**
 * Where a browser goes after it signed in: a page of this server, whatever was asked for. Anything that
 * a browser could read as another site becomes the start page.
 */
export function returnPath(asked: string | null, publicUrl: string): string {
  if (asked === null || asked.length > 2000 || !/^\/(?![/\\])[!-~]*$/.test(asked)) return "/";
  const url = URL.parse(asked, publicUrl);
  if (url === null || url.origin !== new URL(publicUrl).origin) return "/";
  // To sign in again, or out, is no place to come back to. `//` would be another site's in a header.
  if (/^\/(?:auth\/|sign-in$|sign-out$|\/)/.test(url.pathname)) return "/";
  return url.pathname + url.search;
}
