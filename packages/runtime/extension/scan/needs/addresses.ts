import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import { keyOf } from "../syntax/node.ts";
import { plainText } from "../values/value.ts";
import { addressEntry, urlEntry } from "./host_entry.ts";
import type { Need } from "./need.ts";

/** A host that a module names without saying what for. */
export interface Address extends Need {
  /** True when the name it is given says that it is where requests go. */
  isEndpoint: boolean;
}

/**
 * The constant addresses of a module. Where the addresses of requests are computed, they may be made
 * of these. Those of manuals and the like are left out: texts with words beside them, descriptions,
 * messages, and what is known to be no server's.
 */
export function addressesOf(program: Program): Address[] {
  return program.texts.flatMap((node) => {
    const text = textOf(node);
    const name = nameOf(node);
    const isEndpoint = name !== undefined && ENDPOINT.test(name);
    const entry = entryOf(text, name, isEndpoint);
    if (entry === undefined || NO_SERVER.test(entry) || isAbout(node)) return [];
    return [{ kind: "net", entry, by: "URL", node, isEndpoint }];
  });
}

const ENDPOINT = /(?:ur[il]|endpoint|host|hostname|origin|server|api)$/i;

/** Names of standards and of examples. */
const NO_SERVER =
  /(?:^|\.)(?:w3\.org|json-schema\.org|schema\.org|purl\.org|ietf\.org|example\.(?:com|org|net)|example|invalid|test)$|^localhost|^schemas\.|^aws\.amazon\.com$|^docs?\.|^jira\.|^developers?\./;

function entryOf(text: string, name: string | undefined, isEndpoint: boolean): string | undefined {
  if (/^https:\/\/[^\s"'<>]+$/.test(text)) return urlEntry(plainText(text)) ?? undefined;
  // `{ host: "api.example.com" }`
  const isHost = isEndpoint && /host|hostname$/i.test(name!) &&
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(text);
  return isHost ? addressEntry(plainText(text)) : undefined;
}

function textOf(node: AnyNode): string {
  if (node.type === "Literal") return String(node.value);
  return node.type === "TemplateLiteral" ? node.quasis[0]?.value.cooked ?? "" : "";
}

/** The name that a constant goes by: of the property, or of the argument with this default. */
function nameOf(node: AnyNode): string | undefined {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    switch (parent.type) {
      case "Property":
      case "PropertyDefinition":
        return at === parent.value ? keyOf(parent.key, parent.computed) : undefined;
      case "AssignmentExpression":
        return parent.left.type === "MemberExpression"
          ? keyOf(parent.left.property, parent.left.computed)
          : undefined;
      case "LogicalExpression":
      case "ConditionalExpression":
      case "AssignmentPattern":
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

const ABOUT_KEYS = new Set([
  "$id",
  "$schema",
  "bugs",
  "description",
  "docs",
  "documentation",
  "documentationUrl",
  "example",
  "examples",
  "help",
  "helpUrl",
  "homepage",
  "license",
  "message",
  "repository",
  "summary",
  "title",
]);

const ABOUT_CALLS = new Set(["describe", "meta", "debug", "info", "log", "warn", "error", "fatal"]);

/** True for a text that only tells people something. */
function isAbout(node: AnyNode): boolean {
  let at = node;
  for (let height = 0; height < 6 && at.parent !== undefined; height += 1, at = at.parent) {
    const { parent } = at;
    if (parent.type === "Property" && parent.value === at) {
      const key = keyOf(parent.key, parent.computed);
      if (key !== undefined && ABOUT_KEYS.has(key)) return true;
    }
    if (parent.type === "ThrowStatement") return true;
    if (parent.type === "NewExpression" && parent.callee.type === "Identifier") {
      if (/Error$/.test(parent.callee.name)) return true;
    }
    if (parent.type === "CallExpression" && parent.callee !== at) {
      const { callee } = parent;
      const name = callee.type === "MemberExpression" && keyOf(callee.property, callee.computed);
      if (name && ABOUT_CALLS.has(name)) return true;
    }
    if (parent.type.endsWith("Statement") || parent.type.startsWith("Function")) return false;
  }
  return false;
}
