import { equal, ok } from "node:assert/strict";
import { bundle } from "./bundle.ts";
import { withZodNamespace } from "./zod_import.ts";

const lock = (specifiers: Record<string, string>) =>
  new TextEncoder().encode(JSON.stringify({ version: "5", specifiers }));

Deno.test("zod is imported as a namespace, however it is named, and no line moves", () => {
  const locked = lock({ "npm:zod@4": "4.6.7", "npm:zod@^4.5": "4.12.0", "npm:zod": "5.0.1" });
  const rest = `\nimport { a } from "npm:b";\nexport const x = z.string();\n`;
  for (const name of ["zod", "npm:zod", "npm:zod@4.5.0", "npm:/zod@4", "npm:zod@^4.5"]) {
    equal(
      withZodNamespace(`import { z } from '${name}';${rest}`, locked),
      `import  * as z  from '${name}';${rest}`,
    );
  }
  equal(
    withZodNamespace('f();import{z}from"zod"\nimport {\n  z\n}\nfrom "zod";\n', locked),
    'f();import * as z from"zod"\nimport  * as z \n\n\nfrom "zod";\n',
  );
});

Deno.test("a version whose messages would be lost, or that is not known, stays as it is", () => {
  const locked = lock({ "npm:zod@4": "4.4.3", "npm:zod@4.4.3": "4.4.3", "npm:zod@3": "3.25.76" });
  for (const name of ["zod", "npm:zod@4", "npm:zod@3", "npm:zod@4.4.3", "npm:zod@^4.5"]) {
    const text = `import { z } from "${name}";`;
    equal(withZodNamespace(text, locked), text);
    equal(withZodNamespace(text), text);
  }
});

Deno.test("what imports something else, or only says so, stays as it is", () => {
  for (
    const text of [
      'import { z, ZodError } from "npm:zod@4.6.7";',
      'import { z as schema } from "npm:zod@4.6.7";',
      'import type { z } from "npm:zod@4.6.7";',
      'import { z } from "npm:zod@4.6.7/mini";',
      'import { z } from "npm:zod-v3@4";',
      'import { z } from "./zod.ts";',
      'export { z } from "npm:zod@4.6.7";',
      '// import { z } from "npm:zod@4.6.7";',
      'const text = `\nimport { z } from "npm:zod@4.6.7";\n`;',
      "const text = 'import { z } from \"npm:zod@4\"';",
    ]
  ) equal(withZodNamespace(text), text, text);
});

Deno.test("of zod a bundle has what is used of it", async () => {
  // The version is that of the lock, and there is none yet.
  const text = `import { z } from "npm:zod@4";
export const said = z.object({ a: z.string() }).safeParse({}).error?.issues[0]?.message;
`;
  const files = new Map([["models/a.ts", { bytes: new TextEncoder().encode(text) }]]);
  const { modules, lock } = await bundle(files, ["models/a.ts"]);
  const { code } = modules.get("models/a.ts")!;
  ok(code.length < 400_000, `${code.length} characters`);
  const { said } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  equal(said, "Invalid input: expected string, received undefined");
  const pulled = await bundle(files, ["models/a.ts"], { lock });
  equal(pulled.modules.get("models/a.ts")!.code, code, "push and pull bundle the same");
});
