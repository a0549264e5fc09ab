import {
  bucketUrl,
  makeBucket,
  type S3Backend,
  type S3Front,
  type S3Relay,
  startFront,
  startRelay,
} from "@svc/fakes/s3";
import type { S3Credentials } from "../credentials/source.ts";
import { S3_MANNERS, type S3Manners } from "../manners.ts";
import type { MarkStore } from "../../log_mark.ts";
import { type ArchiveStore } from "../../testing/conformance.ts";
import { openS3 } from "../open.ts";
import { readS3Url, type S3Target } from "../target.ts";

/** A server program with what does wrong in front of it, and stores over it. */
export interface S3World extends AsyncDisposable {
  backend: S3Backend;
  front: S3Front;
  /** Stands before the front. */
  relay: S3Relay;
  /** `SVC_BLOBS_URL` of a bucket; made for the world unless named. */
  urlOf(options?: { bucket?: string; secret?: string; endpoint?: string }): string;
  target(
    options?: { bucket?: string; secret?: string; endpoint?: string },
  ): S3Target & { credentials: S3Credentials };
  /** A store whose pauses are over at once. */
  store(options?: {
    target?: S3Target;
    proxied?: boolean;
    manners?: Partial<S3Manners>;
  }): ArchiveStore & { mark: MarkStore };
  /** Pauses that were asked for, in milliseconds. */
  pauses: number[];
  /** Where uploads are laid out. */
  scratch: string;
}

/** Makes a bucket on a server that runs. The server stays when the world is disposed. */
export async function s3World(backend: S3Backend): Promise<S3World> {
  const bucket = `archives-${crypto.randomUUID().slice(0, 8)}`;
  await makeBucket(backend, bucket);
  const front = startFront(backend);
  const relay = startRelay(front.url);
  const scratch = await Deno.makeTempDir({ prefix: "svc-s3-" });
  const world: S3World = {
    backend,
    front,
    relay,
    scratch,
    pauses: [],
    urlOf(options = {}) {
      const url = options.endpoint ?? relay.url;
      const secretAccessKey = options.secret ?? backend.secretAccessKey;
      const place = `${options.bucket ?? bucket}/team/svc`;
      return bucketUrl({ ...backend, url, secretAccessKey }, place);
    },
    target(options) {
      const read = readS3Url(world.urlOf(options), {});
      if ("problem" in read) throw new Error(read.problem);
      const { credentials, ...place } = read.target;
      if ("source" in credentials) throw new Error("the URL has a key");
      return { ...place, credentials };
    },
    store: ({ target = world.target(), proxied = false, manners = {} } = {}) =>
      openS3({
        target,
        proxied,
        scratch,
        manners: {
          ...S3_MANNERS,
          // A busy machine is no fault.
          answerMs: 60_000,
          budgetMs: 600_000,
          pause: (ms) => Promise.resolve(void world.pauses.push(ms)),
          ...manners,
        },
      }),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
      await Deno.remove(scratch, { recursive: true });
    },
  };
  return world;
}
