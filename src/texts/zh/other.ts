import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "提示",
  credits: {
    title: "图片来源",
    some: "以下图片来自他人，谨此致谢。本网站的其他图片均由我们自己拍摄。",
    none: "本网站的所有图片均由我们自己拍摄。",
  },
  notFound: {
    title: "404 找不到页面",
    lead: "这个页面不存在。",
    text: "点击按钮返回首页。",
  },
} satisfies OtherTexts;
