import type { Client } from "../../platform/client.ts";

/**
 * Login of the account that acts. A marker counts only when this account wrote it.
 *
 * An app's installation token, such as the one of a workflow, is no user: `GET /user` refuses it,
 * and only GraphQL tells its login.
 */
export async function actingAccount(client: Client): Promise<string> {
  try {
    return (await client.request("GET /user")).data.login;
  } catch (error) {
    if ((error as { status?: unknown }).status !== 403) throw error;
    const answer = await client.graphql<{ viewer?: { login?: string } }>("{ viewer { login } }")
      .catch(() => undefined);
    const login = answer?.viewer?.login;
    if (login === undefined) throw error;
    return login;
  }
}
