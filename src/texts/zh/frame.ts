import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "跳到主要内容",
  nameless: "我们的别墅",
  bookYourStay: "预订住宿",
  backHome: "返回首页",
  findBooking: "查找预订",
  whatsapp: "通过 WhatsApp 联系",
  photos: "别墅的图片",
  close: "关闭",
  guard: {
    title: "此页面无法显示",
    offline: "您当前处于离线状态。恢复联网后，我们会刷新此页面。",
    again: "重新加载",
  },
} satisfies FrameTexts;
