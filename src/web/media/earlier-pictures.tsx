import { useQuery } from "@tanstack/react-query";
import type { Picture } from "#contract/media.ts";
import { picturesQuery } from "../api/media.ts";

export function EarlierPictures({ onPicked }: { onPicked: (picture: Picture) => void }) {
  const pictures = useQuery(picturesQuery).data ?? [];
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="mt-6">
      <h3 id="earlier" className="font-semibold">
        Or use one that you have uploaded
      </h3>
      <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-5">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              onClick={() => onPicked(picture)}
              className="block w-full overflow-hidden rounded-lg border border-line bg-sunken hover:border-accent"
            >
              <img
                src={picture.url}
                alt={picture.alt || "A picture without a description"}
                width={picture.width}
                height={picture.height}
                loading="lazy"
                className="aspect-4/3 w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
