import type { Client } from "../../platform/client.ts";
import { failureOf } from "../../platform/failure.ts";

/** The token's account. */
export interface Account {
  login: string;
  id: number | bigint;
}

/** @throws PlatformFailure */
export async function actingAccount(client: Client): Promise<Account> {
  try {
    const { login, id } = (await client.request("GET /user")).data;
    return { login, id };
  } catch (error) {
    throw failureOf(error, "the token's account");
  }
}

/** Git's variables for who commits: the account, by the address that the platform gives it. */
export function committerOf({ login, id }: Account): Record<string, string> {
  const email = `${id}+${login}@users.noreply.github.com`;
  return {
    GIT_AUTHOR_NAME: login,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: login,
    GIT_COMMITTER_EMAIL: email,
  };
}
