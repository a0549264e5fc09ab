import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { visibleLine } from "@svc/core/text";
import { createRedactor } from "../sandbox/redaction/redactor.ts";
import { ownPath } from "../repository/links.ts";
import type { Repository } from "../repository/repository.ts";
import { failed, type OpenDatastore, valueIn, valueOf } from "./datastore_call.ts";
import type {
  DatastoreHealth,
  DatastoreProvider,
  SyncService,
  TransferOptions,
} from "./datastore_provider.ts";
import { lockOf } from "./lock.ts";
import { marksOf } from "./marks.ts";
import { openProvider } from "./open.ts";
import type { OpenOptions } from "./subject.ts";

/** What of a datastore's configuration opens it. */
interface DatastoreToOpen {
  /** Of an extension. */
  type: string;
  config: Record<string, unknown>;
  /** The configuration as its file has it, where that holds expressions. */
  written?: Record<string, unknown>;
  /** What the expressions gave: shown nowhere. */
  secrets?: readonly string[];
}

/** How a datastore is opened. */
interface OpenDatastoreOptions extends OpenOptions {
  /** The folder below `.svc/datastore` that it may read and write; absolute. Made when missing. */
  exchange: string;
}

/** How long the process of a datastore may live; the next call starts another one. */
const LIFE_MS = 48 * 3_600_000;

/** Milliseconds of one direction of a sync that nobody else bounds. */
const SYNC_MS = 300_000;

/** Milliseconds of one direction of a sync, at most. */
const LONGEST_SYNC_MS = 6 * 3_600_000;

/**
 * Opens a datastore of an extension, in a sandbox that holds it to what its user agreed to and to the
 * exchange folder. Its process ends when the datastore is disposed, and with svc. What it says of
 * folders of its own is not asked: svc decides where data lies.
 *
 * @throws SvcError `unknown_type`, `consent_required`, `consent_mismatch`; `invalid_argument` for its
 *   configuration; `vault_required` for a secret in it; `permission_denied`; `conflict` for a symbolic
 *   link in the place of the exchange folder; `datastore_failed` when it cannot be opened; `timeout`,
 *   `cancelled`
 */
export async function openDatastoreProvider(
  repository: Repository,
  { type, config, written, secrets = [] }: DatastoreToOpen,
  options: OpenDatastoreOptions,
): Promise<DatastoreProvider> {
  const about = { kind: "datastore" as const, type, name: "", file: ".svc.yaml" };
  const subject = { ...about, config, written, secrets };
  const redactor = createRedactor(secrets);
  const exchange = await exchangeFolder(repository, options.exchange);
  const opened = await openProvider(repository, subject, options, {
    redactor,
    lifeMs: LIFE_MS,
    exchange,
    onLog: options.onLog,
  }).catch((error) => {
    // Also of what was wrong before it ran: a schema's words may hold the value.
    throw redactor.error(error);
  });
  const { session, provider, limits, members } = opened;
  const datastore: OpenDatastore = { session, provider, exchange, config, limits, redactor };
  return {
    ...datastoreOf(datastore, members.includes("createSyncService")),
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}

/**
 * The exchange folder, once no part of it is a link: what may be written there is decided by its path.
 */
async function exchangeFolder({ root, state }: Repository, folder: string): Promise<string> {
  if (!folder.startsWith(`${state}/datastore/`) || folder.split("/").includes("..")) {
    throw new SvcError("internal", `${folder} is not an exchange folder of a datastore`);
  }
  const path = ownPath(root, folder.slice(root.length + 1));
  await Deno.mkdir(path, { recursive: true });
  return path;
}

function datastoreOf(datastore: OpenDatastore, canSync: boolean): Omit<DatastoreProvider, symbol> {
  const { exchange } = datastore;
  return {
    lock: (key, options = {}) => lockOf(datastore, key, options),
    async verify(options = {}) {
      const task = { task: "The check of the datastore", signal: options.signal };
      return healthOf(datastore, await valueOf(datastore, { op: "verify" }, task));
    },
    sync(folder) {
      if (folder !== exchange) {
        throw new SvcError(
          "internal",
          `The datastore was opened for another folder than ${folder}`,
        );
      }
      if (!canSync) throw failed(datastore, "it has no createSyncService, so it cannot sync data");
      return syncOf(datastore);
    },
  };
}

function syncOf(datastore: OpenDatastore): SyncService {
  const { exchange: folder, session } = datastore;
  const marks = marksOf(datastore);
  const bring = async (
    op: "pullChanged" | "pushChanged",
    { signal, only }: TransferOptions = {},
  ) => {
    const way = op === "pullChanged" ? "from" : "to";
    const question = { op, folder, ...(only === undefined ? {} : { only }) };
    const options = {
      task: `Bringing data ${way} the datastore`,
      timeLimitMs: syncLimit(datastore, signal),
      graceMs: datastore.limits.graceMs,
      signal,
      live: true,
    };
    const count = op === "pullChanged"
      ? await valueOf(datastore, question, options)
      : await marks.whileTold((told) =>
        session.ask(question, options, async (outcome) =>
          told(outcome.process) ? { value: await valueIn(datastore, op, outcome) } : undefined)
      );
    return typeof count === "number" && Number.isSafeInteger(count) && count >= 0
      ? count
      : undefined;
  };
  return {
    pullChanged: (options) => bring("pullChanged", options),
    pushChanged: (options) => bring("pushChanged", options),
    markDirty: marks.mark,
  };
}

/** Who gives a signal bounds the sync by it. */
function syncLimit({ config }: OpenDatastore, signal: AbortSignal | undefined): number {
  const own = config["syncTimeoutMs"];
  if (typeof own === "number" && own >= 1000) return Math.min(own, LONGEST_SYNC_MS);
  return signal === undefined ? SYNC_MS : LONGEST_SYNC_MS;
}

function healthOf(datastore: OpenDatastore, value: unknown): DatastoreHealth {
  if (!isRecord(value)) throw failed(datastore, "its verifier gave no health");
  const { healthy, message = "", latencyMs = 0 } = value;
  if (typeof healthy !== "boolean" || typeof message !== "string") {
    throw failed(datastore, "its verifier gave no health");
  }
  const words = visibleLine(datastore.redactor.text(message.slice(0, 2000)));
  if (!healthy) {
    // What keeps it from working may be a permission, however its verifier tells it.
    const told = failed(datastore, words);
    if (told.code === "permission_denied") throw told;
  }
  return {
    healthy,
    message: words,
    latencyMs: typeof latencyMs === "number" && latencyMs >= 0 ? Math.round(latencyMs) : 0,
  };
}
