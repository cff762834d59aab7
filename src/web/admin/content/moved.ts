/** A copy of the list with one item moved; a place outside of the list means its nearest end. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return rest;
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}
