import { equal, throws } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { parseAge, parseDuration } from "./duration.ts";

const DURATIONS: Record<string, number> = {
  "90": 90_000,
  "1.5": 1500,
  "30s": 30_000,
  " 5m ": 300_000,
  "1h": 3_600_000,
  "2d": 172_800_000,
  "2147483.647": 2 ** 31 - 1,
};
for (const [text, milliseconds] of Object.entries(DURATIONS)) {
  Deno.test(`the duration ${JSON.stringify(text)} is ${milliseconds} ms`, () => {
    equal(parseDuration(text), milliseconds);
  });
}

for (
  const text of ["", "0", "0s", "-1", "5 m", "1w", "Infinity", "1e3", "25d", "m", "2147483.648"]
) {
  Deno.test(`${JSON.stringify(text)} is not a duration a timer can hold, and the flag is named`, () => {
    throws(() => parseDuration(text, "--limit"), refusal("invalid_argument", /--limit/));
  });
}

Deno.test("an age is written in hours, days or weeks, and 0 is none", () => {
  const day = 86_400_000;
  const ages = { "0": 0, "12h": day / 2, " 7d ": 7 * day, "2w": 14 * day, "0d": 0 };
  for (const [text, milliseconds] of Object.entries(ages)) {
    equal(parseAge(text, "--min-age"), milliseconds, text);
  }
  for (const text of ["", "7", "-1d", "1.5d", "7 d", "1y", "d", "99999w", "1e3d"]) {
    throws(() => parseAge(text, "--min-age"), refusal("invalid_argument", /--min-age/), text);
  }
});
