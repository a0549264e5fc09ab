import { SvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";
import type { App } from "@svc/http/edge";

/** The account that publishes the catalogue on a server that was started with it. */
export interface CatalogueAccount {
  username: string;
  password: string;
}

/** Makes the app of a registry. */
export type AppOf = (services: Services) => App;

/** The collective in the names of the catalogue's extensions. */
const COLLECTIVE = "svc";
const USERNAME = "catalogue";

/** How the operator does it without that account. */
const BY_HAND =
  `Create the collective '${COLLECTIVE}' with an account of SVC_ADMINS, log in with ` +
  "it and run 'npm run catalogue'.";

/**
 * The account that owns the collective `svc`, made with it when the registry has neither. Its
 * password is kept in `catalogue-account.json` of the data folder, readable by its owner only.
 *
 * @throws SvcError `conflict` when the collective or the username belongs to somebody else,
 *   `unavailable` when the account cannot log in for now.
 */
export async function catalogueAccount(
  services: Services,
  appOf: AppOf,
): Promise<CatalogueAccount> {
  const file = `${services.folder.root}/catalogue-account.json`;
  const account = await readAccount(file);
  const taken = await services.db.selectFrom("collective").select("id")
    .where("slug", "=", COLLECTIVE).where("deleted_at", "is", null).executeTakeFirst();
  if (taken !== undefined) {
    if (account !== undefined) return account;
    throw new SvcError("conflict", `The collective '${COLLECTIVE}' already belongs to somebody`, {
      hint: "Log in as a member of it and run 'npm run catalogue'.",
    });
  }
  return await makeAccount(services, appOf, file, account);
}

async function readAccount(file: string): Promise<CatalogueAccount | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    // Half a file is what an earlier version left when it was killed, before it signed up.
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `earlier` is the account of a start that was cut short before the collective was made. */
async function makeAccount(
  services: Services,
  appOf: AppOf,
  file: string,
  earlier: CatalogueAccount | undefined,
): Promise<CatalogueAccount> {
  const account = earlier ?? { username: USERNAME, password: newPassword() };
  // Kept first: an account whose password nobody knows could not be used again.
  if (!earlier) await keepAccount(file, account);
  // Only the requests made here have the rights of an administrator, who may take the slug.
  const app = appOf({ ...services, config: { ...services.config, admins: [USERNAME] } });
  const cookie = await signUp(services, app, account, file);
  const made = await send(services, app, "/api/v1/collectives/create", {
    slug: COLLECTIVE,
    name: "svc",
    description: "The catalogue that comes with svc.",
  }, cookie);
  if (made.status === 200) return account;
  throw new SvcError("conflict", `The collective '${COLLECTIVE}' could not be created`, {
    hint: `The registry answered: ${made.body.error}. ${BY_HAND}`,
  });
}

/** Renamed into place when it is whole: a start that is killed leaves no half of a password. */
async function keepAccount(file: string, account: CatalogueAccount): Promise<void> {
  const aside = `${file}.new`;
  await Deno.writeTextFile(aside, JSON.stringify(account) + "\n", { mode: 0o600 });
  await Deno.rename(aside, file);
}

/** Signs the account up, or in when an earlier start did the former; gives the session's cookie. */
async function signUp(
  services: Services,
  app: App,
  account: CatalogueAccount,
  file: string,
): Promise<string> {
  const { username, password } = account;
  const up = await send(services, app, "/api/auth/sign-up/email", {
    username,
    password,
    email: `${username}@svc.invalid`,
    name: "Catalogue",
  });
  const answer = up.status === 200
    ? up
    : await send(services, app, "/api/auth/sign-in/username", { username, password });
  if (answer.status === 200) {
    return answer.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  }
  // Only a wrong password says that the account is not ours; any other refusal may pass.
  if (answer.status !== 401) {
    throw new SvcError("unavailable", `The account '${username}' could not log in`, {
      hint: `The registry answered ${answer.status}. Start again with --with-catalogue.`,
    });
  }
  await Deno.remove(file);
  throw new SvcError("conflict", `The username '${username}' already belongs to somebody`, {
    hint: BY_HAND,
  });
}

/** An answer, with the words of a refusal. */
interface Sent {
  status: number;
  headers: Headers;
  body: { error?: string };
}

async function send(
  { config }: Services,
  app: App,
  path: string,
  body: object,
  cookie?: string,
): Promise<Sent> {
  const headers = {
    "content-type": "application/json",
    origin: config.baseUrl,
    ...(cookie === undefined ? {} : { cookie }),
  };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await app.request(`${config.baseUrl}${path}`, init, {
    remoteAddress: "127.0.0.1",
  });
  const { status } = answer;
  return { status, headers: answer.headers, body: await answer.json().catch(() => ({})) };
}

function newPassword(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url" });
}
