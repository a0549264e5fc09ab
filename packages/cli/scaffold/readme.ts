/** The README of a new extension, which is its page on the registry. */
export function readmeText({ name, slug }: { name: string; slug: string }): string {
  return `# ${name}

Counts the lines, words and characters of a text, and keeps the result as data, so that other
behaviors and reports can use it. Words that are shorter than the behavior's \`minLength\` are not
counted.

## Use

Pull the extension into a repository, make a behavior of its type, and run it:

\`\`\`sh
svc extension pull ${name}
svc behavior create ${name} ${slug} --global-arg minLength=2
svc behavior run ${slug} count --input text="a text to count"
\`\`\`

Read what it wrote:

\`\`\`sh
svc data get ${slug} count
\`\`\`

## Methods

| Method  | Argument | What it does                           |
| ------- | -------- | -------------------------------------- |
| \`count\` | \`text\`   | Counts the text and writes one \`count\` |

## Permissions

None. It reads no file, opens no connection and starts no program.
`;
}
