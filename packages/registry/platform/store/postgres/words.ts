import { type Kysely, sql } from "kysely";
import { searchedWords } from "../searched_words.ts";

/** What of ASCII is neither letter nor digit. */
const PUNCTUATION = sql.lit("[\\x01-\\x2f:-@\\[-`{-\\x7f]+");
/** What a letter's canonical decomposition leaves behind it. */
const ACCENTS = sql.lit("[\\u0300-\\u036f]");

/**
 * Makes the function `searched_words(text)`: the words of a document as `tsvector`. Like those of
 * FTS5 they consist of letters and digits, and neither capitals nor accents matter. Postgres' parser
 * would keep addresses and paths in one piece, so it sees no punctuation.
 */
export async function createSearchedWords(db: Kysely<unknown>): Promise<void> {
  await sql`create function searched_words(document text) returns tsvector
    language sql immutable parallel safe return to_tsvector('pg_catalog.simple', normalize(
      regexp_replace(
        normalize(regexp_replace(lower(document collate "default"), ${PUNCTUATION}, ' ', 'g'), NFD),
        ${ACCENTS}, '', 'g'), NFC))`.execute(db);
}

/** What `searched_words` is asked for a text that somebody typed, as `matchExpression` asks FTS5. */
export function matchQuery(text: string): string | undefined {
  const words = searchedWords(text).map(({ word, whole }) => {
    const plain = word.normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
    return whole ? `'${plain}'` : `'${plain}':*`;
  });
  return words.length === 0 ? undefined : words.join(" & ");
}
