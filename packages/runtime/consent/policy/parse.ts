import { SvcError } from "@svc/core/error";
import {
  asPermissions,
  type Grant,
  parseGrant,
  PERMISSION_KINDS,
  type PermissionKind,
  permissionProblem,
  type Permissions,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { parseQuorumPolicy } from "@svc/log/quorum";
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";
import {
  LOCAL_SOURCES,
  LOG_MODES,
  type LogRules,
  type Policy,
  type PolicyRule,
  type ProvenanceRules,
  type PublisherRule,
} from "./policy.ts";
import { registryOf } from "./registry.ts";

/** Reads one node of the file; throws what is wrong with it. */
interface Reader {
  fail(node: unknown, problem: string): never;
}

/**
 * Reads a policy file.
 *
 * @param path absolute, for errors
 * @throws SvcError `policy_invalid` naming the line, for anything that is not of its form: a rule that
 *   was misspelled must not be a rule that does not count
 */
export function parsePolicy(text: string, path: string): Policy {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core" });
  const at = (offset: number) => `${path}:${lines.linePos(offset).line}`;
  const fault = document.errors[0];
  if (fault) throw invalid(at(fault.pos[0]), fault.message);
  const reader: Reader = {
    fail(node, problem) {
      const range = (node as { range?: [number] } | null)?.range;
      throw invalid(at(range?.[0] ?? 0), problem);
    },
  };
  const policy: Policy = {
    path,
    allow: {},
    deny: {},
    extensions: [],
    trustLockfile: false,
    log: { mode: "use" },
    provenance: { require: [], identities: [] },
  };
  // An empty file, or one of comments only, says nothing.
  if (document.contents === null) return policy;
  for (const [key, value, node] of entriesOf(document.contents, "the policy", reader)) {
    if (key === "allow") policy.allow = grants(value, "allow", reader);
    else if (key === "deny") policy.deny = grants(value, "deny", reader);
    else if (key === "extensions") policy.extensions = rules(value, reader);
    else if (key === "trustLockfile") policy.trustLockfile = flag(value, reader);
    else if (key === "log") policy.log = { ...policy.log, mode: logMode(value, reader) };
    else if (key === "logTrust") policy.log = { ...policy.log, trust: logTrust(value, reader) };
    else if (key === "provenance") policy.provenance = provenance(value, reader);
    else {
      reader.fail(
        node,
        `'${
          visibleName(key)
        }' is not a key of a policy; there are allow, deny, extensions, trustLockfile, log, logTrust and provenance`,
      );
    }
  }
  return policy;
}

function provenance(node: unknown, reader: Reader): ProvenanceRules {
  const found: ProvenanceRules = { require: [], identities: [] };
  for (const [key, value, keyNode] of entriesOf(node, "provenance", reader)) {
    if (key === "require") found.require = patterns(value, "require", reader);
    else if (key === "identities") {
      if (!isSeq(value)) reader.fail(value, "identities must be a list of mappings");
      found.identities = value.items.map((one) => publisherRule(one, reader));
    } else if (key === "root") {
      found.root = textOf(value, "root", reader);
      if (!found.root.startsWith("/")) reader.fail(value, "root must be an absolute path");
    } else {
      reader.fail(
        keyNode,
        `'${visibleName(key)}' is not a key of provenance; there are require, identities and root`,
      );
    }
  }
  return found;
}

const IDENTITY_KEYS = ["issuer", "ownerId", "repositoryId", "workflow", "key"] as const;

function publisherRule(node: unknown, reader: Reader): PublisherRule {
  const rule: PublisherRule = { names: [] };
  for (const [key, value, keyNode] of entriesOf(node, "an identity", reader)) {
    const known = IDENTITY_KEYS.find((one) => one === key);
    if (key === "names") rule.names = patterns(value, "names", reader);
    else if (known !== undefined) rule[known] = idOf(value, known, reader);
    else {
      reader.fail(
        keyNode,
        `'${visibleName(key)}' is not a key of an identity; there are names, ${
          IDENTITY_KEYS.join(", ")
        }`,
      );
    }
  }
  if (rule.names.length === 0) reader.fail(node, "an identity needs 'names': what it may publish");
  // Without one of these, whoever has an account at the issuer would fit.
  const isNarrow = rule.ownerId ?? rule.repositoryId;
  if (rule.key === undefined ? !rule.issuer || !isNarrow : rule.issuer ?? isNarrow) {
    reader.fail(node, "an identity is 'key', or 'issuer' with 'ownerId' or 'repositoryId'");
  }
  return rule;
}

/** An id may stand there as a number. */
function idOf(node: unknown, key: string, reader: Reader): string {
  if (isScalar(node) && Number.isSafeInteger(node.value)) return String(node.value);
  return textOf(node, key, reader);
}

function patterns(node: unknown, key: string, reader: Reader): string[] {
  if (!isSeq(node)) reader.fail(node, `${key} must be a list such as ["@acme/*"]`);
  return node.items.map((item) => {
    const text = textOf(item, key, reader);
    if (permissionProblem("data", text) === undefined) return text;
    return reader.fail(item, `'${visibleName(text)}' must be @acme/tool, @acme/* or *`);
  });
}

function rules(node: unknown, reader: Reader): PolicyRule[] {
  return entriesOf(node, "extensions", reader).map(([pattern, value, keyNode]) => {
    // The grammar is that of data entries, which name types the same way.
    if (permissionProblem("data", pattern) !== undefined) {
      reader.fail(
        keyNode,
        `'${
          visibleName(pattern)
        }' must be an extension in lower case such as @acme/tool, all below a ` +
          "name such as @acme/*, or * for all",
      );
    }
    const rule: PolicyRule = { pattern, from: [], allow: {}, deny: {} };
    for (const [key, content, node] of entriesOf(value, pattern, reader)) {
      if (key === "allow") rule.allow = grants(content, "allow", reader);
      else if (key === "deny") rule.deny = grants(content, "deny", reader);
      else if (key === "from") rule.from = sources(content, reader);
      else {
        reader.fail(
          node,
          `'${visibleName(key)}' is not a key of a rule; there are from, allow and deny`,
        );
      }
    }
    if (Object.keys(rule.allow).length > 0 && rule.from.length === 0) {
      reader.fail(
        keyNode,
        `${pattern} needs 'from': the registry whose extensions are allowed that, or '${LOCAL_SOURCES}' ` +
          "for a repository's own sources. Anybody can use that name elsewhere",
      );
    }
    return rule;
  });
}

function sources(node: unknown, reader: Reader): string[] {
  const nodes = isSeq(node) ? node.items : [node];
  return nodes.map((one) => {
    const text = textOf(one, "from", reader);
    if (text === LOCAL_SOURCES) return text;
    const url = URL.parse(text);
    if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "") {
      reader.fail(one, `from must be the address of a registry, or '${LOCAL_SOURCES}'`);
    }
    return registryOf(text);
  });
}

function grants(node: unknown, key: "allow" | "deny", reader: Reader): Permissions {
  if (!isSeq(node)) reader.fail(node, `${key} must be a list of <kind>:<entry>`);
  return asPermissions(
    node.items.map((item) => grantOf(item, textOf(item, key, reader), key, reader)),
  );
}

function grantOf(node: unknown, text: string, key: "allow" | "deny", reader: Reader): Grant {
  const pattern = key === "deny" ? denyPattern(text) : undefined;
  if (pattern !== undefined) return pattern;
  try {
    const grant = parseGrant(text);
    if (key === "deny" && grant.entry.includes("${")) {
      reader.fail(
        node,
        `${visibleName(text)} cannot be denied: nobody knows yet what it stands for`,
      );
    }
    return grant;
  } catch (error) {
    if (!(error instanceof SvcError) || error.code === "policy_invalid") throw error;
    return reader.fail(node, `${error.message}. ${error.hint ?? ""}`.trim());
  }
}

/** `run:*` and `env:AWS_*` can be denied, though nobody can be granted them. */
function denyPattern(text: string): Grant | undefined {
  const [, kind, entry] = /^([a-z]+):(\*|[A-Za-z_][A-Za-z0-9_]*\*)$/.exec(text) ?? [];
  if (!PERMISSION_KINDS.includes(kind as PermissionKind)) return undefined;
  return entry === "*" || kind === "env"
    ? { kind: kind as PermissionKind, entry: entry! }
    : undefined;
}

function flag(node: unknown, reader: Reader): boolean {
  if (isScalar(node) && typeof node.value === "boolean") return node.value;
  return reader.fail(node, "trustLockfile must be true or false");
}

function logMode(node: unknown, reader: Reader): LogRules["mode"] {
  const mode = isScalar(node) ? LOG_MODES.find((one) => one === node.value) : undefined;
  return mode ?? reader.fail(node, `log must be one of ${LOG_MODES.join(", ")}`);
}

/** A block of text as c2sp.org/tlog-policy has it. */
function logTrust(node: unknown, reader: Reader): NonNullable<LogRules["trust"]> {
  if (!isScalar(node) || typeof node.value !== "string") {
    return reader.fail(node, "logTrust must be a text with the lines of a tlog-policy");
  }
  try {
    return parseQuorumPolicy(node.value);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    return reader.fail(node, `logTrust: ${error.message}. ${error.hint ?? ""}`.trim());
  }
}

function textOf(node: unknown, key: string, reader: Reader): string {
  if (isScalar(node) && typeof node.value === "string") return node.value;
  return reader.fail(node, `${key} must be a list of strings`);
}

/** The entries of a mapping: key, value, and the node of the key. */
function entriesOf(
  node: unknown,
  what: string,
  reader: Reader,
): [key: string, value: unknown, keyNode: unknown][] {
  if (!isMap(node)) reader.fail(node, `${visibleName(what)} must be a mapping`);
  return (node.items as Pair[]).map(({ key, value }) => [textOf(key, what, reader), value, key]);
}

function invalid(place: string, problem: string): SvcError {
  return new SvcError("policy_invalid", `${place}: ${problem}`, {
    details: [{ path: place, message: problem }],
    hint: "Nothing runs until the policy can be read: fix the line named above.",
  });
}
