/** A strict RFC 4180 parser (CRLF only) for tests, independent of the code that writes the files. */
export function readCsv(csv: string): string[][] {
  const records: string[][] = [[]];
  let rest = csv;
  while (rest.length > 0) {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (!cell) throw new Error(`Not RFC 4180: ${JSON.stringify(rest.slice(0, 60))}`);
    records.at(-1)?.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? "");
    if (cell[3] === "\r\n") records.push([]);
    rest = rest.slice(cell[0].length);
  }
  if (records.at(-1)?.length !== 0) throw new Error("The last record does not end");
  return records.slice(0, -1);
}
