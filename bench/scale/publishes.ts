import type { Services } from "../../packages/registry/access/services.ts";
import { createApp } from "../../packages/registry/app.ts";
import { packageOf } from "../../packages/registry/testing/extensions/package.ts";
import { costOf } from "./cost.ts";
import type { Figures } from "./figures.ts";

const PUBLICATIONS = 40;

/**
 * Announces, uploads and confirms with an analyst that knows the facts already: what a publication
 * costs beside its analysis, which does not depend on how many extensions there are.
 */
export async function measurePublishes(
  figures: Figures,
  size: number,
  services: Services,
  key: string,
  postgres: number | undefined,
): Promise<void> {
  const first = Date.now();
  const app = createApp(knowing(services));
  const send = async (method: string, path: string, body: Uint8Array<ArrayBuffer> | object) => {
    const json = !(body instanceof Uint8Array);
    const response = await app.request(new URL(path, services.config.baseUrl).href, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json ? { "content-type": "application/json" } : {}),
      },
      body: json ? JSON.stringify(body) : body,
    }, { remoteAddress: "127.0.0.1" });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const publish = async (n: number) => {
    const of = { name: `@bench/new-${first}-${n}`, version: "2026.01.02.1" };
    const bytes = await packageOf(of);
    const { uploadUrl } = await send("POST", "/api/v1/extensions/push", of);
    const { pathname, search } = new URL(uploadUrl);
    await send("PUT", pathname + search, bytes);
    await send("POST", "/api/v1/extensions/confirm", of);
  };
  await publish(0);
  const alone = await costOf(postgres, async () => {
    for (let n = 1; n <= PUBLICATIONS; n++) await publish(n);
  });
  figures.note(size, "publication without analysis", "ms", alone.processor / PUBLICATIONS);
  let next = PUBLICATIONS;
  const together = await costOf(postgres, async () => {
    await Promise.all(Array.from({ length: 8 }, async () => {
      for (let n = 0; n < PUBLICATIONS / 8; n++) await publish(++next);
    }));
  });
  figures.note(size, "the same, 8 at a time", "ms", together.processor / PUBLICATIONS);
}

/** The services with an analyst that reads an archive, and says of its facts what it said first. */
function knowing(services: Services): Services {
  let facts: Promise<never> | undefined;
  const { analyst } = services;
  return {
    ...services,
    analyst: {
      close: () => analyst.close(),
      async open(path, announced) {
        if (facts !== undefined) {
          const { openArchive } = await import(
            "../../packages/registry/features/extensions/analysis/submission.ts"
          );
          return {
            submission: (await openArchive(await Deno.readFile(path), announced)).submission,
            provenance: undefined,
            facts: await facts as never,
          };
        }
        const opened = await analyst.open(path, announced);
        facts = opened.facts as Promise<never>;
        return opened;
      },
    },
  };
}
