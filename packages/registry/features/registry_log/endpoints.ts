import { SvcError } from "@svc/core/error";
import { encodeEntries, parseTilePath, type Tile, TILE_WIDTH } from "@svc/log/tiles";
import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { tileReader, widthIn } from "./head.ts";
import type { ServedHead } from "./registry_log.ts";
import { logOf } from "./served.ts";
import type { Services } from "../../access/services.ts";

const TEXT = "text/plain; charset=utf-8";

const checkpoint = defineEndpoint({
  key: "log.checkpoint",
  response: z.string(),
  errors: ["log_disabled", "log_lost", "unavailable"],
  description:
    "The signed head of the registry's log, a c2sp.org/tlog-checkpoint. The log is laid " +
    "out as c2sp.org/tlog-tiles has it. Whoever checks it never accepts a head that the one before " +
    "does not lead to.",
  async handle({ services }) {
    const { note } = await logOf(services).served();
    return new Response(note, {
      headers: { "content-type": TEXT, "cache-control": "public, max-age=5" },
    });
  },
});

const key = defineEndpoint({
  key: "log.key",
  response: z.string(),
  errors: ["log_disabled", "log_lost", "unavailable"],
  description:
    "The keys that sign the log, a line each. A key that comes with what it signs proves " +
    "nothing: take it from your operator, or keep the one of your first sign-in.",
  async handle({ services }) {
    const lines = await logOf(services).vkeys();
    return new Response(lines.map((line) => `${line}\n`).join(""), {
      headers: { "content-type": TEXT, "cache-control": "public, max-age=300" },
    });
  },
});

/** A tile never changes: one that is not full has its width in its address. */
const IMMUTABLE = "public, max-age=31536000, immutable";

const TILE = z.string().max(100).describe(
  "`<level>/<number>`, or `entries/<number>` for a bundle of entries; `.p/<width>` behind it " +
    "for one that is not full. The number is written as in `x001/x234/067`",
);

const tile = defineEndpoint({
  key: "log.tile",
  params: z.object({ tile: TILE }),
  response: z.unknown(),
  errors: ["not_found", "log_disabled", "log_lost", "unavailable"],
  description:
    "Hashes of the log, or its entries. Bundles of entries are compressed where that is " +
    "accepted.",
  handle: ({ services, params, request }) =>
    sendTile(services, params.tile, request, () => logOf(services).served()),
});

const EPOCH = z.string().max(100).describe("Its number: 1 for the first log");

const epochCheckpoint = defineEndpoint({
  key: "log.epoch-checkpoint",
  params: z.object({ epoch: EPOCH }),
  response: z.string(),
  errors: ["not_found", "log_disabled", "log_lost", "unavailable"],
  description:
    "The head of one epoch: of one that another follows the last that the database has. The first " +
    "entry of the next says where it ended.",
  async handle({ services, params: { epoch } }) {
    const { note } = await headOf(services, epoch);
    return new Response(note, {
      headers: { "content-type": TEXT, "cache-control": "public, max-age=5" },
    });
  },
});

const epochTile = defineEndpoint({
  key: "log.epoch-tile",
  params: z.object({ epoch: EPOCH, tile: TILE }),
  response: z.unknown(),
  errors: ["not_found", "log_disabled", "log_lost", "unavailable"],
  description: "Hashes of one epoch of the log, or its entries, as far as the database has them.",
  handle: ({ services, params, request }) =>
    sendTile(services, params.tile, request, () => headOf(services, params.epoch)),
});

/** The head of an epoch: of the one of now that which may be seen. */
async function headOf(services: Services, number: string): Promise<ServedHead> {
  const now = await logOf(services).served();
  const epoch = Number(number);
  if (epoch === now.row.epoch) return now;
  const row = !/^[1-9]\d{0,8}$/.test(number)
    ? undefined
    : await services.db.selectFrom("log_head").selectAll().where("epoch", "=", epoch)
      .where("checkpoint", "!=", "").executeTakeFirst();
  if (row !== undefined) return { row, note: row.checkpoint };
  throw new SvcError("not_found", `Nothing is left of epoch ${number.slice(0, 60)} of the log`, {
    hint: `The log of now is ${now.row.origin}.`,
  });
}

async function sendTile(
  services: Services,
  path: string,
  request: Request,
  readHead: () => Promise<ServedHead>,
): Promise<Response> {
  logOf(services);
  // What no tree has costs nothing.
  const found = parseTilePath(`tile/${path}`);
  if (found === undefined) throw noSuchTile(path);
  const head = await readHead();
  const level = "level" in found ? found.level : 0;
  if (widthIn(head.row.size, level, found.index) < found.width) throw noSuchTile(path);
  return "level" in found
    ? sent(await tileReader(services.db, head.row.epoch)(found), {})
    : await sendEntries(services, head, found, request);
}

function noSuchTile(path: string): SvcError {
  return new SvcError("not_found", `The log has no tile ${path.slice(0, 60)}`, {
    hint: "Ask for those of a tree of the checkpoint's size (c2sp.org/tlog-tiles).",
  });
}

async function sendEntries(
  { db, responseCache: { compressor } }: Pick<Services, "db" | "responseCache">,
  { row: { epoch } }: ServedHead,
  { index, width }: Omit<Tile, "level">,
  request: Request,
): Promise<Response> {
  const first = index * TILE_WIDTH;
  const rows = await db.selectFrom("log_leaf").select("entry").where("epoch", "=", epoch)
    .where("idx", ">=", first).where("idx", "<", first + width).orderBy("idx").execute();
  if (rows.length !== width) throw new Error(`the log lacks entries of bundle ${index}`);
  const encoder = new TextEncoder();
  const bytes = encodeEntries(rows.map(({ entry }) => encoder.encode(entry)));
  const vary = { vary: "accept-encoding" };
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return sent(bytes, vary);
  const short = await compressor.compress(bytes, "gzip");
  return typeof short === "string"
    ? sent(bytes, vary)
    : sent(short, { ...vary, "content-encoding": "gzip" });
}

function sent(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  return new Response(bytes, {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": IMMUTABLE,
      ...headers,
    },
  });
}

/** The log for everybody: head, keys, tiles, and what is left of the logs before it. */
export const LOG_ENDPOINTS: readonly Endpoint[] = [
  checkpoint,
  key,
  tile,
  epochCheckpoint,
  epochTile,
];
