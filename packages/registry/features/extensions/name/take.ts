import { SvcError } from "@svc/core/error";
import { collectiveOf } from "@svc/core/name";
import { holdsScope } from "@svc/core/scope";
import { type Principal, userOf } from "../../../access/credential/principal.ts";
import { takeExtensionName } from "../../../access/name/take.ts";
import type { Services } from "../../../access/services.ts";
import type { Db, Trx } from "../../../access/store/schema.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { findResembling, type Resembled } from "./resembling.ts";

export type { Resembled } from "./resembling.ts";

/** Tells the operators of names that a machine cannot decide about. `features/reports` does it. */
export interface NameReports {
  /** Opens a report of an extension's name, unless one with that text is open. */
  open(
    trx: Trx,
    about: { extensionId: string; name: string; text: string },
  ): Promise<void>;
  /** Closes the report with that text, where it is open. */
  close(
    trx: Trx,
    about: { text: string; note: string },
  ): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    nameReports: NameReports;
  }
}

/** As whom a name is asked for. */
export interface WantedBy {
  /** Username of a person; undefined for a token. */
  by: string | undefined;
  /** False for a token that may push and not read: it is not told what else there is. */
  reads: boolean;
}

/** As whom a caller asks for a name. */
export function wantedBy(principal: Principal): WantedBy {
  return {
    by: userOf(principal)?.username,
    reads: principal.kind === "collectiveToken"
      ? holdsScope(principal.scopes, "extensions:read")
      : principal.kind !== "publishToken",
  };
}

/** A name that somebody wants for an extension. */
interface Wanted extends WantedBy {
  name: string;
  collectiveId: string;
  /** The extension, where it exists and is to get another name. */
  extensionId?: string;
}

/**
 * Decides whether an extension may get a name that none has, in its collective and beside
 * all others. Must run in the transaction that makes it.
 *
 * @returns the extension it looks like, where that is for the operators to know and hinders nobody
 * @throws SvcError `invalid_name`, `name_reserved`, `name_too_close`, `name_held`
 */
export async function takeName(
  db: Db,
  { config }: Pick<Services, "config">,
  wanted: Wanted,
): Promise<Resembled | undefined> {
  const like = await resembling(db, config, wanted);
  if (like?.by === "edit") throw heldName(wanted.name, like);
  return like;
}

/**
 * The same before anything was uploaded: what is for the operators to decide is uploaded, and waits
 * for them then.
 *
 * @returns the extension it looks like
 * @throws SvcError `invalid_name`, `name_reserved`, `name_too_close`
 */
export async function likeOf(
  { db, config }: Pick<Services, "db" | "config">,
  wanted: Wanted,
): Promise<Resembled | undefined> {
  return await resembling(db, config, wanted);
}

/** Asks the operators about a name, unless they are asked already. */
export async function askAboutName(
  trx: Trx,
  { nameReports }: Pick<Services, "nameReports">,
  name: string,
  like: Resembled,
): Promise<void> {
  await nameReports.open(trx, {
    extensionId: like.id,
    name: like.name,
    text: questionAbout(name, like.name),
  });
}

/** What operators are asked about a name that waits for them. */
export function questionAbout(name: string, like: string): string {
  return `@${collectiveOf(name)} wants to publish ${name}, which people may take for ${like}. ` +
    "It waits until you allow or refuse it, on the operator's page.";
}

/**
 * Asks the operators whether an extension that there is may get a name, and refuses it until then.
 *
 * @throws SvcError as {@link takeName}
 */
export async function askForName(services: Services, wanted: Wanted): Promise<void> {
  const like = await resembling(services.db, services.config, wanted);
  if (like?.by !== "edit") return;
  await inTransaction(services.db, async (trx) => {
    await services.nameReports.open(trx, {
      extensionId: like.id,
      name: like.name,
      text: `@${collectiveOf(wanted.name)} wants the name ${wanted.name}, which people may take ` +
        `for ${like.name}. It was refused. To allow it: npm run admin -- names free ${wanted.name}`,
    });
  });
  throw heldName(wanted.name, like);
}

/** Tells the operators that an extension was published whose name looks like another one's. */
export async function reportName(
  trx: Trx,
  { nameReports }: Pick<Services, "nameReports">,
  published: { extensionId: string; name: string },
  { name: other }: Resembled,
): Promise<void> {
  const { name } = published;
  const text = `${name} was published, which people may take for ${other}.`;
  await nameReports.open(trx, { ...published, text });
}

async function resembling(
  db: Db,
  config: Services["config"],
  wanted: Wanted,
): Promise<Resembled | undefined> {
  const settled = await takeExtensionName(db, config, wanted);
  if (settled) return undefined;
  return await findResembling(db, config.firstParty, wanted);
}

/** The answer about a name that the operator decides about. */
export function heldName(name: string, { name: other }: Pick<Resembled, "name">): SvcError {
  return new SvcError(
    "name_held",
    `The name '${name}' waits for the operator of this registry: people may take it for '${other}'`,
    {
      hint:
        "They were asked. A version that was uploaded is published once they allow it. Or publish " +
        "it under another name, or say why this one is yours: " +
        `/claim?name=${encodeURIComponent(name)}`,
    },
  );
}
