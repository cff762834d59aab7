import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "提示",
  credits: {
    title: "图片来源",
    some: "谨向以下图片的拍摄者致谢。本网站的其他图片均归我们所有。",
    none: "本网站的所有图片均归我们所有。",
  },
  notFound: {
    title: "404 找不到页面",
    lead: "这个页面不存在。",
    text: "点击按钮返回首页。",
  },
} satisfies OtherTexts;
