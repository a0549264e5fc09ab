import { json, notFound, paged, type Routes } from "../call/mod.ts";
import { GITIGNORES, LICENSES, licenseShape } from "../template/mod.ts";

/** What a new repository can begin with. */
export const templateRoutes: Routes = {
  "GET /licenses": (call) =>
    paged(call, LICENSES.map((license) => licenseShape(call.state.base, license))),

  "GET /licenses/{license}": (call) => {
    const found = LICENSES.find(({ key }) => key === call.params.license!.toLowerCase());
    if (!found) throw notFound();
    const { description, permissions, conditions, limitations, key } = found;
    return json({
      ...licenseShape(call.state.base, found),
      html_url: `${call.state.base}/licenses/${key}`,
      description,
      implementation: "Create a file named LICENSE and copy the text of the license into it.",
      permissions,
      conditions,
      limitations,
      body: found.text(new Date(call.state.clock.now()).getUTCFullYear(), "[fullname]"),
      featured: true,
    });
  },

  "GET /gitignore/templates": () => json(Object.keys(GITIGNORES)),

  "GET /gitignore/templates/{name}": (call) => {
    const name = call.params.name!;
    if (!Object.hasOwn(GITIGNORES, name)) throw notFound();
    return json({ name, source: GITIGNORES[name] });
  },
};
