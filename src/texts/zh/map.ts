import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures: "地图图片暂时无法获取。上方的“在地图中打开”同样可以指路。",
  detailedOf: (cottage) => `详细地图：${cottage} 及周边`,
  picturesBy: (source) => `地图图片：${source}`,
  keys: "使用键盘时，方向键移动地图，+ 和 - 缩放。",
} satisfies MapTexts;
