// What each page of the registry weighs, next to its budget: HTML as it travels compressed, the
// requests that a first visit takes, and the bytes of all of them.
import { testRegistry } from "../packages/registry/testing.ts";
import { weighAllPages } from "../packages/registry/testing/web/weigh_all.ts";
import { overBudget, PAGE_BUDGET } from "../packages/registry/testing/web/weight.ts";
import { say } from "./registry/numbers.ts";

await using registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
const pages = await weighAllPages(registry);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(8);

say(
  `budget: HTML ${kB(PAGE_BUDGET.html).trim()} compressed, ${PAGE_BUDGET.requests} requests, ` +
    `${PAGE_BUDGET.stylesheets} stylesheet`,
);
say(`${"page".padEnd(58)} reader       HTML  requests       all`);
for (const { path, as, weight, long } of pages) {
  const over = overBudget(weight, long);
  say(
    `${path.slice(0, 57).padEnd(58)} ${as.padEnd(8)} ${kB(weight.html)} ` +
      `${String(weight.requests).padStart(9)}  ${kB(weight.all)}` +
      (over.length === 0 ? "" : `  over: ${over.join("; ")}`),
  );
}
if (pages.some(({ weight, long }) => overBudget(weight, long).length > 0)) Deno.exit(1);
