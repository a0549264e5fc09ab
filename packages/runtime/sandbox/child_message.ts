import { SvcError } from "@svc/core/error";
import { assertFlat, isRecord, parsedJson } from "@svc/core/json";
import type { FromChild } from "./protocol.ts";

/**
 * Reads a line of the child without its token. The method shares the child's process, so it can learn
 * the token and send anything: what is not of the protocol's shape ends the run. What a call asks for
 * is checked by whoever answers it.
 *
 * @throws SvcError `run_failed` for anything else; `nested_too_deeply`
 */
export function childMessage(text: string): FromChild {
  const value = parsedJson(text);
  if (!isRecord(value) || !isMessage(value)) throw foreign();
  // What walks through it here calls itself for each level.
  assertFlat(value);
  return value as unknown as FromChild;
}

function isMessage(value: Record<string, unknown>): boolean {
  switch (value["t"]) {
    case "log":
      return true;
    case "secret":
    case "denied":
      return isText(value["text"]);
    case "unreachable":
      return isListOf(value["texts"], isText);
    case "unset":
      return isListOf(value["names"], isText);
    case "call":
      return typeof value["id"] === "number" && isRecord(value["call"]);
    case "done":
      return value["handles"] === undefined || isListOf(value["handles"], isText);
    case "checked":
      return isCheckFailure(value) && typeof value["passed"] === "boolean";
    case "checks":
      return isListOf(value["failures"], isCheckFailure) && (value["failures"] as []).length > 0;
    case "upgraded":
      return isRecord(value["attributes"]);
    case "ready":
      return isListOf(value["members"], isText);
    case "answer":
      return isText(value["id"]) && (value["error"] === undefined || isFailure(value["error"]));
    case "report":
      return isText(value["markdown"]) && typeof value["json"] === "object" &&
        value["json"] !== null;
    case "invalid":
      return ["global", "method", "config"].includes(value["what"] as string) &&
        isListOf(value["issues"], isIssue);
    case "failed":
      return isText(value["name"]) && isText(value["message"]) &&
        (value["stack"] === undefined || isText(value["stack"]));
    default:
      return false;
  }
}

function isFailure(value: unknown): boolean {
  return isRecord(value) && isText(value["name"]) && isText(value["message"]) &&
    ["code", "stack"].every((key) => value[key] === undefined || isText(value[key]));
}

function isIssue(value: unknown): boolean {
  return isRecord(value) && isText(value["path"]) && isText(value["message"]);
}

function isCheckFailure(value: unknown): boolean {
  return isRecord(value) && isText(value["name"]) && isListOf(value["errors"], isText);
}

function isListOf(value: unknown, sound: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(sound);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** The error of a run whose process sends what its own side never does. */
export function foreign(): SvcError {
  return new SvcError(
    "run_failed",
    "The extension's process sent an unknown message",
    {
      hint: "The extension interferes with its messages to svc. Data written before stays.",
    },
  );
}
