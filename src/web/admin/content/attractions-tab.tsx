import { Section } from "../settings/section.tsx";
import type { Draft } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { ItemCard } from "./item-card.tsx";
import { ListEditor } from "./list-editor.tsx";
import { OtherLanguages } from "./other-languages.tsx";
import { PieceVisibility } from "./piece-visibility.tsx";
import { SurroundingsSections } from "./surroundings-sections.tsx";
import { LongText, TextArea, TextLine } from "./text-line.tsx";

type Attraction = Draft["localAttractions"][number];

/**
 * SPEC 2: Local Attractions. The name, distance, category and description of each attraction, and how to get to the
 * cottage.
 */
export function AttractionsTab() {
  const { draft, change } = useEditor();
  return (
    <>
      <Section
        title="Attractions"
        about="Shown on the attractions page in this order. Add pictures on the “Attraction Images” tab."
      >
        <ListEditor
          path="localAttractions"
          title="Local attractions"
          one="attraction"
          items={draft.localAttractions}
          fresh={(): Attraction => ({ name: "", distance: "", category: "", description: "", place: "", imageUrl: "" })}
          onChange={(localAttractions) => change({ localAttractions })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.name === ""} title={item.name || `Attraction ${place + 1}`}>
              <AttractionFields item={item} change={changeItem} path={path} />
            </ItemCard>
          )}
        </ListEditor>
      </Section>
      <GettingHere />
      <SurroundingsSections />
      <PieceVisibility tab="attractions" />
    </>
  );
}

function AttractionFields({
  item,
  change,
  path,
}: {
  item: Attraction;
  change: (item: Attraction) => void;
  path: string;
}) {
  return (
    <>
      <TextLine path={`${path}.name`} label="Name" value={item.name} onChange={(name) => change({ ...item, name })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine
          path={`${path}.distance`}
          label="Distance"
          placeholder="25-30 mins"
          value={item.distance}
          onChange={(distance) => change({ ...item, distance })}
        />
        <TextLine
          path={`${path}.category`}
          label="Category"
          placeholder="Nature"
          value={item.category}
          onChange={(category) => change({ ...item, category })}
        />
      </div>
      <TextLine
        path={`${path}.place`}
        label="Place"
        placeholder="Old town"
        value={item.place ?? ""}
        onChange={(place) => change({ ...item, place })}
      />
      <TextArea
        path={`${path}.description`}
        label="Description"
        value={item.description ?? ""}
        onChange={(description) => change({ ...item, description })}
      />
    </>
  );
}

function GettingHere() {
  const { draft, change } = useEditor();
  const guide = draft.gettingHere;
  const set = (part: Partial<typeof guide>) => change({ gettingHere: { ...guide, ...part } });
  return (
    <Section title="Getting here" about="Shown on the location page: where the cottage is and how to get there.">
      <div className="space-y-5">
        <div className="grid grid-cols-2 gap-4">
          <TextLine
            path="gettingHere.latitude"
            label="Latitude"
            inputMode="decimal"
            value={String(guide.latitude)}
            onChange={(latitude) => set({ latitude })}
          />
          <TextLine
            path="gettingHere.longitude"
            label="Longitude"
            inputMode="decimal"
            value={String(guide.longitude)}
            onChange={(longitude) => set({ longitude })}
          />
        </div>
        <LongText
          path="gettingHere.directions"
          label="Directions"
          value={guide.directions ?? ""}
          onChange={(directions) => set({ directions })}
        />
        <OtherLanguages
          path="directionsIn"
          label="Directions"
          english={guide.directions ?? ""}
          value={draft.directionsIn}
          onChange={(directionsIn) => change({ directionsIn })}
        />
        <ListEditor
          path="gettingHere.travelTimes"
          title="Travel times"
          one="travel time"
          items={guide.travelTimes}
          fresh={() => ({ place: "", time: "" })}
          onChange={(travelTimes) => set({ travelTimes })}
        >
          {(item, changeItem, path, place) => (
            <div className="grid grid-cols-[3fr_2fr] gap-2">
              <TextLine
                bare
                path={`${path}.place`}
                label={`Place ${place + 1}`}
                placeholder="Railway station"
                value={item.place}
                onChange={(to) => changeItem({ ...item, place: to })}
              />
              <TextLine
                bare
                path={`${path}.time`}
                label={`Travel time to place ${place + 1}`}
                placeholder="30 mins"
                value={item.time}
                onChange={(time) => changeItem({ ...item, time })}
              />
            </div>
          )}
        </ListEditor>
        <ListEditor
          path="gettingHere.landmarks"
          title="Landmarks on the way"
          one="landmark"
          items={guide.landmarks}
          fresh={() => ({ name: "", text: "" })}
          onChange={(landmarks) => set({ landmarks })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.name === ""} title={item.name || `Landmark ${place + 1}`}>
              <TextLine
                path={`${path}.name`}
                label="Landmark"
                value={item.name}
                onChange={(name) => changeItem({ ...item, name })}
              />
              <TextArea
                path={`${path}.text`}
                label="What to do there"
                value={item.text ?? ""}
                onChange={(text) => changeItem({ ...item, text })}
              />
            </ItemCard>
          )}
        </ListEditor>
      </div>
    </Section>
  );
}
