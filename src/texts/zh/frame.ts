import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "跳到主要内容",
  nameless: "我们的别墅",
  home: "首页",
  attractions: "周边景点",
  location: "位置",
  houseRules: "入住须知",
  guestInfo: "住客信息",
  book: "预订",
  bookYourStay: "预订住宿",
  backHome: "返回首页",
  terms: "预订条款",
  cancellation: "取消政策",
  findBooking: "查找预订",
  social: "社交媒体",
  whatsapp: "通过 WhatsApp 联系",
  photos: "别墅的图片",
  close: "关闭",
  guard: {
    title: "此页面无法显示",
    offline: "您当前处于离线状态。恢复联网后，我们会重新加载此页面。",
    again: "重新加载",
  },
} satisfies FrameTexts;
