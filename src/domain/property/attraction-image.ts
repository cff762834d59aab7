/** SPEC 3: the names offered in the form. */
export const OFFERED_ATTRACTIONS = [
  "Temple of the Sacred Tooth Relic",
  "Royal Botanical Gardens",
  "Kandy Lake",
  "Udawattakele Forest Reserve",
  "Victoria Golf Resort",
  "Nelligala Buddhist Center",
  "Bambaragala Monastery",
] as const;

/**
 * The attraction to which an image with this name belongs. Only if no attraction has the same name does a similar name
 * count: a picture of "Galle Fort" belongs to "Galle" only if there is no attraction "Galle Fort".
 */
export function placeOf<Place extends { name: string }>(
  imageName: string,
  places: readonly Place[],
): Place | undefined {
  const similar = places.filter(({ name }) => isSamePlace(imageName, name));
  return similar.find(({ name }) => letters(name) === letters(imageName)) ?? similar[0];
}

/**
 * Hosts write "Udawatta Kele Sanctuary" where the list has "Udawattakele Forest Reserve": the beginning of a name
 * identifies the place, and the end its kind.
 */
function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [letters(one), letters(other)];
  if (a === "" || b === "") return false;
  if (a.startsWith(b) || b.startsWith(a)) return true;
  const shared = sharedStart(a, b);
  return shared >= SHARED_LETTERS && shared > SHARED_PART * Math.min(a.length, b.length);
}

/** How many letters two names must share at the beginning; "udawattakele", for example, has enough. */
const SHARED_LETTERS = 10;
/**
 * The "Temple of the ..." that different temples share has enough letters too. In names of 20 letters or more, such as
 * "Temple of the Sacred Tooth Relic", it is too small a part for a match.
 */
const SHARED_PART = 0.55;

function letters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function sharedStart(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
