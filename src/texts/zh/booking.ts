import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { BookingTexts } from "../en/booking.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { hoursText, nights } from "./stay.ts";

const { percent } = pageFormatsOf("zh");

function chargeLabel(step: CancellationStep): string {
  if ("percent" in step) {
    return step.percent === 10_000 ? "总价全额" : `总价的 ${percent(step.percent)}`;
  }
  return step.nights === 1 ? "一晚房费" : `${nights(step.nights)}的房费`;
}

const charge = ({ step, amount }: { step: CancellationStep; amount: string }) => `${amount}（${chargeLabel(step)}）`;

export const bookingTexts = {
  title: "预订住宿",
  loading: "正在加载预订表单……",
  notFound: {
    title: "找不到该房源",
    text: "暂时无法加载别墅信息，请稍后再试。",
    back: "返回首页",
  },
  yourStay: "您的住宿",
  yourDetails: "您的信息",
  terms: "预订须遵守我们的预订条款与取消政策",
  leaveEmpty: "请将此处留空",
  updatePrice: "更新价格",
  chooseDates: "请选择日期",
  nightsIncluded: (count, payNote) => (payNote ? `${count}，已含税费。${payNote}` : `${count}，已含税费`),
  bookNow: "立即预订",
  processing: "正在提交……",
  option: {
    legend: "预订方式",
    entire: "整栋别墅",
    rooms: (bedrooms, bathrooms) => `${bedrooms}，${bathrooms}，仅供您一行人使用`,
  },
  chosen: {
    checkIn: "请先选择入住日，再选择退房日。",
    checkOut: (day) => `入住日：${day}。现在请选择退房日。`,
    stay: (total, count, dates) => `总价 ${total}，${count}，${dates}`,
    clear: "清除日期",
  },
  code: {
    have: "有优惠码吗？",
    label: "优惠码",
    use: "使用优惠码",
    unknown: "暂时无法验证优惠码，请稍后再试。",
  },
  fields: {
    guests: "入住人数",
    guestCount: "入住人数",
    guestRange: (most) => `最多 ${most} 位，包括儿童`,
    guestName: "客人姓名",
    email: "电子邮箱",
    phone: "电话",
    phoneOptional: "电话（选填）",
    whatsapp: "同时通过 WhatsApp 接收有关本次住宿的消息",
    whatsappHint: "发送到上面的号码，请包含国家区号。随时回复 STOP 即可退订。",
    requests: "特殊要求（选填）",
    requestsHint: "例如婴儿床、晚到或过敏。",
  },
  problem: "请检查您填写的内容",
  offline: {
    title: "无法连接",
    text: "您可能处于离线状态。您填写的内容已全部保存。恢复联网后，请刷新页面并再次点击“立即预订”，不会重复预订。",
  },
  created: { title: "预订已提交", description: "您的预订已成功提交！" },
  hints: {
    unreadable: "无法识别链接中的日期，请在下面选择。",
    refused: (refusal) => `链接中的日期无法预订。${refusal}。`,
    sleeps: (guests, start) => `本别墅最多可住 ${guests}，因此我们先填了 ${start} 位。`,
  },
  notice: {
    unsettled: "我们不确定您的预订是否成功。请再次点击“立即预订”，不会重复预订。",
    free: "这些日期别墅空闲。",
    refused: (refusal) => `${refusal}。`,
    offer: (dates, total) => `${dates}，总价 ${total}`,
    nearest: (offer) => `选用最近的空闲日期：${offer}`,
    or: (offer) => `或${offer}`,
    booked: "您已预订这些日期。",
    see: "查看您的预订",
  },
  summary: {
    ofWhich: (tax, amount) => `其中 ${tax}：${amount}`,
    nights: "晚数",
    rate: "房价",
    cancellation: "取消",
    noDates: (extras) => `${extras}。选择入住和退房日期即可查看总价。`,
    noPicture: "暂无图片",
    nightsTimes: (count, price) => `${count} × ${price}`,
  },
  cancellation: {
    free: "免费",
    until: (until, first, later) =>
      `${until}之前免费；之后收取 ${charge(first)}${later.map((step) => `；${step.from}起收取 ${charge(step)}`).join("")}`,
    over: (most, freeFrom, hours) =>
      `取消最多收取 ${charge(most)}。如在${freeFrom}或之后入住，入住 ${hoursText(hours)}前可免费取消`,
  },
} satisfies BookingTexts;
