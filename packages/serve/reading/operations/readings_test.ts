import { READINGS, type Readings } from "./readings.ts";

Deno.test("a reading that answers or takes another type than its operation is a type error", () => {
  ({
    ...READINGS,
    // @ts-expect-error `lines` is a list.
    "behaviors.logs": async () => await Promise.resolve({ path: "a", lines: "b", lineCount: 1 }),
    // @ts-expect-error `total` is missing.
    "data.query": async () => await Promise.resolve({ results: [], limited: false }),
    // @ts-expect-error `limit` is a number.
    "data.list": (repository, { limit }: { limit: string }) =>
      READINGS["data.list"](repository, { limit: Number(limit) }),
  }) satisfies Readings;
});
