import { z } from "npm:zod@4";
import { Jimp } from "npm:jimp@1.6.1";
import { Buffer } from "node:buffer";

const PictureSchema = z.object({
  source: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});

type Context = {
  globalArgs: { folder: string; background: string };
  logger: { info: (message: string, props?: Record<string, unknown>) => void };
  writeResource: (
    spec: string,
    name: string,
    data: unknown,
  ) => Promise<unknown>;
  createFileWriter: (
    spec: string,
    name: string,
    options?: { contentType?: string },
  ) => { writeAll: (bytes: Uint8Array) => Promise<unknown> };
};

async function keep(
  context: Context,
  source: string,
  // deno-lint-ignore no-explicit-any
  image: any,
  name: string,
) {
  const png: Uint8Array = await image.getBuffer("image/png");
  const writer = context.createFileWriter("thumbnail", `${name}.png`, {
    contentType: "image/png",
  });
  const file = await writer.writeAll(new Uint8Array(png));
  const picture = await context.writeResource("picture", name, {
    source,
    width: image.bitmap.width,
    height: image.bitmap.height,
    bytes: png.length,
  });
  return { dataHandles: [file, picture] };
}

/** Thumbnails. */
export const model = {
  type: "@fieldnotes/thumbnails",
  version: "2026.02.27.1",
  globalArguments: z.object({
    folder: z.string().default("."),
    background: z.string().default("#ffffff"),
  }),
  resources: {
    picture: {
      description: "What was made",
      schema: PictureSchema,
      lifetime: "30d",
      garbageCollection: 5,
    },
  },
  files: {
    thumbnail: {
      description: "The small picture",
      contentType: "image/png",
      lifetime: "30d",
      garbageCollection: 5,
    },
  },
  methods: {
    make: {
      description: "Make a thumbnail of a picture in the folder",
      arguments: z.object({
        file: z.string(),
        width: z.number().int().min(8).max(1024).default(128),
      }),
      execute: async (
        args: { file: string; width: number },
        context: Context,
      ) => {
        const bytes = await Deno.readFile(
          `${context.globalArgs.folder}/${args.file}`,
        );
        const image = await Jimp.read(Buffer.from(bytes));
        image.resize({ w: args.width });
        context.logger.info("Made {file} {width} wide", args);
        return await keep(
          context,
          args.file,
          image,
          args.file.replace(/\.[a-z]+$/i, ""),
        );
      },
    },
    swatch: {
      description: "A picture of one colour",
      arguments: z.object({
        color: z.string().regex(/^#[0-9a-fA-F]{6}$/).optional(),
      }),
      execute: async (args: { color?: string }, context: Context) => {
        const color = args.color ?? context.globalArgs.background;
        const image = new Jimp({
          width: 16,
          height: 16,
          color: parseInt(`${color.slice(1)}ff`, 16),
        });
        return await keep(context, color, image, `swatch-${color.slice(1)}`);
      },
    },
  },
};
