/** An extension's name as a heading, its collective linked. */
export function ExtensionName({ name }: { name: string }) {
  const slash = name.indexOf("/");
  return (
    <h1>
      <a class="owner" href={`/collectives/${name.slice(1, slash)}`}>{name.slice(0, slash)}</a>
      <span class="slash">/</span>
      <wbr />
      {name.slice(slash + 1)}
    </h1>
  );
}
