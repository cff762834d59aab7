/** `+94 81 000 0142` -> `tel:+94810000142`. */
export function phoneLink(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, "")}`;
}
