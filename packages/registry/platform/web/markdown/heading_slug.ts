/** Makes ids for headings: the usual lower-case form, unique within one document. */
export function headingSlugs(prefix: string): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading.toLowerCase().replaceAll(/[`*_~]/g, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "section";
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return `${prefix}${slug}${count === 0 ? "" : `-${count}`}`;
  };
}
