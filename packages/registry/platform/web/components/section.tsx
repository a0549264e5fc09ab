import type { Child } from "hono/jsx";

interface SectionProps {
  /** Unique on the page; what an address leads to. */
  id: string;
  title: Child;
  /** Of the heading; 2 unless said. */
  level?: 2 | 3;
  class?: string;
  children?: Child;
}

/** A part of a page under its heading, which names it for assistive technology too. */
export function Section({ id, title, level = 2, class: look, children }: SectionProps) {
  const named = `${id}-title`;
  return (
    <section id={id} class={look} aria-labelledby={named}>
      {level === 2 ? <h2 id={named}>{title}</h2> : <h3 id={named}>{title}</h3>}
      {children}
    </section>
  );
}
