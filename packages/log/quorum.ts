import { SvcError } from "@svc/core/error";
import { type NoteKey, type NoteSignature, tryParseVkey } from "./note.ts";

/** Who is trusted to tell the heads of logs apart (c2sp.org/tlog-policy). */
export interface QuorumPolicy {
  logs: readonly { key: NoteKey; url?: string }[];
  witnesses: readonly { name: string; key: NoteKey; url?: string }[];
  /** Whether these cosignatures are enough. */
  isMet: (signatures: readonly NoteSignature[]) => boolean;
}

/** Longest policy, in characters, and most lines of it that say something. */
const POLICY = { characters: 200_000, lines: 500 };

type Judge = (cosigned: ReadonlySet<string>) => boolean;

/**
 * Reads a policy of logs, witnesses, groups and one quorum.
 *
 * @throws SvcError `policy_invalid`, which names the line
 */
export function parseQuorumPolicy(text: string): QuorumPolicy {
  const logs: { key: NoteKey; url?: string }[] = [];
  const witnesses: { name: string; key: NoteKey; url?: string }[] = [];
  const judges = new Map<string, Judge>();
  const used = new Set<string>();
  let quorum: Judge | undefined;

  const define = (name: string | undefined, judge: Judge) => {
    if (name === undefined || name === "none" || judges.has(name)) return false;
    judges.set(name, judge);
    return true;
  };
  const key = (vkey: string, kind: NoteKey["kind"], others: readonly { key: NoteKey }[]) => {
    const read = tryParseVkey(vkey);
    const hex = read?.publicKey.toHex();
    // Two names of one key would be counted as two witnesses.
    return read?.kind === kind && others.every((one) => one.key.publicKey.toHex() !== hex)
      ? read
      : undefined;
  };
  const kinds: Readonly<Record<string, (words: string[]) => boolean>> = {
    log([vkey, url, ...more]) {
      const read = vkey === undefined ? undefined : key(vkey, "log", logs);
      if (!read || more.length > 0) return false;
      logs.push({ key: read, ...(url === undefined ? {} : { url }) });
      return true;
    },
    witness([name, vkey, url, ...more]) {
      const read = vkey === undefined ? undefined : key(vkey, "cosignature", witnesses);
      if (!read || more.length > 0) return false;
      witnesses.push({ name: name!, key: read, ...(url === undefined ? {} : { url }) });
      const hex = read.publicKey.toHex();
      return define(name, (cosigned) => cosigned.has(hex));
    },
    group([name, least, ...members]) {
      const needed = least === "all" ? members.length : least === "any" ? 1 : Number(least);
      if (members.length === 0 || !(needed >= 1 && needed <= members.length)) return false;
      if (String(needed) !== least && !/^(?:all|any)$/.test(least!)) return false;
      // A member of two groups would count twice.
      if (members.some((one) => !judges.has(one) || used.size === used.add(one).size)) return false;
      const of = members.map((one) => judges.get(one)!);
      return define(name, (cosigned) => of.filter((judge) => judge(cosigned)).length >= needed);
    },
    quorum([name, ...more]) {
      const judge = name === "none" ? () => true : judges.get(name ?? "");
      if (!judge || quorum || more.length > 0) return false;
      quorum = judge;
      return true;
    },
  };

  if (text.length > POLICY.characters) throw invalid("it is too long");
  // deno-lint-ignore no-control-regex -- tab and line end alone may stand in it
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(text)) throw invalid("it has control characters");
  let lines = 0;
  for (const [at, line] of text.split("\n").entries()) {
    const [word, ...words] = line.split(/[ \t]+/).filter((one) => one !== "");
    if (word === undefined || word.startsWith("#")) continue;
    if (++lines > POLICY.lines) throw invalid("it has too many lines");
    if (!Object.hasOwn(kinds, word) || !kinds[word]!(words)) {
      throw invalid(`line ${at + 1}: '${line.trim().slice(0, 200)}'`);
    }
  }
  if (!quorum) throw invalid("it has no line 'quorum'");
  const judge = quorum;
  return {
    logs,
    witnesses,
    isMet: (signatures) =>
      judge(
        new Set(
          signatures.filter((one) => one.key.kind === "cosignature")
            .map((one) => one.key.publicKey.toHex()),
        ),
      ),
  };
}

function invalid(why: string): SvcError {
  return new SvcError("policy_invalid", `This is no policy of witnesses: ${why}`, {
    hint: "Write lines as in c2sp.org/tlog-policy: log, witness, group, and one quorum.",
  });
}
