import { Picture } from "#picture";

/** For a drawing, only its URL. */
export const photoOf = (site, url) => ({ url, ...site.pictures.find((picture) => picture.url === url) });

/** The photo behind the headline, then the main photo, then the other photos. */
export function stripOf({ hero, photos }, name) {
  const sorted = [...photos].sort((a, b) => Number(b.isMain) - Number(a.isMain));
  const others = sorted.filter(({ url }) => url !== hero.imageUrl);
  const first = sorted.find(({ url }) => url === hero.imageUrl) ?? { title: name };
  return hero.imageUrl ? [{ ...first, id: "hero", url: hero.imageUrl }, ...others] : others;
}

export function PhotoStrip({ site, name, sizes, className }) {
  const photos = stripOf(site, name);
  return (
    <div id="photos" role="group" aria-label="Pictures of the cottage" className={`photos print:hidden ${className}`}>
      <ul>
        {photos.map((photo, i) => (
          <li key={photo.id} className="photo">
            <a id={`photo-${i + 1}`} href={`#photo-${i + 1}`}>
              <Picture
                photo={photoOf(site, photo.url)}
                alt={photo.title}
                width={1600}
                height={900}
                sizes={sizes}
                first={i === 0}
                className="size-full"
              />
              <span className="photo-text">
                <span aria-hidden="true">{photo.title}</span> {`${i + 1} / ${photos.length}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a href="#photos" aria-label="Close" className="photos-close photo-button">
        ×
      </a>
    </div>
  );
}
