/**
 * A device's code as terminal, page and interface show it: `ABCD-EFGH`. It is found again however it
 * is typed, as the library looks codes up without hyphens and in upper case.
 */
export function shownUserCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : plain;
}

/** The answer to a device that asked for a code (RFC 8628 §3.2), with the code as it is shown. */
export async function withShownUserCode(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const grant = await response.json() as { user_code: string; verification_uri_complete: string };
  const user_code = shownUserCode(grant.user_code);
  const page = new URL(grant.verification_uri_complete);
  page.searchParams.set("user_code", user_code);
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json({ ...grant, user_code, verification_uri_complete: page.href }, {
    status: response.status,
    headers,
  });
}
