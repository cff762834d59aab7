/** The same list with one item at another place; a place outside is the nearest inside. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return rest;
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}
