import { extensionHref } from "../address/links.ts";

/** An extension that another one depends on, as written: `@a/b` or `@a/b@2026.01.01.1`. */
export function ExtensionLink({ reference }: { reference: string }) {
  const version = reference.indexOf("@", 1);
  const name = version < 0 ? reference : reference.slice(0, version);
  return (
    <a href={extensionHref(name)}>
      <code>{reference}</code>
    </a>
  );
}
