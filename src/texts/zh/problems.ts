import type { ProblemsTexts } from "../en/problems.ts";
import { sayValidation } from "../reason.ts";
import { validation } from "./validation.ts";

export const problemsTexts = {
  invalid: (message) => sayValidation(validation, message),
  otherDates: (refusal) => `${refusal}。请选择其他日期`,
  notBooked: "您的住宿尚未预订",
  failed: "预订失败",
  failedMain: "预订时出现错误，请再试一次。",
  noGuest: "无法保存您的信息",
  noGuestBecause: (message) => `无法保存您的信息：${message}`,
  noBooking: "无法提交预订",
  taken: {
    title: "这些日期刚刚被预订",
    text: (booked) => `${booked}。您的预订没有成功，您填写的内容都还在。请选择其他日期，然后再次点击“立即预订”。`,
  },
  outdated: "此页面已过期。您填写的内容都还在，请再次点击“立即预订”。",
  checkEmail: "请查看您的邮箱",
  proven: "谢谢，您的邮箱已确认。请再次点击“立即预订”，在这里或您填写表单的页面均可。",
  unproven: "此链接已过期。请点击“立即预订”，我们会给您发送新的链接。",
} satisfies ProblemsTexts;
