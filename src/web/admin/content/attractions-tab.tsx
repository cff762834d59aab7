import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { ItemList } from "./item-list.tsx";
import { ListEditor } from "./list-editor.tsx";
import { OtherLanguages } from "./other-languages.tsx";
import { PieceVisibility } from "./piece-visibility.tsx";
import { SurroundingsSections } from "./surroundings-sections.tsx";
import { LongText, TextArea, TextLine } from "./text-line.tsx";

/** SPEC 2 */
export function AttractionsTab() {
  const { field } = useEditor();
  return (
    <>
      <Section
        title="Attractions"
        about="Shown on the attractions page in this order. Add pictures on the “Attraction Images” tab."
      >
        <ItemList
          {...field("localAttractions")}
          title="Local attractions"
          one="attraction"
          fresh={() => ({ name: "", distance: "", category: "", description: "", place: "", imageUrl: "" })}
          nameOf={({ name }) => name}
        >
          {(at) => (
            <>
              <TextLine {...at("name")} label="Name" />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextLine {...at("distance")} label="Distance" placeholder="25-30 mins" />
                <TextLine {...at("category")} label="Category" placeholder="Nature" />
              </div>
              <TextLine {...at("place")} label="Place" placeholder="Old town" />
              <TextArea {...at("description")} label="Description" />
            </>
          )}
        </ItemList>
      </Section>
      <GettingHere />
      <SurroundingsSections />
      <PieceVisibility tab="attractions" />
    </>
  );
}

function GettingHere() {
  const { field } = useEditor();
  const gettingHere = fieldsOf(field("gettingHere"));
  const directions = gettingHere("directions");
  return (
    <Section title="Getting here" about="Shown on the location page: where the cottage is and how to get there.">
      <div className="space-y-5">
        <div className="grid grid-cols-2 gap-4">
          {/* No inputMode: the number pads of some phones have no minus sign. */}
          <TextLine {...gettingHere("latitude")} label="Latitude" />
          <TextLine {...gettingHere("longitude")} label="Longitude" />
        </div>
        <LongText {...directions} label="Directions" />
        <OtherLanguages {...field("directionsIn")} label="Directions" english={directions.value ?? ""} />
        <ListEditor
          {...gettingHere("travelTimes")}
          title="Travel times"
          one="travel time"
          fresh={() => ({ place: "", time: "" })}
        >
          {(item, place) => {
            const at = fieldsOf(item);
            return (
              <div className="grid grid-cols-[3fr_2fr] gap-2">
                <TextLine bare {...at("place")} label={`Place ${place + 1}`} placeholder="Railway station" />
                <TextLine bare {...at("time")} label={`Travel time to place ${place + 1}`} placeholder="30 mins" />
              </div>
            );
          }}
        </ListEditor>
        <ItemList
          {...gettingHere("landmarks")}
          title="Landmarks on the way"
          one="landmark"
          fresh={() => ({ name: "", text: "" })}
          nameOf={({ name }) => name}
        >
          {(at) => (
            <>
              <TextLine {...at("name")} label="Landmark" />
              <TextArea {...at("text")} label="What to do there" />
            </>
          )}
        </ItemList>
      </div>
    </Section>
  );
}
