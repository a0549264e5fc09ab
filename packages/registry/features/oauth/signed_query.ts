import { constantTimeEqual, makeSignature } from "better-auth/crypto";

/**
 * Whether the provider has made this query of a page and it still holds: each parameter is signed, and
 * none stands beside them. The library looks at it the same way when the page is answered.
 */
export async function isSigned(query: string, secret: string, now: Date): Promise<boolean> {
  const parameters = new URLSearchParams(query);
  const signatures = parameters.getAll("sig");
  const ends = Number(parameters.get("exp")) * 1000;
  parameters.delete("sig");
  const sorted = [...parameters].sort(([a, x], [b, y]) =>
    a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0
  );
  const signature = await makeSignature(new URLSearchParams(sorted).toString(), secret);
  return signatures.length === 1 && constantTimeEqual(signatures[0]!, signature) &&
    ends >= now.getTime();
}
