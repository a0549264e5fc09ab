import type { ProviderFetch } from "./fetch.ts";

/** What the provider said: its status and the object in its body, empty for anything else. */
export interface Said {
  status: number;
  ok: boolean;
  body: Readonly<Record<string, unknown>>;
}

/** Asks the provider with JSON and reads its JSON answer. */
export async function askJson(
  fetch: ProviderFetch,
  url: string,
  { method = "POST", bearer, body }: { method?: string; bearer?: string; body?: unknown } = {},
): Promise<Said> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const found = await response.json().catch(() => undefined) as unknown;
  const isObject = typeof found === "object" && found !== null && !Array.isArray(found);
  return {
    status: response.status,
    ok: response.ok,
    body: isObject ? found as Record<string, unknown> : {},
  };
}

/** A text of an answer, cut to what a message may show of a stranger's words; undefined for no text. */
export function saidText(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return value.replaceAll(/[\p{C}\s]+/gu, " ").slice(0, 200);
}
