import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { testEmbedded } from "../../testing/engine.ts";
import { wholeReads } from "../../testing/whole_reads.ts";
import { type FeedQuery, type FeedReader, readFeed } from "./feed.ts";

testEmbedded("a page of the feed reads its posts, not all collectives or posts", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const readers: FeedReader[] = [
    { userId: null, collectiveId: null },
    { userId: "u", collectiveId: null },
    { userId: null, collectiveId: "c" },
  ];
  const queries: FeedQuery[] = [{ limit: 20 }, { limit: 20, author: "ada" }];
  for (const reader of readers) {
    for (const query of queries) {
      assert.deepEqual(await wholeReads(db, () => readFeed(db, reader, query)), []);
    }
  }
});
