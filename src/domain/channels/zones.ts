import { canonicalTimeZone, type TimeZone } from "../calendar/time-zone.ts";
import { type Days, definedZone } from "./defined-zone.ts";
import { type Effort, STEPS } from "./effort.ts";
import type { EventZone } from "./event-time.ts";
import type { ZoneLines } from "./split-calendar.ts";

/** Windows zone names, as written by Outlook and Exchange (Unicode CLDR `windowsZones`, territory 001). */
const WINDOWS: Record<string, TimeZone> = Object.fromEntries(
  `Dateline Standard Time=Etc/GMT+12|UTC-11=Etc/GMT+11|Aleutian Standard Time=America/Adak|Hawaiian Standard Time=Pacific/Honolulu
Marquesas Standard Time=Pacific/Marquesas|Alaskan Standard Time=America/Anchorage|UTC-09=Etc/GMT+9|UTC-08=Etc/GMT+8
Pacific Standard Time=America/Los_Angeles|Pacific Standard Time (Mexico)=America/Tijuana|US Mountain Standard Time=America/Phoenix
Mountain Standard Time=America/Denver|Mountain Standard Time (Mexico)=America/Mazatlan|Yukon Standard Time=America/Whitehorse
Central America Standard Time=America/Guatemala|Central Standard Time=America/Chicago|Easter Island Standard Time=Pacific/Easter
Central Standard Time (Mexico)=America/Mexico_City|Canada Central Standard Time=America/Regina|SA Pacific Standard Time=America/Bogota
Eastern Standard Time=America/New_York|Eastern Standard Time (Mexico)=America/Cancun|US Eastern Standard Time=America/Indianapolis
Haiti Standard Time=America/Port-au-Prince|Cuba Standard Time=America/Havana|Turks And Caicos Standard Time=America/Grand_Turk
Paraguay Standard Time=America/Asuncion|Atlantic Standard Time=America/Halifax|Venezuela Standard Time=America/Caracas
Central Brazilian Standard Time=America/Cuiaba|SA Western Standard Time=America/La_Paz|Pacific SA Standard Time=America/Santiago
Newfoundland Standard Time=America/St_Johns|Tocantins Standard Time=America/Araguaina|E. South America Standard Time=America/Sao_Paulo
SA Eastern Standard Time=America/Cayenne|Argentina Standard Time=America/Buenos_Aires|Greenland Standard Time=America/Godthab
Montevideo Standard Time=America/Montevideo|Magallanes Standard Time=America/Punta_Arenas|Saint Pierre Standard Time=America/Miquelon
Bahia Standard Time=America/Bahia|UTC-02=Etc/GMT+2|Azores Standard Time=Atlantic/Azores|Cape Verde Standard Time=Atlantic/Cape_Verde
UTC=Etc/UTC|GMT Standard Time=Europe/London|Greenwich Standard Time=Atlantic/Reykjavik|Sao Tome Standard Time=Africa/Sao_Tome
Morocco Standard Time=Africa/Casablanca|W. Europe Standard Time=Europe/Berlin|Central Europe Standard Time=Europe/Budapest
Romance Standard Time=Europe/Paris|Central European Standard Time=Europe/Warsaw|W. Central Africa Standard Time=Africa/Lagos
Jordan Standard Time=Asia/Amman|GTB Standard Time=Europe/Bucharest|Middle East Standard Time=Asia/Beirut|Egypt Standard Time=Africa/Cairo
E. Europe Standard Time=Europe/Chisinau|Syria Standard Time=Asia/Damascus|West Bank Standard Time=Asia/Hebron
South Africa Standard Time=Africa/Johannesburg|FLE Standard Time=Europe/Kiev|Israel Standard Time=Asia/Jerusalem
Kaliningrad Standard Time=Europe/Kaliningrad|Sudan Standard Time=Africa/Khartoum|Libya Standard Time=Africa/Tripoli
Namibia Standard Time=Africa/Windhoek|Arabic Standard Time=Asia/Baghdad|Turkey Standard Time=Europe/Istanbul|Arab Standard Time=Asia/Riyadh
Belarus Standard Time=Europe/Minsk|Russian Standard Time=Europe/Moscow|E. Africa Standard Time=Africa/Nairobi|Iran Standard Time=Asia/Tehran
Arabian Standard Time=Asia/Dubai|Azerbaijan Standard Time=Asia/Baku|Russia Time Zone 3=Europe/Samara|Mauritius Standard Time=Indian/Mauritius
Georgian Standard Time=Asia/Tbilisi|Caucasus Standard Time=Asia/Yerevan|Afghanistan Standard Time=Asia/Kabul
West Asia Standard Time=Asia/Tashkent|Ekaterinburg Standard Time=Asia/Yekaterinburg|Pakistan Standard Time=Asia/Karachi
India Standard Time=Asia/Calcutta|Sri Lanka Standard Time=Asia/Colombo|Nepal Standard Time=Asia/Katmandu|Central Asia Standard Time=Asia/Almaty
Bangladesh Standard Time=Asia/Dhaka|Omsk Standard Time=Asia/Omsk|Myanmar Standard Time=Asia/Rangoon|SE Asia Standard Time=Asia/Bangkok
Altai Standard Time=Asia/Barnaul|W. Mongolia Standard Time=Asia/Hovd|North Asia Standard Time=Asia/Krasnoyarsk
N. Central Asia Standard Time=Asia/Novosibirsk|Tomsk Standard Time=Asia/Tomsk|China Standard Time=Asia/Shanghai
North Asia East Standard Time=Asia/Irkutsk|Singapore Standard Time=Asia/Singapore|W. Australia Standard Time=Australia/Perth
Taipei Standard Time=Asia/Taipei|Ulaanbaatar Standard Time=Asia/Ulaanbaatar|Aus Central W. Standard Time=Australia/Eucla
Transbaikal Standard Time=Asia/Chita|Tokyo Standard Time=Asia/Tokyo|North Korea Standard Time=Asia/Pyongyang|Korea Standard Time=Asia/Seoul
Yakutsk Standard Time=Asia/Yakutsk|Cen. Australia Standard Time=Australia/Adelaide|AUS Central Standard Time=Australia/Darwin
E. Australia Standard Time=Australia/Brisbane|AUS Eastern Standard Time=Australia/Sydney|West Pacific Standard Time=Pacific/Port_Moresby
Tasmania Standard Time=Australia/Hobart|Vladivostok Standard Time=Asia/Vladivostok|Lord Howe Standard Time=Australia/Lord_Howe
Bougainville Standard Time=Pacific/Bougainville|Russia Time Zone 10=Asia/Srednekolymsk|Magadan Standard Time=Asia/Magadan
Norfolk Standard Time=Pacific/Norfolk|Sakhalin Standard Time=Asia/Sakhalin|Central Pacific Standard Time=Pacific/Guadalcanal
Russia Time Zone 11=Asia/Kamchatka|New Zealand Standard Time=Pacific/Auckland|UTC+12=Etc/GMT-12|Fiji Standard Time=Pacific/Fiji
Chatham Islands Standard Time=Pacific/Chatham|UTC+13=Etc/GMT-13|Tonga Standard Time=Pacific/Tongatapu|Samoa Standard Time=Pacific/Apia
Line Islands Standard Time=Pacific/Kiritimati`
    .split(/[|\n]/)
    .map((pair) => {
      const [name = "", zone = ""] = pair.split("=");
      return [name.toLowerCase(), zone];
    }),
);

const LONGEST_NAME = 200;

/**
 * The zone of a TZID (S-13); null when unknown. In `/freeassociation.sourceforge.net/Europe/Kiev`, the zone name is at
 * the end.
 */
function zoneNamed(id: string): TimeZone | null {
  if (id.length > LONGEST_NAME) return null;
  const name = id.replace(/^\/+/, "");
  const windows = WINDOWS[name.toLowerCase()];
  if (windows) return canonicalTimeZone(windows);
  const parts = name.split("/").slice(-3);
  const endings = parts
    .map((_, n) => parts.slice(n).join("/"))
    .filter((one) => /^[A-Za-z_+-]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(one))
    .filter((one) => one.includes("/") || one === "UTC" || one === "GMT");
  for (const ending of endings) {
    const zone = canonicalTimeZone(ending);
    if (zone) return zone;
  }
  return null;
}

/**
 * Zones by the names that a calendar uses for them: IANA and Windows names, and those of zones that the calendar
 * describes itself. Cached, because a calendar may use the same name many times.
 */
export function createZoneNames(
  defined: readonly ZoneLines[],
  days: Days,
  effort: Effort,
): (id: string) => EventZone | null {
  const known = new Map<string, EventZone | null>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    effort.spend(STEPS.newTimeZone);
    const description = defined.find((one) => one.id === id);
    const zone = zoneNamed(id) ?? (description ? definedZone(description, days, effort) : null);
    known.set(id, zone);
    return zone;
  };
}
