/** A license that a new repository can begin with. */
export interface License {
  key: string;
  name: string;
  spdx: string;
  /** The text of `LICENSE`. */
  text(year: number, holder: string): string;
}

/** A few of the platform's licenses. */
export const LICENSES: readonly License[] = [
  {
    key: "mit",
    name: "MIT License",
    spdx: "MIT",
    text: (year, holder) =>
      `MIT License

Copyright (c) ${year} ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`,
  },
  {
    key: "apache-2.0",
    name: "Apache License 2.0",
    spdx: "Apache-2.0",
    text: () => Deno.readTextFileSync(new URL("../../../../LICENSE", import.meta.url)),
  },
];

/** A license as lists and repositories show it. */
export const licenseShape = (base: string, { key, name, spdx }: License) => ({
  key,
  name,
  spdx_id: spdx,
  url: `${base}/licenses/${key}`,
  node_id: btoa(`License:${key}`),
});

/** Templates of `.gitignore` by their names, shortened. */
export const GITIGNORES: Readonly<Record<string, string>> = {
  Node: "# Logs\nlogs\n*.log\n\n# Dependency directories\nnode_modules/\n\n# Coverage\ncoverage\n",
  Python: "# Byte-compiled files\n__pycache__/\n*.py[cod]\n\n# Environments\n.venv\nvenv/\n",
  Go: "# Binaries\n*.exe\n*.test\n\n# Workspace\ngo.work\n",
};
