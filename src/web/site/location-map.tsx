import { clsx } from "clsx";
import type { PublicSite } from "#contract/property.ts";
import { MAP_SIZE } from "../lib/picture-sizes.ts";
import { say } from "../lib/say.ts";
import { Picture } from "../ui/picture.tsx";

/** A cottage's name with more characters than this might overflow the map. */
const LONGEST_NAME = 24;

type DrawnMap = PublicSite["drawnMap"];
type MapPlace = DrawnMap["places"][number];
/** By the name of the place. `lang` is set if the text is not in the page's language. */
export type TravelTimesByPlace = ReadonlyMap<string, { time: string; lang: "en" | undefined }>;
type Props = { map: DrawnMap; cottageName: string; travelTimes: TravelTimesByPlace };

/** On phones, which have no room for the places' labels, the map and the list below it have numbers. */
export function LocationMap({ map, cottageName, travelTimes }: Props) {
  const texts = say.places.location;
  return (
    <figure>
      <div className="relative overflow-hidden rounded-3xl print:break-inside-avoid">
        <Picture
          src={map.imageUrl}
          alt={texts.drawn(cottageName, map.about.replace(/\.$/, ""))}
          {...MAP_SIZE}
          className="h-auto w-full"
        />
        <svg
          viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          <g className="hidden md:block">
            {map.places.map((place) => (
              <Label key={place.name} place={place} />
            ))}
          </g>
          <g className="md:hidden">
            {map.places.map((place, i) => (
              <Numbered key={place.name} place={place} number={i + 1} />
            ))}
          </g>
          <text
            {...pointOf({ x: map.cottageX, y: map.cottageY })}
            dy="-6"
            textAnchor="middle"
            className="map-name fill-[#7a3a22] text-[46px] font-semibold md:text-[30px]"
          >
            {cottageName.length <= LONGEST_NAME ? cottageName : texts.youStay}
          </text>
        </svg>
      </div>
      <figcaption className="mt-6">
        <p className="text-ink-soft">{texts.notToScale}</p>
        <ol className="mt-3 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
          {map.places.map((place, i) => (
            <li key={place.name} className="flex items-baseline gap-3 border-b border-line py-2">
              <span className="w-6 shrink-0 text-end font-semibold text-clay md:hidden">{i + 1}</span>
              <span className="min-w-0 flex-1">{place.name}</span>
              <span lang={travelTimes.get(place.name)?.lang} className="text-end text-ink-soft">
                {travelTimes.get(place.name)?.time}
              </span>
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

const ANCHORS = { top: "middle", bottom: "middle", left: "end", right: "start" } as const;
/** From the label's point down to its baseline, in units of the drawing. */
const BASELINES = { top: -6, bottom: 24, left: 7, right: 7 };

const LINE_HEIGHT = 25;

/** Two lines if a single line might overflow the drawing and the name can be split. */
function linesOf({ name, x, side }: MapPlace): string[] {
  const room = { left: x, right: 1000 - x, top: 2 * Math.min(x, 1000 - x), bottom: 2 * Math.min(x, 1000 - x) }[side];
  if (name.length * LETTER_WIDTH <= room) return [name];
  const space = name.indexOf(" ", name.length / 2 - 2);
  return space < 0 ? [name] : [name.slice(0, space), name.slice(space + 1)];
}
/** The width of a letter at the size of a label, in thousandths of the drawing's width. */
const LETTER_WIDTH = 11;

function Label({ place }: { place: MapPlace }) {
  const lines = linesOf(place);
  const { x, y } = pointOf(place);
  // Labels above their point grow upwards; labels beside their point stay vertically centred.
  const lift = { top: LINE_HEIGHT, left: LINE_HEIGHT / 2, right: LINE_HEIGHT / 2, bottom: 0 }[place.side];
  return (
    <text
      textAnchor={ANCHORS[place.side]}
      className={clsx("map-name text-[24px] xl:text-[20px]", place.water && "map-water")}
    >
      {lines.map((line, i) => (
        <tspan key={line} x={x} y={y + BASELINES[place.side] + i * LINE_HEIGHT - (lines.length - 1) * lift}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

const BADGE_RADIUS = 30;
/** From a label's point to the centre of its badge. */
const BADGE_SHIFTS = {
  top: { x: 0, y: -BADGE_RADIUS },
  bottom: { x: 0, y: BADGE_RADIUS },
  left: { x: -BADGE_RADIUS, y: 0 },
  right: { x: BADGE_RADIUS, y: 0 },
};

function Numbered({ place, number }: { place: MapPlace; number: number }) {
  const point = pointOf(place);
  const shift = BADGE_SHIFTS[place.side];
  const x = point.x + shift.x;
  const y = point.y + shift.y;
  return (
    <g>
      <circle cx={x} cy={y} r={BADGE_RADIUS} className="fill-[#fffdf9]" />
      <text x={x} y={y + 14} textAnchor="middle" className="fill-[#17342d] text-[40px] font-semibold">
        {number}
      </text>
    </g>
  );
}

function pointOf({ x, y }: { x: number; y: number }) {
  return { x: (x * MAP_SIZE.width) / 1000, y: (y * MAP_SIZE.height) / 1000 };
}
