import type { IndexedExtension } from "../../features/extensions/index/memory/document.ts";
import { SERVICES } from "./services.ts";
import { SINGLE } from "./single.ts";
import { TASKS } from "./tasks.ts";

/** A catalogue as a registry of some size has it: services, each with what can be done there. */
export function judgedCatalogue(): IndexedExtension[] {
  return [...ofServices(), ...rows(SINGLE).map(([name, ...rest]) => [name!, ...rest])]
    .map(([name, description, labels, methods], n) => ({
      number: n + 1,
      name: name!,
      description: `${description!.replace(/\.?$/, ".")}`,
      labels: list(labels!, ","),
      contents: [name!, ...list(methods!, " ")],
      contentTypes: ["models"],
      platforms: [],
      collectiveId: name!.split("/")[0]!,
      hidden: false,
      gone: false,
      deprecated: false,
      channels: ["stable"],
      // Like everywhere, most are hardly used, whatever their name.
      pulls: Math.floor(10_000 / (1 + (n * 7919) % 997)),
      score: 40 + (n * 31) % 60,
      createdAt: "2026-01-02T00:00:00.000Z",
      updatedAt: "2026-01-02T00:00:00.000Z",
    }));
}

function ofServices(): string[][] {
  const names = new Set(rows(SINGLE).map(([name]) => name));
  return Object.entries(SERVICES).flatMap(([kind, services]) =>
    rows(services).flatMap(([slug, title, about, labels]) =>
      rows(TASKS[kind]!).map(([leaf, description, also, methods]) => [
        `@svc/${slug}/${leaf}`,
        `${description!.replace("%", title!)}. For ${title}, the ${about}.`,
        [slug, labels, also].filter((part) => part !== "").join(", "),
        methods!,
      ])
    )
  ).filter(([name]) => !names.has(name!));
}

function rows(table: string): string[][] {
  return table.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
}

function list(text: string, separator: string): string[] {
  return text.split(separator).map((word) => word.trim()).filter((word) => word !== "");
}
