import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { deleteVersions, emptyRepository, OWNER, version } from "../../testing/stored.ts";
import { itemFolder, versionsIn } from "./folder.ts";
import type { Written } from "./item.ts";
import {
  inOrder,
  ORDER_FILE,
  orderText,
  overtakenIn,
  type Placed,
  windowsOf,
  writtenAfter,
  writtenOf,
} from "./order.ts";
import { writeVersions } from "./write.ts";

const HOUR = 3_600_000;

/** A version by its number, with the minute at which it was written. */
function placed(
  number: number,
  minute: number,
  { by = "ada", id = `${number}`, tags = {} }: {
    by?: string | undefined;
    id?: string;
    tags?: Record<string, string>;
  } = {},
): Placed {
  const at = `2026-01-02T03:${String(minute).padStart(2, "0")}:00`;
  const written = { at: `${at}.000000Z`, by };
  return {
    id,
    version: number,
    createdAt: `${at}.000Z`,
    tags,
    ...(by === "" ? {} : { written }),
  };
}

const old = (number: number, minute: number) => placed(number, minute, { by: "" });
const oldRenumbered = (number: number, minute: number) =>
  placed(number, minute, { by: "", tags: { renumberedFrom: "1" } });

const ORDERS: Record<string, [versions: Placed[], order: number[]]> = {
  "the time of writing decides, whatever the number": [
    [placed(1, 1), placed(2, 9), placed(3, 5)],
    [1, 3, 2],
  ],
  "of one time the machine decides": [
    [placed(1, 1, { by: "bob" }), placed(2, 1, { by: "ada" })],
    [2, 1],
  ],
  "of one time and machine name the id decides": [
    [placed(1, 1, { id: "b" }), placed(2, 1, { id: "a" })],
    [2, 1],
  ],
  "versions of an earlier release stay in the order of their numbers": [
    [old(1, 9), old(2, 3), old(3, 5)],
    [1, 2, 3],
  ],
  "one of an earlier release that a merge renumbered counts from when it was created": [
    [old(1, 1), old(2, 9), oldRenumbered(3, 5)],
    [1, 3, 2],
  ],
  "one of an earlier release is later than what was there when it was written": [
    [placed(1, 9), old(2, 3), placed(3, 10)],
    [1, 2, 3],
  ],
  "one of an earlier release that a merge renumbered is older than what was written since": [
    [placed(1, 1), placed(2, 9), oldRenumbered(3, 5)],
    [1, 3, 2],
  ],
};

for (const [rule, [versions, order]] of Object.entries(ORDERS)) {
  Deno.test(`order of versions: ${rule}`, () => {
    deepEqual(inOrder(versions).map(({ version }) => version), order);
  });
}

Deno.test("a version is written after the newest one that is there, however wrong the clock is", () => {
  const { now } = Date;
  try {
    let last: Written | undefined;
    for (const wrong of [0, HOUR, HOUR, -HOUR, 0, -HOUR]) {
      Date.now = () => Date.parse("2026-01-02T03:59:59.999Z") + wrong;
      const written: Written = writtenAfter(last?.at);
      ok(last === undefined || written.at > last.at, `${written.at} after ${last?.at}`);
      deepEqual(writtenOf({ written }), written);
      last = written;
    }
    equal(
      writtenAfter("2026-01-02T05:59:59.999999Z").at,
      "2026-01-02T06:00:00.000000Z",
    );
  } finally {
    Date.now = now;
  }
});

Deno.test("what is not a time of svc's is none", () => {
  const sound = { at: "2026-01-02T03:04:05.000000Z", by: "ada" };
  deepEqual(writtenOf({ written: sound }), sound);
  for (
    const [at, by] of [
      ["2026-01-02T03:04:05.000Z", "ada"],
      ["9999-01-02T03:04:05.000000Z", "ada"],
      ["2026-13-02T03:04:05.000000Z", "ada"],
      ["2026-01-02T03:04:05.000000Z", "a\x1b[0mda"],
      ["2026-01-02T03:04:05.000000Z", "a".repeat(256)],
      [1, "ada"],
    ] as [string, string][]
  ) equal(writtenOf({ written: { at, by } }), undefined, `${at} ${by}`);
});

Deno.test("versions outside of the windows are in order by their numbers, and windows are no larger than needed", () => {
  fc.assert(fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8]), (numbers) => {
    const ordered = numbers.map((number, minute) => placed(number, minute));
    const windows = windowsOf(ordered);
    const inside = (number: number) => windows.some(([from, to]) => number >= from && number <= to);
    for (const [at, number] of numbers.entries()) {
      for (const later of numbers.slice(at + 1)) {
        if (later > number) continue;
        ok(
          windows.some(([from, to]) => later >= from && number <= to),
          `${number} before ${later}`,
        );
      }
    }
    const overtaken = overtakenIn(numbers, Number);
    for (const number of numbers) {
      const later = numbers.slice(numbers.indexOf(number) + 1);
      equal(overtaken.get(number), later.find((one) => one < number));
      if (overtaken.has(number)) ok(inside(number));
    }
  }));
});

Deno.test("an item with an order file is read by the times of its versions, what its windows do not name by number", async () => {
  await using one = await emptyRepository();
  const item = itemFolder(one.repository, OWNER, "a");
  const write = (value: number) =>
    writeVersions(one.repository, OWNER, [version("a", value, { garbageCollection: 4 })]);
  for (const value of [1, 2, 3]) await write(value);
  const path = `${item}/2/metadata.yaml`;
  const metadata = JSON.parse(await Deno.readTextFile(path));
  const back = { ...metadata, written: { at: "2026-01-02T03:04:05.000000Z", by: "bob" } };
  await Deno.writeTextFile(path, JSON.stringify(back));
  deepEqual(versionsIn(item), [1, 2, 3]);
  const orders: [text: string, expected: number[]][] = [
    [orderText([[1, 2]]), [2, 1, 3]],
    [orderText([[0, 99]]), [2, 1, 3]],
    [orderText([[3, 9]]), [1, 2, 3]],
    ["nothing that svc wrote", [2, 1, 3]],
  ];
  for (const [text, expected] of orders) {
    await Deno.writeTextFile(`${item}/${ORDER_FILE}`, text);
    deepEqual(versionsIn(item), expected, text);
  }
  // What svc writes next is the latest, also inside of a window; the oldest goes first.
  await write(4);
  deepEqual(versionsIn(item), [2, 1, 3, 4]);
  await write(5);
  deepEqual(versionsIn(item), [1, 3, 4, 5]);
  await deleteVersions(one.repository, OWNER, "a", 5);
  equal(await Deno.readTextFile(`${item}/latest`), "4");
});
