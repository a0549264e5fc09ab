import { PlatformFailure } from "../../platform/failure.ts";

/**
 * The answer, when it has what every answer of the platform has here. Anything else comes from a
 * server that is not the platform, and says nothing about a token.
 *
 * @throws PlatformFailure `wrong_base_url`
 */
export function shaped<Data>(data: Data, field: string): NonNullable<Data> {
  const found = (data as Record<string, unknown> | null | undefined)?.[field];
  if (found !== undefined && found !== null) return data!;
  throw new PlatformFailure("wrong_base_url", { what: "the account of the token" });
}
