import { quote } from "./bash.ts";
import type { Place } from "./words.ts";

/** The completion script for zsh. */
export function zshScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words, options }) => {
    const commands = words.map(({ word, summary }) => quote(`${word}:${escape(summary)}`));
    const flags = options.map(({ name, summary }) => quote(`--${name}:${escape(summary)}`));
    return `    ${quote(path)}) commands=(${commands.join(" ")}) options=(${flags.join(" ")}) ;;`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.filter((option) => option.choices).map(({ name, choices }) =>
      `    ${quote(`${path} --${name}`)}) compadd -- ${choices!.map(quote).join(" ")}; return ;;`
    )
  );
  const asking = `|${places.filter(({ asks }) => asks).map(({ path }) => path).join("|")}|`;
  return `#compdef svc
# svc completion for zsh: eval "$(svc completions zsh)"
_svc() {
  local path_ next word
  local -a commands options
  local known=${quote(`|${places.map(({ path }) => path).join("|")}|`)}
  for word in "\${words[@]:1:$((CURRENT-2))}"; do
    next=\${path_:+$path_ }$word
    [[ $known == *"|$next|"* ]] && path_=$next
  done
  case "$path_ \${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  case "$path_" in
${cases.join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  elif [[ ${quote(asking)} == *"|$path_|"* ]]; then
    compadd -- \${(f)"$("\${words[1]}" __complete "\${words[@]:1:$((CURRENT-2))}" 2>/dev/null)"}
  elif (( \${#commands} )); then
    _describe command commands
  else
    _files
  fi
}
compdef _svc svc
`;
}

/** A colon ends the word in a completion entry. */
function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll(":", "\\:");
}
