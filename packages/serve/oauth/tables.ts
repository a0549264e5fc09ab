import { CLIENT_TABLES } from "./client/stored.ts";
import { INSTANCE_TABLES } from "./instance/instance.ts";
import { LOGIN_TABLES } from "./login/logins.ts";

/** What the state keeps of OAuth: this server as a client, logins of people, the server's own id. */
export const OAUTH_TABLES: readonly string[] = [
  ...CLIENT_TABLES,
  ...LOGIN_TABLES,
  ...INSTANCE_TABLES,
];
