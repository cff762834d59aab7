import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts: LayoutTexts = {
  mainMenu: "主菜单",
  menu: "菜单",
  quickLinks: "快速链接",
  pictureCredits: "图片来源",
  privacy: "隐私",
  follow: "关注与联系",
  languages: "语言",
};
