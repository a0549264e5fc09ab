/** Templates of `.gitignore` by their names, shortened. */
export const GITIGNORES: Readonly<Record<string, string>> = {
  Node: "# Logs\nlogs\n*.log\n\n# Dependency directories\nnode_modules/\n\n# Coverage\ncoverage\n",
  Python: "# Byte-compiled files\n__pycache__/\n*.py[cod]\n\n# Environments\n.venv\nvenv/\n",
  Go: "# Binaries\n*.exe\n*.test\n\n# Workspace\ngo.work\n",
};
