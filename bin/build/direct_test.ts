import { deepEqual } from "node:assert/strict";
import { direct } from "./direct.ts";

const names = "{\n  main\n}";
const chunk = `import { b } from "./b.js";\nvar main = () => b;\nexport ${names};\n`;
const other = `import ${names} from "./chunk.js";\nmain();\n`;

function modules(entry: string): Map<string, string> {
  return new Map([["entry.js", entry], ["chunk.js", chunk], ["b.js", ""], ["other.js", other]]);
}

Deno.test("a file that an entry only hands on takes the entry's name", () => {
  for (const others of ["", 'import "./b.js";\n']) {
    const entry = `import ${names} from "./chunk.js";\n${others}export ${names};\n`;
    deepEqual([...direct(modules(entry), "entry.js")], [
      ["entry.js", chunk],
      ["b.js", ""],
      ["other.js", other.replace("chunk", "entry")],
    ]);
  }
});

Deno.test("an entry that does more stays", () => {
  for (
    const entry of [
      `import ${names} from "./chunk.js";\nmain();\nexport ${names};\n`,
      `import ${names} from "./chunk.js";\nimport "./c.js";\nexport ${names};\n`,
      'import {\n  main as a\n} from "./chunk.js";\nexport {\n  a\n};\n',
      "export const main = 1;\n",
    ]
  ) {
    deepEqual(direct(modules(entry), "entry.js"), modules(entry), entry);
  }
});
