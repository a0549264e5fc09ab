import { Icon } from "@svc/http/page";

interface SearchFormProps {
  query: string;
  /** The big box of the home page. */
  large?: boolean;
}

/** The search box: a plain GET form, so an address can be shared. */
export function SearchForm({ query, large }: SearchFormProps) {
  const id = large ? "search-main" : "search";
  return (
    <form
      class={large ? "search search-large" : "search"}
      action="/search"
      method="get"
      role="search"
      aria-label="Extensions"
    >
      <label class="visually-hidden" for={id}>Search extensions</label>
      <input
        id={id}
        type="search"
        name="q"
        value={query}
        placeholder="Search extensions"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterkeyhint="search"
        maxlength={200}
      />
      <button type="submit">
        <Icon name="search" />
        <span class={large ? "" : "visually-hidden"}>Search</span>
      </button>
    </form>
  );
}
