// `npm run docs`: writes the reference pages again from the code's own tables.
import { generatedPages } from "./pages.ts";

const docs = `${import.meta.dirname}/..`;
for (const [path, text] of await generatedPages()) {
  await Deno.writeTextFile(`${docs}/${path}`, text);
  await Deno.stdout.write(new TextEncoder().encode(`docs/${path}\n`));
}
