type AmenityGroup = { title: string; amenities: string[] };

/** A line that ends with a colon is the title of the group that follows it. */
export function amenityGroups(lines: readonly string[]): AmenityGroup[] {
  const groups: AmenityGroup[] = [{ title: "", amenities: [] }];
  for (const line of lines) {
    if (isGroupTitle(line)) groups.push({ title: line.slice(0, -1).trim(), amenities: [] });
    else groups.at(-1)?.amenities.push(line);
  }
  return groups.filter(({ amenities }) => amenities.length > 0);
}

export function isGroupTitle(line: string): boolean {
  return /[:：]$/.test(line);
}
