export function nightsText(nights: number): string {
  return nights === 1 ? "1 night" : `${nights} nights`;
}
