import { z } from "npm:zod@4.4.3";
import {
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "npm:@aws-sdk/client-s3@3.1175.0";
import type { _Object } from "npm:@aws-sdk/client-s3@3.1175.0";

const GlobalArgs = z.object({
  bucket: z.string().min(3),
  region: z.string().default("us-east-1"),
  endpoint: z.url().optional().describe("A server that speaks S3"),
  pathStyle: z.boolean().default(true),
});
type GlobalArgs = z.infer<typeof GlobalArgs>;

interface ShelfContext {
  globalArgs: GlobalArgs;
  signal: AbortSignal;
  logger: { info(message: string, props?: Record<string, unknown>): void };
  writeResource(spec: string, name: string, data: unknown): Promise<unknown>;
  createFileWriter(
    spec: string,
    name: string,
    options?: { contentType?: string },
  ): { writeAll(bytes: Uint8Array): Promise<unknown> };
}

class Shelf {
  #client: S3Client;
  constructor(private readonly bucket: string, options: GlobalArgs) {
    this.#client = new S3Client({
      region: options.region,
      forcePathStyle: options.pathStyle,
      ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    });
  }

  async *objects(prefix: string): AsyncGenerator<_Object> {
    const pages = paginateListObjectsV2(
      { client: this.#client, pageSize: 100 },
      { Bucket: this.bucket, Prefix: prefix },
    );
    for await (const page of pages) yield* page.Contents ?? [];
  }

  async bytes(
    key: string,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; type: string }> {
    const got = await this.#client.send(
      new GetObjectCommand({ Bucket: this.bucket, Key: key }),
      { abortSignal: signal },
    );
    if (!got.Body) throw new Error(`${key} is empty`);
    return {
      bytes: await got.Body.transformToByteArray(),
      type: got.ContentType ?? "application/octet-stream",
    };
  }

  async put(key: string, text: string): Promise<string> {
    const put = await this.#client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: key,
        Body: text,
        ContentType: "text/plain; charset=utf-8",
      }),
    );
    return put.ETag?.replaceAll('"', "") ?? "";
  }
}

const openShelf = (context: ShelfContext) =>
  new Shelf(context.globalArgs.bucket, context.globalArgs);

/** A bucket as a shelf. */
export const model = {
  type: "@harbor/s3-shelf",
  version: "2026.06.30.1",
  globalArguments: GlobalArgs,
  resources: {
    object: {
      description: "An object of the bucket",
      schema: z.object({
        key: z.string(),
        size: z.number(),
        etag: z.string(),
        modifiedAt: z.string().nullable(),
      }),
      lifetime: "7d",
      garbageCollection: 5,
    },
    summary: {
      description: "How much there is",
      schema: z.object({ count: z.number(), bytes: z.number() }),
      lifetime: "infinite",
      garbageCollection: 50,
    },
  },
  files: {
    copy: {
      description: "A copy of an object",
      contentType: "application/octet-stream",
      lifetime: "30d",
      garbageCollection: 3,
    },
  },
  methods: {
    list: {
      description: "List the objects below a prefix",
      arguments: z.object({
        prefix: z.string().default(""),
        limit: z.number().int().positive().default(1000),
      }),
      execute: async (
        args: { prefix: string; limit: number },
        context: ShelfContext,
      ) => {
        const handles = [];
        let bytes = 0;
        for await (const found of openShelf(context).objects(args.prefix)) {
          if (handles.length >= args.limit) break;
          bytes += found.Size ?? 0;
          handles.push(
            await context.writeResource(
              "object",
              found.Key!.replaceAll("/", "_"),
              {
                key: found.Key!,
                size: found.Size ?? 0,
                etag: found.ETag?.replaceAll('"', "") ?? "",
                modifiedAt: found.LastModified?.toISOString() ?? null,
              },
            ),
          );
        }
        context.logger.info("{count} objects", { count: handles.length });
        handles.push(
          await context.writeResource("summary", "summary", {
            count: handles.length,
            bytes,
          }),
        );
        return { dataHandles: handles };
      },
    },
    fetch: {
      description: "Keep a copy of an object",
      arguments: z.object({ key: z.string() }),
      execute: async (args: { key: string }, context: ShelfContext) => {
        const { bytes, type } = await openShelf(context).bytes(
          args.key,
          context.signal,
        );
        const writer = context.createFileWriter(
          "copy",
          args.key.replaceAll("/", "_"),
          {
            contentType: type,
          },
        );
        return { dataHandles: [await writer.writeAll(bytes)] };
      },
    },
    put: {
      description: "Put a text under a key",
      arguments: z.object({ key: z.string(), text: z.string() }),
      execute: async (
        args: { key: string; text: string },
        context: ShelfContext,
      ) => {
        const etag = await openShelf(context).put(args.key, args.text);
        return { result: { key: args.key, etag } };
      },
    },
  },
};
