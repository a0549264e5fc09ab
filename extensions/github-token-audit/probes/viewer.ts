import type { Client } from "../../platform/client.ts";
import type { Identity } from "../outputs/token_audit.ts";
import { ask } from "./answer.ts";

/** What GraphQL answers; errors leave out the data. */
interface Viewer {
  viewer?: { login: string; databaseId: number | null } | null;
}

/** The bot an app's installation acts as: REST does not tell, GraphQL does. Null if it does not. */
export async function viewerOf(client: Client): Promise<Identity | null> {
  const asked = client.graphql<Viewer>("{ viewer { login databaseId } }")
    .then((data) => ({ data, headers: {} }));
  const answer = await ask(asked, "the account that the installation acts as");
  const viewer = answer.refused ? undefined : answer.data.viewer;
  if (!viewer) return null;
  return { login: viewer.login, id: viewer.databaseId, type: "Bot", name: null };
}
