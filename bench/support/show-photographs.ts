import type { SavedContent } from "#contract/content.ts";
import type { Picture } from "#contract/media.ts";
import { hostSession } from "../../e2e/support/host-session.ts";

/** After the hero's photo: photos of the cottage, and one for each of the three treasures. */
const [AROUND, TREASURES] = [5, ["Temple of the Sacred Tooth", "Royal Botanical Gardens", "Hanthana Mountain Range"]];
export const PHOTO_COUNT = 1 + AROUND + TREASURES.length;

/** As a host would. Waits until each photo is ready in every format. */
export async function showPhotographs(url: string, photos: Buffer[]): Promise<void> {
  const json = { "content-type": "application/json" };
  const cookie = await hostSession(url);
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { headers: { ...json, cookie }, body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers: { cookie }, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const pictures: Picture[] = [];
  for (const [i, bytes] of photos.entries()) {
    const { uploadURL } = await ask("POST", "/api/objects/upload");
    const headers = { "content-type": "image/jpeg", cookie };
    await fetch(url + uploadURL, { method: "PUT", headers, body: new Uint8Array(bytes) });
    pictures.push(await ask("POST", "/api/admin/pictures", { uploadURL, alt: `Photograph ${i + 1}` }));
  }
  const [hero, ...rest] = pictures;
  const present: SavedContent = await ask("GET", "/api/admin/content/property");
  await ask("PUT", "/api/admin/content/hero", { ...present.hero, imageUrl: hero?.url });
  const around = rest.slice(0, AROUND);
  const shown = around.map((photo, i) => ({ url: photo.url, title: photo.alt, category: "Garden", isMain: i === 0 }));
  await ask("PUT", "/api/admin/content/photos", shown);
  const treasures = rest.slice(AROUND);
  const localAttractions = present.localAttractions.map((place) => {
    const picture = treasures[TREASURES.indexOf(place.name)];
    return picture ? { ...place, imageUrl: picture.url } : place;
  });
  await ask("PUT", "/api/admin/content/property", { localAttractions });
  for (;;) {
    const all: Picture[] = await ask("GET", "/api/admin/pictures");
    if (all.every((picture) => picture.formats.length === 2)) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
}
