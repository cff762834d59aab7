import { BED_KINDS } from "#domain/property/site-content.ts";
import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import type { Draft } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { ItemList } from "./item-list.tsx";
import { ListEditor } from "./list-editor.tsx";
import { SelectLine } from "./select-line.tsx";
import { TextLine } from "./text-line.tsx";

type Room = Draft["rooms"]["bedrooms"][number];
type Beds = Room["beds"][number];

export function RoomsSection() {
  const rooms = fieldsOf(useEditor().field("rooms"));
  const size = rooms("sizeM2");
  return (
    <Section title="Rooms and beds" about="Shown on the home page and to search engines.">
      <div className="space-y-4">
        <TextLine
          {...size}
          label="Size in square meters"
          hint="Leave it empty if you don't know it."
          inputMode="numeric"
          value={String(size.value) === "0" ? "" : size.value}
        />
        <ItemList
          {...rooms("bedrooms")}
          title="Rooms with beds"
          one="room"
          fresh={(): Room => ({ name: "", beds: [{ kind: "Double bed", count: 1 }] })}
          nameOf={({ name }) => name}
        >
          {(at) => (
            <>
              <TextLine {...at("name")} label="Name" placeholder="Main bedroom" />
              <ListEditor
                {...at("beds")}
                title="Beds"
                one="kind of bed"
                fresh={(): Beds => ({ kind: "Single bed", count: 1 })}
              >
                {(beds) => {
                  const bed = fieldsOf(beds);
                  return (
                    <div className="grid grid-cols-2 gap-4">
                      <SelectLine {...bed("kind")} label="Kind" options={BED_KINDS} />
                      <TextLine {...bed("count")} label="How many" inputMode="numeric" />
                    </div>
                  );
                }}
              </ListEditor>
            </>
          )}
        </ItemList>
      </div>
    </Section>
  );
}
