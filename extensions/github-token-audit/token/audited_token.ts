import type { MethodContext } from "../../platform/context.ts";
import { readTokenFile } from "./token_file.ts";

/** Where a token is given: exactly one of the two. */
export interface TokenArguments {
  token?: string | undefined;
  tokenFile?: string | undefined;
}

/** The token to audit. */
export interface AuditedToken {
  token: string;
  source: "argument" | "file";
}

/**
 * The token to audit, without the space around it. A file is read now.
 *
 * @throws Error when neither or both are given, when the file is refused, and when the text cannot
 *   be a token. None repeats any of the token.
 */
export async function auditedToken(
  { token, tokenFile }: TokenArguments,
  logger: MethodContext["logger"],
): Promise<AuditedToken> {
  if ((token === undefined) === (tokenFile === undefined)) {
    throw new Error(
      token === undefined
        ? "There is no token to audit: give the argument token or tokenFile"
        : "token and tokenFile cannot be used together: give one of them",
    );
  }
  if (token !== undefined) return { token: printable(token, "token"), source: "argument" };
  const text = await readTokenFile(tokenFile!, logger);
  return { token: printable(text, "The file in tokenFile"), source: "file" };
}

/** A header takes no other characters, and no token has them. */
function printable(text: string, where: string): string {
  const token = text.trim();
  if (token === "") throw new Error(`${where} is empty: put the token into it`);
  if (/[\r\n]/.test(token)) {
    throw new Error(`${where} has more than one line: put only the token in it`);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Error(
      `${where} has characters that are not allowed in a token: write it as plain text, in ` +
        `UTF-8 and without spaces`,
    );
  }
  return token;
}
