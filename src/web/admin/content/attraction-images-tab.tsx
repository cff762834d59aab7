import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Picture } from "#contract/media.ts";
import { isSamePlace, OFFERED_ATTRACTIONS } from "#domain/property/attraction-image.ts";
import { addImage, type NewAttractionImage } from "../../api/media.ts";
import { attractionImagesQuery } from "../../api/shown-pictures.ts";
import { propertyQuery, siteQuery } from "../../api/property.ts";
import { PicturePicker } from "../../media/picture-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Picture as SitePicture } from "../../ui/picture.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "../bookings/act-error.tsx";
import { AttractionImageList } from "./attraction-image-list.tsx";

/** SPEC 2: images of the places around, which the page of attractions shows. */
export function AttractionImagesTab() {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,24rem)_1fr]">
      <NewImage />
      <AttractionImageList />
    </div>
  );
}

function NewImage() {
  const client = useQueryClient();
  const names = useAttractionNames();
  const [name, setName] = useState<string>(OFFERED_ATTRACTIONS[0]);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [altText, setAltText] = useState("");
  const save = useMutation({
    mutationFn: (image: NewAttractionImage) => addImage(image),
    onSuccess: async () => {
      setPicture(null);
      setAltText("");
      toast({ title: "Image uploaded successfully!" });
      await Promise.all(
        [attractionImagesQuery, siteQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      );
    },
    onError: () => toast({ title: "Failed to upload image", variant: "destructive" }),
  });
  const picked = (chosen: Picture) => {
    setPicture(chosen);
    setAltText(chosen.alt);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (picture) save.mutate({ attractionName: name, imageUrl: picture.url, altText });
  };
  return (
    <form noValidate onSubmit={send} className="space-y-4 rounded-2xl border border-line bg-surface p-5">
      <h2 className="font-serif text-xl">Add an image</h2>
      <Field label="Attraction">
        {(parts) => (
          <select {...parts} className={inputClass} value={name} onChange={(event) => setName(event.target.value)}>
            {names.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </Field>
      {picture ? (
        <>
          <SitePicture
            src={picture.url}
            alt={altText}
            width={picture.width}
            height={picture.height}
            sizes="24rem"
            className="aspect-6/5 w-full rounded-xl"
          />
          <Field label="What it shows" hint="For guests who cannot see it.">
            {(parts) => (
              <input
                {...parts}
                className={inputClass}
                value={altText}
                maxLength={250}
                onChange={(event) => setAltText(event.target.value)}
              />
            )}
          </Field>
        </>
      ) : null}
      <ActError error={save.error} />
      <div className="flex flex-wrap gap-3">
        <PicturePicker onPicked={picked}>{picture ? "Choose another" : "Choose a picture"}</PicturePicker>
        <Button type="submit" disabled={!picture || save.isPending}>
          {save.isPending ? "Saving..." : "Save image"}
        </Button>
      </div>
    </form>
  );
}

/** SPEC 3's names, then the host's own attractions that none of them means. */
function useAttractionNames(): string[] {
  const attractions = useQuery(propertyQuery).data?.localAttractions ?? [];
  const own = attractions.map((attraction) => attraction.name);
  return [...OFFERED_ATTRACTIONS, ...own.filter((name) => !OFFERED_ATTRACTIONS.some((one) => isSamePlace(one, name)))];
}
