import { BED_KINDS } from "#domain/property/site-content.ts";
import { Section } from "../settings/section.tsx";
import type { Draft } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { ItemCard } from "./item-card.tsx";
import { ListEditor } from "./list-editor.tsx";
import { SelectLine } from "./select-line.tsx";
import { TextLine } from "./text-line.tsx";

type Room = Draft["rooms"]["bedrooms"][number];
type Beds = Room["beds"][number];

/** The size of the cottage and the beds of each room, on the home page. */
export function RoomsSection() {
  const { draft, change } = useEditor();
  const { rooms } = draft;
  const set = (part: Partial<typeof rooms>) => change({ rooms: { ...rooms, ...part } });
  return (
    <Section title="Rooms and beds" about="Shown on the home page and to search engines.">
      <div className="space-y-4">
        <TextLine
          path="rooms.sizeM2"
          label="Size in square metres"
          hint="Leave it empty if you don't know it."
          inputMode="numeric"
          value={String(rooms.sizeM2) === "0" ? "" : String(rooms.sizeM2)}
          onChange={(sizeM2) => set({ sizeM2 })}
        />
        <ListEditor
          path="rooms.bedrooms"
          title="Rooms with beds"
          one="room"
          items={rooms.bedrooms}
          fresh={(): Room => ({ name: "", beds: [{ kind: "Double bed", count: 1 }] })}
          onChange={(bedrooms) => set({ bedrooms })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.name === ""} title={item.name || `Room ${place + 1}`}>
              <TextLine
                path={`${path}.name`}
                label="Name"
                placeholder="Main bedroom"
                value={item.name}
                onChange={(name) => changeItem({ ...item, name })}
              />
              <ListEditor
                path={`${path}.beds`}
                title="Beds"
                one="kind of bed"
                items={item.beds}
                fresh={(): Beds => ({ kind: "Single bed", count: 1 })}
                onChange={(beds) => changeItem({ ...item, beds })}
              >
                {(beds, changeBeds, bedPath) => (
                  <div className="grid grid-cols-2 gap-4">
                    <SelectLine
                      path={`${bedPath}.kind`}
                      label="Kind"
                      value={beds.kind}
                      options={BED_KINDS}
                      onChange={(kind) => changeBeds({ ...beds, kind })}
                    />
                    <TextLine
                      path={`${bedPath}.count`}
                      label="How many"
                      inputMode="numeric"
                      value={String(beds.count)}
                      onChange={(count) => changeBeds({ ...beds, count })}
                    />
                  </div>
                )}
              </ListEditor>
            </ItemCard>
          )}
        </ListEditor>
      </div>
    </Section>
  );
}
