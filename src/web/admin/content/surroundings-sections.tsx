import { MAP_SIDES } from "#domain/property/site-content.ts";
import { MAP_SIZE, PLACE_SIZE } from "../../lib/picture-sizes.ts";
import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import type { Draft } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { ItemList } from "./item-list.tsx";
import { ListEditor } from "./list-editor.tsx";
import { PictureField } from "./picture-field.tsx";
import { SelectLine } from "./select-line.tsx";
import { TextArea, TextLine } from "./text-line.tsx";

type Place = Draft["drawnMap"]["places"][number];

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
  const treasures = fieldsOf(useEditor().field("treasures"));
  return (
    <Section title="Sights on the home page" about="Three look best. Not shown without sights.">
      <div className="space-y-4">
        <TextLine {...treasures("title")} label="Section title" />
        <ItemList
          {...treasures("items")}
          title="Sights"
          one="sight"
          fresh={() => ({ title: "", text: "", imageUrl: "" })}
          nameOf={({ title }) => title}
        >
          {(at) => (
            <>
              <TextLine {...at("title")} label="Title" />
              <TextArea {...at("text")} label="Text" />
              <PictureField {...at("imageUrl")} label="Picture" size={PLACE_SIZE} />
            </>
          )}
        </ItemList>
      </div>
    </Section>
  );
}

function DrawnMap() {
  const drawnMap = fieldsOf(useEditor().field("drawnMap"));
  return (
    <Section title="Illustrated map" about="At the top of the location page. Not shown without a picture.">
      <div className="space-y-4">
        <PictureField {...drawnMap("imageUrl")} label="Picture of the map" size={MAP_SIZE} />
        <TextArea {...drawnMap("about")} label="What it shows, for guests who can't see it" />
        <div className="grid grid-cols-2 gap-4">
          <TextLine
            {...drawnMap("cottageX")}
            label="Cottage: distance from the left edge (0 to 1000)"
            inputMode="numeric"
          />
          <TextLine
            {...drawnMap("cottageY")}
            label="Cottage: distance from the top edge (0 to 1000)"
            inputMode="numeric"
          />
        </div>
        <ItemList
          {...drawnMap("places")}
          title="Names on the map"
          one="name"
          hint="Positions are from 0 (left or top) to 1000 (right or bottom)."
          fresh={(): Place => ({ name: "", x: 500, y: 500, side: "right", water: false })}
          nameOf={({ name }) => name}
        >
          {(at) => (
            <>
              <TextLine {...at("name")} label="Name" />
              <div className="grid gap-4 sm:grid-cols-3">
                <TextLine {...at("x")} label="From the left" inputMode="numeric" />
                <TextLine {...at("y")} label="From the top" inputMode="numeric" />
                <SelectLine
                  {...at("side")}
                  value={at("side").value ?? "right"}
                  label="Side of the name"
                  options={MAP_SIDES}
                />
              </div>
            </>
          )}
        </ItemList>
      </div>
    </Section>
  );
}

function OtherTexts() {
  const pageTexts = fieldsOf(useEditor().field("pageTexts"));
  return (
    <Section title="Other texts" about="Sentences on the public pages. Empty ones are not shown.">
      <div className="space-y-4">
        <TextLine {...pageTexts("tagline")} label="After the name in the browser tab" />
        <ListEditor
          {...pageTexts("facts")}
          title="Next to the room counts on the home page"
          one="fact"
          fresh={() => ""}
        >
          {(item, place) => <TextLine {...item} label={`Fact ${place + 1}`} bare />}
        </ListEditor>
        <TextArea {...pageTexts("attractionsLead")} label="At the top of the attractions page" />
        <PictureField {...pageTexts("attractionsPicture")} label="Picture on the attractions page" size={PLACE_SIZE} />
        <TextLine
          {...pageTexts("attractionsEnding")}
          label="At the end of the attractions page, above the booking button"
        />
        <TextArea
          {...pageTexts("attractionsDescription")}
          label="Description of the attractions page for search engines"
        />
        <TextArea {...pageTexts("locationLead")} label="At the top of the location page" />
      </div>
    </Section>
  );
}
