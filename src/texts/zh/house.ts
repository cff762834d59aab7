import { paysAnyTime } from "#domain/payments/plan.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { guests, hoursText, nights } from "./stay.ts";

const { money, percent } = formatsOf("zh");
/** If there is no step, cancelling is free until the guest arrives. */
const before = (step: CancellationStep | undefined) =>
  step && step.fromHoursBefore > 0 ? `入住 ${hoursText(step.fromHoursBefore)}前` : "入住前";
const since = ({ fromHoursBefore }: CancellationStep) =>
  fromHoursBefore === 0 ? "入住时间起" : `入住前 ${hoursText(fromHoursBefore)}起`;

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "总价全额" : `总价的 ${percent(step.percent)}`;
  return step.nights === 1 ? "一晚房费" : ` ${nights(step.nights)}的房费`;
}

export const firstNights = (count: number) => (count === 1 ? "首晚房费" : `头 ${nights(count)}的房费`);

export const houseTexts = {
  rate: (cents, currency) => `每晚 ${money(cents, currency)}`,
  cancellation: ({ cancellation: [first, ...later] }) => ({
    freeCancellation: `${before(first)}可免费取消。`,
    cancellation: [
      `${before(first)}可免费取消。`,
      ...(first ? [`之后的取消费用为${fee(first)}。`] : []),
      ...later.map((step) => `${since(step)}为${fee(step)}。`),
    ].join(""),
  }),
  brokenPage: {
    title: "抱歉，此页面无法打开",
    home: "返回首页",
    reference: (id: string) => `参考编号：${id}`,
  },
  setupNotice: "示例内容：本网站正在准备中。",
  reviewer: { name: "一位客人", source: "别墅住客" },
  fromRate: (rate) => `${rate} 起`,
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `每次入住清洁费 ${money(cents, prices.currency)}`);
    return extras.length === 0 ? "已含税费" : `另加：${extras.join("、")}；总价包含全部费用`;
  },
  price: (rate, prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    return paysPerGuest(prices)
      ? `整栋别墅${rate}，含 ${guests(included)}。每增加一位客人每晚 ${money(extraCents, prices.currency)}，最多可住 ${guests(sleeps)}。`
      : `整栋别墅${rate}，最多可住 ${guests(sleeps)}。`;
  },
  requestFirst: (answer) => `您先向我们发送请求，此时无需付款，我们会在 ${answer} 小时内答复。`,
  checkFirst: (answer) =>
    `如果我们需要先确认您的日期，您先向我们发送请求，此时无需付款，我们会在 ${answer} 小时内答复。`,
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (paysAnyTime(terms)) return "现在无需付款，预订后可在线支付。";
    if (terms.firstPart === "all") return "预订时支付全款。";
    const first =
      terms.firstPart === "percent" ? `总价的 ${percent(terms.firstPercent * 100)}` : firstNights(terms.firstNights);
    const before = terms.balanceDays === 0 ? "在入住当天" : `在入住前 ${terms.balanceDays} 天`;
    return `预订时支付${first}，余款${before}支付。`;
  },
} satisfies HouseTexts;
