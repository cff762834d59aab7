import { MAP_SIDES } from "#domain/property/site-content.ts";
import { MAP_SIZE, PLACE_SIZE } from "../../lib/picture-sizes.ts";
import { Section } from "../settings/section.tsx";
import type { Draft } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { ItemCard } from "./item-card.tsx";
import { ListEditor } from "./list-editor.tsx";
import { PictureField } from "./picture-field.tsx";
import { SelectLine } from "./select-line.tsx";
import { TextArea, TextLine } from "./text-line.tsx";

type Treasure = Draft["treasures"]["items"][number];
type Place = Draft["drawnMap"]["places"][number];

/** The landing page's sights, the illustrated map, and all other page text. */
export function SurroundingsSections() {
  return (
    <>
      <Treasures />
      <DrawnMap />
      <OtherTexts />
    </>
  );
}

function Treasures() {
  const { draft, change } = useEditor();
  const { treasures } = draft;
  const set = (part: Partial<typeof treasures>) => change({ treasures: { ...treasures, ...part } });
  return (
    <Section title="Sights on the home page" about="Three look best. Not shown without a title and sights.">
      <div className="space-y-4">
        <TextLine
          path="treasures.title"
          label="Section title"
          value={treasures.title ?? ""}
          onChange={(title) => set({ title })}
        />
        <ListEditor
          path="treasures.items"
          title="Sights"
          one="sight"
          items={treasures.items}
          fresh={(): Treasure => ({ title: "", text: "", imageUrl: "" })}
          onChange={(items) => set({ items })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.title === ""} title={item.title || `Sight ${place + 1}`}>
              <TextLine
                path={`${path}.title`}
                label="Title"
                value={item.title}
                onChange={(title) => changeItem({ ...item, title })}
              />
              <TextArea
                path={`${path}.text`}
                label="Text"
                value={item.text ?? ""}
                onChange={(text) => changeItem({ ...item, text })}
              />
              <PictureField
                path={`${path}.imageUrl`}
                label="Picture"
                url={item.imageUrl ?? ""}
                size={PLACE_SIZE}
                onChange={(imageUrl) => changeItem({ ...item, imageUrl })}
              />
            </ItemCard>
          )}
        </ListEditor>
      </div>
    </Section>
  );
}

function DrawnMap() {
  const { draft, change } = useEditor();
  const { drawnMap } = draft;
  const set = (part: Partial<typeof drawnMap>) => change({ drawnMap: { ...drawnMap, ...part } });
  return (
    <Section title="Illustrated map" about="At the top of the location page. Not shown without a picture.">
      <div className="space-y-4">
        <PictureField
          path="drawnMap.imageUrl"
          label="Picture of the map"
          url={drawnMap.imageUrl ?? ""}
          size={MAP_SIZE}
          onChange={(imageUrl) => set({ imageUrl })}
        />
        <TextArea
          path="drawnMap.about"
          label="What it shows, for guests who can't see it"
          value={drawnMap.about ?? ""}
          onChange={(about) => set({ about })}
        />
        <div className="grid grid-cols-2 gap-4">
          <Point
            path="drawnMap.cottageX"
            label="Cottage: distance from the left edge (0 to 1000)"
            value={drawnMap.cottageX}
            onChange={(cottageX) => set({ cottageX })}
          />
          <Point
            path="drawnMap.cottageY"
            label="Cottage: distance from the top edge (0 to 1000)"
            value={drawnMap.cottageY}
            onChange={(cottageY) => set({ cottageY })}
          />
        </div>
        <ListEditor
          path="drawnMap.places"
          title="Names on the map"
          one="name"
          hint="Positions are from 0 (left or top) to 1000 (right or bottom)."
          items={drawnMap.places}
          fresh={(): Place => ({ name: "", x: 500, y: 500, side: "right", water: false })}
          onChange={(places) => set({ places })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.name === ""} title={item.name || `Name ${place + 1}`}>
              <TextLine
                path={`${path}.name`}
                label="Name"
                value={item.name}
                onChange={(name) => changeItem({ ...item, name })}
              />
              <div className="grid gap-4 sm:grid-cols-3">
                <Point
                  path={`${path}.x`}
                  label="From the left"
                  value={item.x}
                  onChange={(x) => changeItem({ ...item, x })}
                />
                <Point
                  path={`${path}.y`}
                  label="From the top"
                  value={item.y}
                  onChange={(y) => changeItem({ ...item, y })}
                />
                <SelectLine
                  path={`${path}.side`}
                  label="Side of the name"
                  value={item.side ?? "right"}
                  options={MAP_SIDES}
                  onChange={(side) => changeItem({ ...item, side })}
                />
              </div>
            </ItemCard>
          )}
        </ListEditor>
      </div>
    </Section>
  );
}

function OtherTexts() {
  const { draft, change } = useEditor();
  const { pageTexts } = draft;
  const set = (part: Partial<typeof pageTexts>) => change({ pageTexts: { ...pageTexts, ...part } });
  return (
    <Section title="Other texts" about="Sentences on the public pages. Empty ones are not shown.">
      <div className="space-y-4">
        <TextLine
          path="pageTexts.tagline"
          label="After the name in the browser tab"
          value={pageTexts.tagline ?? ""}
          onChange={(tagline) => set({ tagline })}
        />
        <ListEditor
          path="pageTexts.facts"
          title="Next to the room counts on the home page"
          one="fact"
          items={pageTexts.facts}
          fresh={() => ""}
          onChange={(facts) => set({ facts })}
        >
          {(item, changeItem, path, place) => (
            <TextLine path={path} label={`Fact ${place + 1}`} value={item} onChange={changeItem} bare />
          )}
        </ListEditor>
        <TextArea
          path="pageTexts.attractionsLead"
          label="At the top of the attractions page"
          value={pageTexts.attractionsLead ?? ""}
          onChange={(attractionsLead) => set({ attractionsLead })}
        />
        <PictureField
          path="pageTexts.attractionsPicture"
          label="Picture on the attractions page"
          url={pageTexts.attractionsPicture ?? ""}
          size={PLACE_SIZE}
          onChange={(attractionsPicture) => set({ attractionsPicture })}
        />
        <TextLine
          path="pageTexts.attractionsEnding"
          label="At the end of the attractions page, above the booking button"
          value={pageTexts.attractionsEnding ?? ""}
          onChange={(attractionsEnding) => set({ attractionsEnding })}
        />
        <TextArea
          path="pageTexts.attractionsDescription"
          label="Description of the attractions page for search engines"
          value={pageTexts.attractionsDescription ?? ""}
          onChange={(attractionsDescription) => set({ attractionsDescription })}
        />
        <TextArea
          path="pageTexts.locationLead"
          label="At the top of the location page"
          value={pageTexts.locationLead ?? ""}
          onChange={(locationLead) => set({ locationLead })}
        />
      </div>
    </Section>
  );
}

type PointProps = { path: string; label: string; value: number | string; onChange: (value: string) => void };

function Point({ value, ...props }: PointProps) {
  return <TextLine {...props} inputMode="numeric" value={String(value)} />;
}
