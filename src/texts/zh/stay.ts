import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { PriceLines, StayTexts } from "../en/stay.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("zh");
const { anyOf, day, money, percent } = pageFormatsOf("zh");
export const nights = (count: number) => plural(count, { other: `${count} 晚` });
const extraGuests = (count: number) => plural(count, { other: `加住客人 ${count} 位` });
const named = (from: Origin) => (from ? `（${from.name}）` : "");

export function stayRefusal(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "无法预订过去的日期";
    case "order":
      return "退房日期必须晚于入住日期";
    case "notice":
      return `最早可入住日期：${day(refusal.earliestArrival)}`;
    case "longest-stay":
      return `最多可住 ${nights(refusal.nights)}`;
    case "horizon":
      return refusal.days === BOOKING_WINDOW_DAYS ? "最多可提前两年预订" : `最多可提前 ${refusal.days} 天预订`;
    case "taken":
      return "其中部分日期已被预订";
    case "minimum":
      return `至少入住 ${nights(refusal.nights)}${named(refusal.from)}`;
    case "arrival-day":
      return `可入住日：${anyOf(refusal.days)}${named(refusal.from)}`;
    case "departure-day":
      return `可退房日：${anyOf(refusal.days)}${named(refusal.from)}`;
    case "guests":
      return `本别墅最多可住 ${refusal.sleeps} 位客人`;
  }
}

function discount(reason: DiscountReason): string {
  switch (reason.reason) {
    case "code":
      return reason.percent === null
        ? `优惠码 ${reason.code}`
        : `优惠码 ${reason.code}（优惠 ${percent(reason.percent)}）`;
    case "longer-stay":
      return `长住 ${reason.nights} 晚及以上（优惠 ${percent(reason.percent)}）`;
    case "last-minute":
      return `临近入住优惠（优惠 ${percent(reason.percent)}）`;
    case "early-bird":
      return `早订优惠（优惠 ${percent(reason.percent)}）`;
  }
}

function lineText(line: QuoteLine, currency: string): string {
  switch (line.kind) {
    case "nights":
      return `${nights(line.quantity)} × ${money(line.unitCents, currency)}${named(line.from)}`;
    case "agreed":
      return `${nights(line.nights)}的约定价格`;
    case "discount":
      return discount(line);
    case "extra-guests":
      return `${extraGuests(line.guests)}，${nights(line.nights)} × ${money(line.unitCents, currency)}`;
    case "adjustment":
      return line.label;
    case "cleaning":
      return "清洁费";
    case "tax":
      return line.percent === null ? line.name : `${line.name}（${percent(line.percent)}）`;
  }
}

function lineLabel(line: QuoteLine, currency: string): string {
  return line.kind === "nights" ? `整栋别墅${named(line.from)}` : lineText(line, currency);
}

export const priceLines = { label: lineLabel, text: lineText } satisfies PriceLines;

const days = (count: number) => `${count} 天`;
/** `48 小时`, `14 天`. */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : `${count} 小时`);
export const guests = (count: number) => plural(count, { other: `${count} 位客人` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment}（${city} 当地时间）`;

export const stayTexts = {
  refusal: stayRefusal,
  line: lineText,
  nights,
  guests,
  bedrooms: (count) => plural(count, { other: `${count} 间卧室` }),
  bathrooms: (count) => plural(count, { other: `${count} 间浴室` }),
  span: (from, to) => `${from}至${to}`,
  total: (sum) => `总价 ${sum}`,
  taxesIncluded: "已含税费",
  alreadyBooked: ({ days: dates, count }) => (count === 1 ? `${dates}当晚已被预订` : `以下各晚已被预订：${dates}`),
  checkIn: "入住",
  checkOut: "退房",
  from: (date, time) => `${date}，${time} 起`,
  by: (date, time) => `${date}，${time} 前`,
  localTime,
  calendar: {
    label: "日历",
    previous: "上个月",
    next: "下个月",
    crossedOut: "划线的日期已被预订。",
    local: "所有日期均以别墅当地时间为准。",
    howTo: "选择灰色日期可查看无法选择的原因。",
    horizon: (count) =>
      count === BOOKING_WINDOW_DAYS
        ? "过去的日期和两年以后的日期无法预订。"
        : `过去的日期和 ${days(count)}以后的日期无法预订。`,
    today: (date) => `今天，${date}`,
    start: "入住日",
    inside: "您的住宿期间",
    end: "退房日",
    booked: "已被预订",
    onlyCheckOut: "已被预订；这一天可以退房，但不能入住",
    between: "中间有已被预订的日期",
    refused: (refusal, afterCheckIn) =>
      refusal.rule === "minimum" && afterCheckIn
        ? `自入住日起至少入住 ${nights(refusal.nights)}${named(refusal.from)}`
        : stayRefusal(refusal),
    why: (date, reason) => `${date}：${reason}。`,
  },
} satisfies StayTexts;
