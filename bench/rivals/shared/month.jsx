import { addDays, formatFullDay, formatMonth, monthOf, weeksOf } from "./days.js";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const WINDOW_DAYS = 730;

/** Neither past days nor booked nights can be chosen, and a check-out only up to the next booked night. */
export function dayState({ today, taken, checkIn, checkOut }, day) {
  if (day < today || day > addDays(today, WINDOW_DAYS)) return "out";
  const leaving = checkIn && !checkOut && day > checkIn;
  if (!leaving) return taken.has(day) ? "taken" : "open";
  for (let night = checkIn; night < day; night = addDays(night, 1)) if (taken.has(night)) return "closed";
  return "open";
}

function placeOf({ checkIn, checkOut }, day) {
  if (day === checkIn) return "start";
  if (day === checkOut) return "end";
  return checkIn && checkOut && day > checkIn && day < checkOut ? "inside" : undefined;
}

/** Without `onChoose`, a day submits the form around the table. */
export function Month({ month, calendar, onChoose }) {
  return (
    <table className="stay-month">
      <caption>{formatMonth(`${month}-01`)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, place) => {
              // Days in adjacent months are distinguished only by their position.
              // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label
              if (day === null) return <td key={`${monthOf(month)} ${place}`} />;
              const state = dayState(calendar, day);
              return (
                <td key={day}>
                  <button
                    type={onChoose ? "button" : "submit"}
                    name="in"
                    value={day}
                    disabled={state !== "open"}
                    aria-label={formatFullDay(day)}
                    data-day={day}
                    data-state={state}
                    data-place={placeOf(calendar, day)}
                    className="stay-day"
                    onClick={onChoose ? () => onChoose(day) : undefined}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
