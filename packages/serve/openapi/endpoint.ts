import { lazily } from "@svc/core/module";
import { defineEndpoint, type Endpoint, type Serving } from "../http/endpoint.ts";

/** The endpoint that describes `endpoints`, itself among them. */
export function openapiEndpoint(endpoints: () => readonly Endpoint[]): Endpoint {
  const texts = new WeakMap<Serving, Promise<string>>();
  return defineEndpoint({
    key: "service.openapi",
    async handle({ serving }) {
      const text = texts.get(serving) ?? textOf(serving, endpoints());
      texts.set(serving, text);
      return new Response(await text, {
        headers: { "content-type": "application/json", "cache-control": "no-cache" },
      });
    },
  });
}

async function textOf(
  { publicUrl, version }: Serving,
  endpoints: readonly Endpoint[],
): Promise<string> {
  const { describe } = await lazily<typeof import("./document.ts")>(
    import.meta,
    "./document.ts",
  );
  return JSON.stringify(describe(endpoints, publicUrl, version));
}
