import { useState } from "react";
import { type MessagePicture, picturePath } from "#contract/message-picture.ts";
import { Dialog } from "../../ui/dialog.tsx";

type Props = { bookingId: string; pictures: readonly MessagePicture[]; sender: string };

export function SentPictures({ bookingId, pictures, sender }: Props) {
  const [open, setOpen] = useState<MessagePicture | null>(null);
  const nameOf = (index: number) =>
    pictures.length === 1 ? `Picture from ${sender}` : `Picture ${index + 1} of ${pictures.length} from ${sender}`;
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-label={`${nameOf(index)}: open full size`}
              onClick={() => setOpen(picture)}
              className="block rounded-lg"
            >
              <img
                src={picturePath("host", bookingId, picture.id, "small")}
                alt=""
                width={picture.width}
                height={picture.height}
                loading="lazy"
                className="h-40 w-auto max-w-full rounded-lg object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {open ? (
        <Dialog title={nameOf(pictures.indexOf(open))} size="picture" onClose={() => setOpen(null)}>
          <a href={picturePath("host", bookingId, open.id, "large")} target="_blank" rel="noopener">
            <img
              src={picturePath("host", bookingId, open.id, "large")}
              alt={`${nameOf(pictures.indexOf(open))}, opens in a new tab`}
              width={open.width}
              height={open.height}
              className="mx-auto h-auto max-h-[75dvh] w-auto max-w-full rounded-lg object-contain"
            />
          </a>
        </Dialog>
      ) : null}
    </>
  );
}
