import type { Person } from "./svc.ts";

/** Every file below a person's folders whose content fits, as bytes read one by one (Latin-1). */
export async function ownFilesWith(
  person: Person,
  fits: (content: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  const folders = [person.home.replace(/\/home$/, "")];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of Deno.readDir(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) folders.push(path);
      else if (entry.isFile) {
        const content = new TextDecoder("latin1").decode(await Deno.readFile(path));
        if (fits(content)) found.push(path);
      }
    }
  }
  return found;
}
