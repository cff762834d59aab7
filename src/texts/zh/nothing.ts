import type { NothingTexts } from "../en/nothing.ts";

export const nothingTexts = {
  loading: "正在加载别墅信息……",
  error: "无法加载别墅信息",
  tryLater: "暂时无法加载别墅信息，请稍后再试。",
  empty: "目前没有别墅信息，请稍后再来看看。",
} satisfies NothingTexts;
