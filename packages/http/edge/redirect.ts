/**
 * Sends the browser on with a GET, also after a form. Nothing of it is kept, and its address goes
 * nowhere as a referrer.
 *
 * @param location a path of this site, or where a person signs in
 */
export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    location,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
