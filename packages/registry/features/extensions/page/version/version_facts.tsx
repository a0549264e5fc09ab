import { When } from "../../../../platform/web/components/when.tsx";
import { Author } from "../components/author.tsx";
import { Fact } from "../components/fact.tsx";
import { sizeText } from "../components/size.ts";
import type { ExtensionAuthor, VersionEntry } from "@svc/core/wire";
import type { VersionRow } from "../../record/tables.ts";

/** When, by whom and in which channel a version was published, and how large it is. */
export function VersionFacts({ now, entry, row, publisher }: {
  now: Date;
  entry: VersionEntry;
  row: Pick<VersionRow, "packed_bytes" | "unpacked_bytes" | "file_count">;
  publisher: ExtensionAuthor | null;
}) {
  return (
    <dl class="plate-facts">
      <Fact label="Published">
        <When at={entry.publishedAt} now={now} />
      </Fact>
      <Fact label="Published by">
        {publisher === null ? "unknown" : <Author author={publisher} />}
      </Fact>
      <Fact label="Channel">{entry.channel}</Fact>
      <Fact label="Download">{sizeText(row.packed_bytes)}</Fact>
      <Fact label="Files">{row.file_count}, {sizeText(row.unpacked_bytes)}</Fact>
    </dl>
  );
}
