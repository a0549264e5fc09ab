import type { Log } from "@svc/http/log";
import type { State } from "../../state/open.ts";
import type { Sessions } from "../../sessions/mod.ts";
import type { Rules } from "../admission/rule.ts";
import type { Provider } from "../provider/mod.ts";
import type { Logins } from "./logins.ts";

/** What signing people in works with. */
export interface SignIn {
  provider: Provider;
  /** This server as the provider's client. */
  client: { clientId: string; clientSecret: string };
  rules: Rules;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Of pages that may send requests which change something. */
  origins: ReadonlySet<string>;
  state: State;
  logins: Logins;
  sessions: Sessions;
  log: Log;
  now(): Date;
}
