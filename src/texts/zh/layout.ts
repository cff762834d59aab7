import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts = {
  home: "首页",
  attractions: "周边景点",
  location: "位置",
  houseRules: "入住须知",
  guestInfo: "住客信息",
  book: "预订",
  terms: "预订条款",
  cancellation: "取消政策",
  social: "社交媒体",
  mainMenu: "主菜单",
  menu: "菜单",
  quickLinks: "快速链接",
  pictureCredits: "图片来源",
  privacy: "隐私",
  follow: "关注与联系",
  languages: "语言",
} satisfies LayoutTexts;
