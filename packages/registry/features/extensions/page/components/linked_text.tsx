import { OutsideLink } from "./repository_fact.tsx";

/** An address up to the next space; what ends the sentence does not belong to it. */
const ADDRESS = /(https:\/\/[^\s<>"]{1,2000}[^\s<>"'.,;:!?)\]])/u;

/** Words of a publisher in which web addresses are links; everything else stays plain text. */
export function LinkedText({ text }: { text: string }) {
  return (
    <>
      {text.split(ADDRESS).map((part, index) =>
        index % 2 === 1 ? <OutsideLink url={part} /> : part
      )}
    </>
  );
}
