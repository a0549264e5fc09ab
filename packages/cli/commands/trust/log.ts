import { connect } from "../../client/connect.ts";
import { defineCommand, flag, text } from "../../frame/command.ts";
import { counted } from "../../frame/counted.ts";
import { columns } from "../../frame/columns.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import type { Epoch } from "../../log/accept.ts";
import { logRules, policyPlace } from "../../log/rules.ts";
import {
  type KnownLog,
  readKnownLog,
  readKnownLogs,
  replaceKnownLog,
} from "../../log/known_logs.ts";

/** What is known of one registry's log. */
interface Shown {
  serverUrl: string;
  origin: string;
  keys: string[];
  /** Entries of its last head; null when only a key is pinned. */
  size: number | null;
  /** Over these entries, in base64. */
  root: string | null;
  /** When that head was taken. */
  at: string | null;
}

interface Result {
  logs: Shown[];
  /** Present with --accept and --full, for a log that follows another one: those before it, the latest first. */
  epochs?: Epoch[];
  /** Present with --full: how many entries were checked. */
  checked?: number;
  /** Present with --forget. */
  forgotten?: string;
}

export default defineCommand({
  description: [
    "Shows the last head that was seen of each registry's log, and its pinned keys. Compare size and root",
    "with others who use the registry: the same size has the same root for everybody.",
    "--accept pins a key that the operator gave you, such as that of a log that follows another one after a",
    "restored backup. --full checks every entry and tile of the log of the registry in use, and pins new",
    "keys that the log itself tells of. Both check what can be read of the logs before. --forget gives up",
    "what is known of it, when it keeps no log any more.",
  ].join("\n"),
  examples: {
    "svc trust log": "the heads that are kept",
    "svc trust log --full": "check the whole log of the registry in use",
    "svc trust log --accept registry.example.org/log+1a2b3c4d+AbCd…": "pin a key",
  },
  options: {
    accept: text("<vkey>", "Pin this key of the registry's log"),
    full: flag("Check every entry and tile of the registry's log"),
    forget: flag("Forget head and keys of the registry's log"),
    "repo-dir": REPO_DIR,
  },
  lists: ".logs[]",
  credential: "optional",
  async run(context): Promise<Result> {
    const { host, options: { accept, full, forget }, progress } = context;
    if ([accept !== undefined, full, forget].filter(Boolean).length > 1) {
      throw usage("--accept, --full and --forget cannot be used together");
    }
    const listed = async () => (await readKnownLogs(host)).map(shown);
    if (accept === undefined && !full && !forget) return { logs: await listed() };
    const { caller } = await connect(context);
    const verifying = { host, warn: context.warn, rules: await logRules(policyPlace(host)) };
    if (accept !== undefined) {
      const { acceptKey } = await import("../../log/accept.ts");
      const { epochs } = await acceptKey(verifying, caller, accept);
      return { logs: await listed(), ...ifAny(epochs) };
    }
    if (forget) {
      const kept = await readKnownLog(host, caller.serverUrl);
      if (kept !== undefined) await replaceKnownLog(host, caller.serverUrl, kept, undefined);
      return { logs: await listed(), forgotten: caller.serverUrl };
    }
    const { currentHead } = await import("../../log/verify.ts");
    const { readWholeLog } = await import("../../log/monitor.ts");
    const { followed, pinAnnounced } = await import("../../log/accept.ts");
    return await progress.phase("Checking the log", async () => {
      const head = await currentHead(verifying, caller);
      const { entries, first: said, keys } = await readWholeLog(caller, head);
      await pinAnnounced(host, caller, keys);
      const epochs = await followed(verifying, caller, {
        note: head.note,
        said,
        kept: undefined,
        read: async (...before) => (await readWholeLog(...before)).first,
      });
      return { logs: await listed(), checked: entries, ...ifAny(epochs) };
    });
  },
  text({ logs, epochs = [], checked, forgotten }) {
    const lines = columns(
      logs.map(({ serverUrl, size, root, at }) => [
        serverUrl,
        size === null ? "no head yet" : counted(size, "entry", "entries"),
        root ?? "",
        at?.slice(0, 10) ?? "",
      ]),
    );
    return [
      ...(lines.length === 0 && forgotten === undefined
        ? ["No log of a registry has been seen yet."]
        : lines),
      ...logs.flatMap(({ keys }) => keys.map((key) => `key ${key}`)),
      ...epochs.map(epochText),
      ...(checked === undefined ? [] : [`All ${checked} entries are what the signed head says.`]),
      ...(forgotten === undefined ? [] : [`Forgot the log of ${forgotten}.`]),
    ].join("\n");
  },
});

const ifAny = (epochs: Epoch[]) => epochs.length === 0 ? {} : { epochs };

function shown({ serverUrl, origin, keys, head }: KnownLog): Shown {
  return {
    serverUrl,
    origin,
    keys,
    size: head?.size ?? null,
    root: head?.root ?? null,
    at: head?.at ?? null,
  };
}

function epochText(
  { previous, size, reason, missing, readable }: Epoch,
  place: number,
): string {
  return `${
    place === 0 ? "It" : "That one"
  } follows ${previous}, which had ${size} entries: ${reason}. ` +
    (readable < size
      ? `${readable} of them can be read.`
      : "All of them can be read, and lead there.") +
    (missing > 0 ? ` ${missing} entries that you saw there are missing.` : "");
}
