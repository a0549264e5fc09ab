import {
  type DatastoreConfiguration,
  setupDatastore,
  type SyncResult,
} from "@svc/runtime/datastores";
import type { Repository } from "@svc/runtime/repository";
import { interruption } from "../behavior/interruption.ts";
import { type Context, flag, type OptionSpec } from "../frame/command.ts";
import { answersOf, type GivenOptions } from "../permission/allow.ts";
import { placeOf, placeText, syncLines } from "./result.ts";
import { TIMEOUT, useOptions } from "./use.ts";

/** What both ways to set up a datastore take. */
export const SETUP_OPTIONS = {
  timeout: TIMEOUT,
  force: flag(
    "Continue even if the current datastore cannot be reached; data that only it has stays there",
    { short: "f" },
  ),
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** What setting up did (runtime reference 6.2). */
export interface SetupResult extends SyncResult {
  type: string;
  path?: string;
  /** The datastore before it; absent when there was none. */
  before?: { type: string; path?: string };
  /** False when `.svc.yaml` named it already. */
  markerChanged: boolean;
}

/** Sets up a datastore for the command that names it. */
export async function setUp(
  context: Pick<Context, "host" | "json" | "note" | "progress" | "warn"> & {
    options: {
      readonly timeout: string | undefined;
      readonly force: boolean;
    } & Partial<GivenOptions>;
  },
  repository: Repository,
  written: DatastoreConfiguration,
): Promise<SetupResult> {
  const { options, host } = context;
  using interrupted = interruption(context.note, "the setup");
  const use = await useOptions(context, {
    signal: interrupted.signal,
    timeout: options.timeout,
    ...(options.allow === undefined ? {} : { answers: await answersOf(options as GivenOptions) }),
  });
  const { datastore, before, sync, markerChanged } = await setupDatastore(repository, written, {
    ...use,
    force: options.force,
  });
  if (host.env("SVC_DATASTORE")) {
    context.warn("SVC_DATASTORE is set and wins over .svc.yaml: unset it to use this datastore");
  }
  return {
    ...placeOf(datastore.configuration),
    ...(before === undefined ? {} : { before: placeOf(before) }),
    markerChanged,
    ...sync,
  };
}

/** The result for people. */
export function setupText(result: SetupResult): string {
  const { before, markerChanged } = result;
  return [
    `Data is shared through ${placeText(result)}${
      before === undefined ? "" : `, no longer through ${placeText(before)}`
    }.`,
    ...syncLines(result),
    markerChanged
      ? "Commit .svc.yaml, so that the others are asked to join."
      : ".svc.yaml named it already; you have joined.",
  ].join("\n");
}
