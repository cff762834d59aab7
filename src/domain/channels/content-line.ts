/** One line of a calendar file: `NAME;PARAM=VALUE:TEXT` (RFC 5545 3.1). Names are upper case. */
export type ContentLine = { name: string; params: ReadonlyMap<string, string>; value: string };

export const NO_PARAMS: ReadonlyMap<string, string> = new Map();
const NAME = /^[A-Za-z0-9-]+/;
const PARAM = /;([A-Za-z0-9-]+)=("[^"]*"|[^",;:]*)/y;

/** Null if the line does not have this form. Spaces around a value come from text editors and are removed. */
export function parseLine(line: string): ContentLine | null {
  const name = NAME.exec(line)?.[0];
  if (!name) return null;
  let at = name.length;
  // Most lines have no parameters, so no map is created for them: a large calendar has many lines.
  const params = line[at] === ";" ? new Map<string, string>() : null;
  while (line[at] === ";") {
    PARAM.lastIndex = at;
    const found = PARAM.exec(line);
    if (!found) return null;
    params?.set((found[1] ?? "").toUpperCase(), (found[2] ?? "").replaceAll('"', "").trim());
    at = PARAM.lastIndex;
    // A parameter may have several values; we only need the first.
    while (line[at] === ",") at = endOfValue(line, at + 1);
  }
  if (line.slice(at, at + 1) !== ":") return null;
  return { name: name.toUpperCase(), params: params ?? NO_PARAMS, value: line.slice(at + 1).trim() };
}

function endOfValue(line: string, from: number): number {
  if (line[from] === '"') return line.indexOf('"', from + 1) + 1 || line.length;
  let at = from;
  while (at < line.length && !",;:".includes(line[at] ?? "")) at++;
  return at;
}

/** The values of all lines with this name, each of which may be a list. */
export function* valuesOf(lines: ReadonlyMap<string, readonly ContentLine[]>, name: string): Generator<ContentLine> {
  for (const { params, value } of lines.get(name) ?? [])
    for (const one of value.split(",")) yield { name, params, value: one.trim() };
}

/** RFC 5545 3.3.11. */
export function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, char: string) => (char.toLowerCase() === "n" ? "\n" : char));
}
