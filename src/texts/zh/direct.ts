import type { DirectTexts } from "../en/direct.ts";

export const directTexts = {
  tab: "直接预订",
  title: "直接预订",
  lead: "直接向房东预订，无需预订平台。",
  fullName: "姓名",
  benefits: {
    title: "为什么直接预订",
    list: (own, freeCancellation) => [
      "所见即所付：没有预订手续费，也没有平台佣金。",
      ...own,
      "您直接与房东联系。",
      freeCancellation,
      "您可以自己在网上更改或取消预订。",
    ],
  },
  missing: { title: "信息不完整", description: "请填写所有必填项。" },
  invalidDates: { title: "日期无效", description: "退房日期必须晚于入住日期。" },
  required: {
    name: "请输入您的姓名",
    email: "请输入您的电子邮箱",
    checkInDate: "请选择入住日期",
    checkOutDate: "请选择退房日期",
  },
  failed: "出现问题，请再试一次。",
  confirmed: {
    title: "预订已确认！",
    emailed: (address) => `我们已将确认邮件发送到 ${address}。`,
    notEmailed: "我们不发送确认邮件，请保存或打印此页面。",
  },
} satisfies DirectTexts;
