import assert from "node:assert/strict";
import { description } from "../description/loaded.ts";
import { ROUTES } from "./mod.ts";

Deno.test("every operation of the tables is one of the description, and is listed once", () => {
  assert.ok(ROUTES.length > 80, `${ROUTES.length} routes`);
  assert.deepEqual(ROUTES.filter((route, index) => ROUTES.indexOf(route) !== index), []);
  const unknown = ROUTES.filter((route) => {
    const [method, template] = route.split(" ") as [string, string];
    const path = template.replace(/\{[^}]+\}/g, "1");
    return description.find(method, path)?.route !== route;
  });
  assert.deepEqual(unknown, []);
});
