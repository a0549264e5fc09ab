import assert from "node:assert/strict";
import {
  appendLeaves,
  bundlesOf,
  encodeEntries,
  entriesPath,
  hashReader,
  parseEntries,
  parseTilePath,
  type ReadTile,
  type Tile,
  tilePath,
  tilesOf,
  verifiedTiles,
} from "./tiles.ts";
import { checkInclusion, type Hash, leafHash, proveInclusion, rootFrom, rootOf } from "./tree.ts";

const leaf = (at: number) => leafHash(new TextEncoder().encode(`leaf ${at}`));

/** The tiles of a tree that grew by so many leaves at a time. */
async function grown(...steps: readonly number[]) {
  const tiles = new Map<string, Uint8Array>();
  const leaves: Hash[] = [];
  const readTile: ReadTile = (tile) => tiles.get(tilePath(tile)) ?? assert.fail(tilePath(tile));
  for (const step of steps) {
    const added = Array.from({ length: step }, (_, at) => leaf(leaves.length + at));
    for (const tile of await appendLeaves(readTile, leaves.length, added)) {
      tiles.set(tilePath(tile), tile.bytes);
    }
    leaves.push(...added);
  }
  return { tiles, leaves, readTile };
}

Deno.test("a tree of 70,000 has the tiles that the specification counts", () => {
  const found = [...tilesOf(70_000)];
  const widths = (level: number) => found.filter((one) => one.level === level).map((x) => x.width);
  assert.deepEqual(widths(0), [...Array(273).fill(256), 112]);
  assert.deepEqual(widths(1), [256, 17]);
  assert.deepEqual(widths(2), [1]);
  assert.equal(found.length, 277);
});

Deno.test("a tree of 256 has one full tile and a partial one above it", () => {
  assert.deepEqual([...tilesOf(256)], [
    { level: 0, index: 0, width: 256 },
    { level: 1, index: 0, width: 1 },
  ]);
  assert.deepEqual([...tilesOf(0)], []);
});

Deno.test("paths are those of the specification, and read back", () => {
  const rows: [string, Tile][] = [
    ["tile/0/x001/x234/067", { level: 0, index: 1_234_067, width: 256 }],
    ["tile/0/000.p/1", { level: 0, index: 0, width: 1 }],
    ["tile/5/x123/x456/078", { level: 5, index: 123_456_078, width: 256 }],
    ["tile/5/x123/x456/078.p/2", { level: 5, index: 123_456_078, width: 2 }],
    ["tile/63/001.p/255", { level: 63, index: 1, width: 255 }],
    ["tile/0/x009/x007/x199/x254/x740/992", { level: 0, index: 2 ** 53, width: 256 }],
  ];
  for (const [path, tile] of rows) assert.equal(tilePath(tile), path);
  for (const [path, tile] of rows.slice(0, -1)) assert.deepEqual(parseTilePath(path), tile);
  assert.deepEqual(parseTilePath("tile/entries/x003/x057/500.p/9"), { index: 3_057_500, width: 9 });
  assert.equal(entriesPath({ index: 3_057_500, width: 9 }), "tile/entries/x003/x057/500.p/9");
});

Deno.test("a path that is written in any other way names no tile", () => {
  for (
    const path of [
      "",
      "tile/0",
      "tile/0/1",
      "tile/0/0001",
      "tile/00/001",
      "tile/64/001",
      "tile/-1/001",
      "tile/data/001",
      "tile/3/123/456/078",
      "tile/0/x000/001",
      "tile/0/x001",
      "tile/0/001.p/0",
      "tile/0/001.p/01",
      "tile/0/001.p/256",
      "tile/0/001.p/999",
      "tile/0/001.p/5/",
      "tile/0/001/",
      "/tile/0/001",
      "tile/0/x100/x000/x000/x000/x000/x000/000",
      "tile/0/x009/x007/x199/x254/x740/992",
      "tile/0/../001",
      "tile/0/001\n",
    ]
  ) assert.equal(parseTilePath(path), undefined, JSON.stringify(path));
});

Deno.test("however a tree grew, it has the same tiles and the root of its leaves", async () => {
  const once = await grown(70_000);
  const steps = await grown(1, 254, 1, 1, 255, 256, 1000, 63_768, 4_463, 1);
  assert.equal(steps.leaves.length, 70_000);
  for (const tile of tilesOf(70_000)) {
    const path = tilePath(tile);
    assert.deepEqual(steps.tiles.get(path), once.tiles.get(path), path);
    assert.equal(once.tiles.get(path)?.length, tile.width * 32, path);
  }
  assert.equal(once.tiles.size, 277);
  const root = rootOf(once.leaves);
  assert.deepEqual(await rootFrom(hashReader(once.readTile, 70_000), 70_000), root);
  assert.deepEqual(await rootFrom(hashReader(steps.readTile, 70_000), 70_000), root);
});

Deno.test("a leaf is proven from at most one tile a level and the right edge", async () => {
  const { leaves, readTile } = await grown(70_000);
  const root = rootOf(leaves);
  for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999]) {
    const read = new Set<string>();
    const reader = hashReader((tile) => (read.add(tilePath(tile)), readTile(tile)), 70_000);
    const proof = await proveInclusion(reader, 70_000, index);
    assert.ok(checkInclusion({ index, size: 70_000, leaf: leaves[index]!, root, proof }));
    assert.ok(read.size <= 4, [...read].join());
  }
});

Deno.test("tiles added since a size are those that a tree of it does not have as wide", () => {
  for (const [from, to] of [[0, 300], [255, 256], [256, 257], [511, 70_000], [300, 300]] as const) {
    const before = new Set([...tilesOf(from)].map(tilePath));
    const expected = [...tilesOf(to)].map(tilePath).filter((path) => !before.has(path));
    assert.deepEqual([...tilesOf(to, from)].map(tilePath), expected, `${from} to ${to}`);
  }
  assert.deepEqual([...bundlesOf(600, 256)], [{ index: 1, width: 256 }, { index: 2, width: 88 }]);
  assert.deepEqual([...bundlesOf(600, 599)], [{ index: 2, width: 88 }]);
  assert.deepEqual([...bundlesOf(512, 512)], []);
});

Deno.test("a tile of another length than its width gives no hash", async () => {
  const { readTile } = await grown(300);
  for (
    const change of [(b: Uint8Array) => b.slice(1), (b: Uint8Array) => new Uint8Array([...b, 0])]
  ) {
    const reader = hashReader(async (tile) => change(await readTile(tile)), 300);
    await assert.rejects(rootFrom(reader, 300), RangeError);
  }
});

Deno.test("a hash beyond the tree's size is not read from its tiles", async () => {
  const { readTile } = await grown(300);
  const reader = hashReader(readTile, 300);
  await assert.rejects(async () => await reader(0, 300), RangeError);
  await assert.rejects(async () => await reader(8, 1), RangeError);
  await assert.rejects(async () => await reader(0, -1), RangeError);
});

Deno.test("a bundle gives its entries back, and nothing that is cut or has more is one", () => {
  const entries = [new Uint8Array(0), Uint8Array.of(1, 2, 3), new Uint8Array(65_535).fill(7)];
  const bytes = encodeEntries(entries);
  assert.deepEqual(parseEntries(bytes, 3), entries);
  for (const width of [0, 2, 4]) assert.throws(() => parseEntries(bytes, width), RangeError);
  assert.throws(() => parseEntries(bytes.slice(0, -1), 3), RangeError);
  assert.throws(() => parseEntries(new Uint8Array([...bytes, 0]), 3), RangeError);
  assert.throws(() => parseEntries(bytes.slice(0, 1), 1), RangeError);
  assert.throws(() => encodeEntries([new Uint8Array(65_536)]), RangeError);
});

Deno.test("tiles are given only as the signed head has them, whichever is altered", async () => {
  const size = 66_000;
  const { tiles, leaves, readTile } = await grown(size);
  const head = { size, root: rootOf(leaves) };
  let read = 0;
  const counted = verifiedTiles((tile) => (read++, readTile(tile)), head);
  for (const tile of tilesOf(size)) assert.deepEqual(await counted(tile), await readTile(tile));
  assert.ok(read <= 2 * [...tilesOf(size)].length, `${read}`);
  const places = [...tilesOf(size)].filter(({ level, index, width }) =>
    level > 0 || width < 256 || index % 100 === 3
  );
  for (const place of places) {
    const path = tilePath(place);
    const altered = tiles.get(path)!.slice();
    altered[altered.length - 1]! ^= 1;
    const reader = verifiedTiles(
      (tile) => tilePath(tile) === path ? altered : readTile(tile),
      head,
    );
    await assert.rejects(async () => await reader(place), { code: "log_inconsistent" }, path);
  }
  const forked = verifiedTiles(readTile, { size, root: leaf(0) });
  await assert.rejects(async () => await forked({ level: 0, index: 3, width: 256 }), {
    code: "log_inconsistent",
  });
  await assert.rejects(async () => await counted({ level: 0, index: 0, width: 5 }), RangeError);
});
