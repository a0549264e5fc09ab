import { messageOf, SvcError } from "@svc/core/error";
import type { PublishToken } from "@svc/core/wire";
import { interruptionBy } from "../behavior/interruption.ts";
import type { Caller } from "../client/caller.ts";
import type { Context } from "../frame/command.ts";
import { type IdentityToken, identityToken } from "./identity_token.ts";
import type { CiJob } from "./provider.ts";
import { explained } from "./refusal.ts";
import { endKey, exchange } from "./registry.ts";

/** Who publishes what. */
export interface Publishing {
  /** Of the registry, with its device id; its bearer is not used. */
  caller: Caller;
  job: CiJob;
  /** What the registry wants a token to name, as `audienceOf` says. */
  audience: string;
  identity: IdentityToken;
  /** The whole name of the extension. */
  extension: string;
  /** What is done with it; undefined where any will do. */
  action: PublishToken["actions"][number] | undefined;
}

type Telling = Pick<Context, "host" | "note" | "warn" | "progress">;

/** Gets the job's identity token, as `identityToken` does; it is shown in no log of GitHub. */
export async function askIdentity(
  context: Telling,
  { job, audience }: Pick<Publishing, "job" | "audience">,
): Promise<IdentityToken> {
  const identity = await context.progress.phase(
    `Asking ${job.provider.title} for an identity token`,
    () => identityToken(context.host, job, audience),
  );
  mask(context, identity.token);
  return identity;
}

/** What CI sends when a job is cancelled, and a person at a terminal. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Publishes with a key of fifteen minutes that the job's identity token is exchanged for. The key is
 * ended afterwards, also when `publish` fails or is interrupted. Neither is written anywhere; GitHub
 * is told to mask both in its log.
 *
 * @param publish with the key as bearer and what it is for, until the signal aborts
 * @throws SvcError what the registry refuses, and what `publish` throws
 */
export async function withPublishKey<T>(
  context: Telling,
  { caller, job, audience, identity, extension, action }: Publishing,
  publish: (caller: Caller, signal: AbortSignal, granted: PublishToken) => Promise<T>,
): Promise<T> {
  // From here on an interruption waits until the key is ended.
  using interruption = interruptionBy({
    signals: SIGNALS,
    first: () => context.note("Stopping; the key of this job is ended first."),
  });
  const refused = { job, identity, audience, extension };
  const granted = await exchange(caller, identity.token).catch((error) => {
    throw explained(error, refused);
  });
  mask(context, granted.token);
  const keyed = { ...caller, bearer: granted.token };
  try {
    interruption.signal.throwIfAborted();
    assertMay(granted, extension, action);
    return await publish(keyed, interruption.signal, granted);
  } catch (error) {
    if (interruption.signal.aborted) throw interrupted();
    throw explained(error, refused);
  } finally {
    await ended(context, keyed, granted);
  }
}

function assertMay(
  { extensions, actions }: PublishToken,
  extension: string,
  action: Publishing["action"],
): void {
  if (!extensions.includes(extension)) {
    throw new SvcError(
      "no_publisher",
      `This job may publish ${extensions.join(", ") || "nothing"}, and not ${extension}`,
    );
  }
  if (action === undefined || actions.includes(action)) return;
  throw new SvcError(
    "forbidden",
    `This job may only ${actions.join(" and ")} versions of ${extension}, not ${action} them`,
    {
      hint: `${
        actions.includes("stage") ? "Stage it for people to approve: svc extension stage. " : ""
      }'svc publisher list' shows members what each publisher may do.`,
    },
  );
}

/** A key that could not be ended ends by itself: no reason to fail what is published. */
async function ended(
  { warn, progress }: Pick<Context, "warn" | "progress">,
  caller: Caller,
  { expiresAt }: PublishToken,
): Promise<void> {
  try {
    await progress.phase("Ending the key", () => endKey(caller));
  } catch (error) {
    // One that the registry does not know any more has ended.
    if (error instanceof SvcError && error.status === 401) return;
    warn(`The key of this job could not be ended, and ends at ${expiresAt}: ${messageOf(error)}`);
  }
}

/** GitHub takes this line for itself and shows it without the text, whatever prints it later. */
function mask({ host, progress }: Pick<Context, "host" | "progress">, secret: string): void {
  if (host.env("GITHUB_ACTIONS") !== "true") return;
  progress.clear();
  host.stderr(`::add-mask::${secret}\n`);
}

function interrupted(): SvcError {
  return new SvcError("cancelled", "Interrupted while publishing", {
    hint:
      "Run it again: a version is published wholly or not at all, and pushing the same is safe.",
  });
}
