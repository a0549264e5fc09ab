/** SHA-256 of a token in base64: the form in which the platform's audit log names tokens. */
export async function hashedToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
