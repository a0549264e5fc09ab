const COLOURS: Readonly<Record<string, string>> = {
  A: "#0a6236",
  B: "#0a6236",
  C: "#6c5200",
  D: "#6c5200",
  F: "#a8201a",
};

/** A small SVG for READMEs elsewhere: `svc | A 100%`. */
export function scoreBadge(score: { percentage: number; grade: string } | null): string {
  const value = score === null ? "not scored" : `${score.grade} ${score.percentage}%`;
  const width = 14 + value.length * 7;
  const colour = score === null ? "#47525a" : COLOURS[score.grade] ?? "#47525a";
  const label = `svc score: ${value}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${34 + width}" height="20" role="img" ` +
    `aria-label="${label}"><title>${label}</title>` +
    `<rect width="34" height="20" fill="#ffcc00"/><rect x="34" width="${width}" height="20" fill="${colour}"/>` +
    `<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="11.500" font-weight="700" text-anchor="middle">` +
    `<text x="17" y="14" fill="#14181a">svc</text>` +
    `<text x="${34 + width / 2}" y="14" fill="#fff">${value}</text></g></svg>`;
}
