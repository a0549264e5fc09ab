import fc from "fast-check";

/** What strangers write into titles, names and bodies to reach whoever renders them. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  "colours of a terminal": "\u001b[1;31mred\u001b[0m",
  "a link of a terminal": "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007",
  "a NUL and a backspace": "a\0b\bc",
  "a changed direction": "user\u202egnp.exe",
  "HTML with a script": `<script>alert(1)</script><img src=x onerror="alert(1)">`,
  "an attribute's end": `" onmouseover="alert(1)" x='`,
  "a Markdown image": "![x](https://evil.example/pixel.png)",
  "a Markdown link and a reference": "[a](javascript:alert(1)) [b][c]",
  "the end of a table's cell": "a | b \\| c",
  "a heading": "# big",
  "a list": "- a",
  "a numbered list": "1. a",
  "code": "`a` ``b`` ```",
  "mentions": "@everyone @octocat a@example.com",
  "mentions of a chat": "<!channel> <!here> <@U123> <https://evil.example|safe>",
  "addresses": "https://evil.example www.evil.example mailto:a@b.c",
  "numbers of issues": "#1 acme/x#2 GH-3",
  "an entity": "&lt;b&gt; &#64;everyone &amp;",
  "a formula": `=HYPERLINK("https://evil.example","x")`,
  "mathematics": "$\\href{javascript:alert(1)}{x}$",
  "several lines": "a\r\n\n# b\n\n---\n",
};

/** Texts put together of the pieces that renderers give a meaning to. */
export const hostileText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ..."\\`*_{}[]()<>#|!~&$@:/.-+=\"'; \n\r\t\0\u001b\u0007\u009b\u009c\u202e\u2066\u2028\u200b\ud83d\ude00a1",
        "https://",
        "www.x.org",
        "a@b.org",
        "<!channel>",
        "<b>",
        "<!--",
        "&lt;",
        "&#64;",
        "javascript:",
        "1.",
        "```",
        "\u001b]8;;",
        "\u001b[31m",
        "GH-1",
        "#1",
        "![",
        "](",
        "mailto:",
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
  ),
  { maxLength: 16 },
).map((pieces) => pieces.join(""));
