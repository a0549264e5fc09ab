import { Hono } from "hono";
import type { Environment } from "@svc/http/edge";
import { mountWeb } from "../../pages.ts";
import type { TestRegistry } from "../../testing.ts";
import { makeOperator } from "../operator.ts";
import { PASSWORD, signedUp, visitor } from "./browse.ts";
import { addressOf, fillRegistry } from "./filled.ts";
import { type PageVisit, visitsOf } from "./page_list.ts";
import { type PageWeight, weighPage } from "./weight.ts";

/** A page as it was answered, and what it costs. */
export interface WeighedPage extends PageVisit {
  /** The status it was answered with. */
  answered: number;
  html: string;
  weight: PageWeight;
}

/** The addresses that `pages.ts` mounts pages at. */
export function mountedPages({ services }: TestRegistry): string[] {
  return mountWeb(new Hono<Environment>(), services);
}

/** Fills a registry, then asks for every page as its reader and weighs it. */
export async function weighAllPages(registry: TestRegistry): Promise<WeighedPage[]> {
  const ada = await signedUp(registry, "ada");
  await fillRegistry(registry, ada.cookie());
  const oscar = await signedUp(registry, "oscar");
  await makeOperator(registry, { cookie: oscar.cookie(), password: PASSWORD, username: "oscar" });
  const readers = {
    operator: oscar,
    stranger: visitor(registry),
    newcomer: await signedUp(registry, "cleo"),
    member: ada,
  };
  const assets = new Map<string, Promise<Uint8Array>>();
  const load = (address: string) => {
    const known = assets.get(address) ?? registry.request(address).then((one) => one.bytes());
    assets.set(address, known);
    return known;
  };
  const pages: WeighedPage[] = [];
  for (const visit of visitsOf(mountedPages(registry))) {
    let seen = await readers[visit.as].get(await addressOf(registry, visit.path));
    if (seen.location !== null) seen = await readers[visit.as].get(seen.location);
    const { status: answered, html } = seen;
    pages.push({ ...visit, answered, html, weight: await weighPage(html, load) });
  }
  return pages;
}
