import type { PlacesTexts } from "../en/places.ts";

export const placesTexts = {
  travelTime: "路程时间：",
  attractions: {
    title: "周边景点",
    about: "别墅周边的景点与活动，附路程时间。",
    none: "我们正在更新此列表。欢迎询问我们，我们会告诉您我们最喜欢的去处。",
    more: "更多周边风光",
    invitation: "住在这里，尽览周边",
    book: "立即预订住宿",
    pictures: "周边图片",
  },
  location: {
    title: "位置与交通",
    about: "别墅的位置、前往方式、车程和沿途地标，附周边地图。",
    map: "地图",
    drawn: (cottage, about) => (about ? `手绘地图：${cottage}，${about}。` : `手绘地图：${cottage}。`),
    youStay: "您住在这里",
    notToScale: "手绘示意图，未按比例。上方为北。",
    findUs: "如何找到我们",
    directions: "获取路线",
    openMap: "在地图中打开",
    otherMaps: "其他地图：",
    anotherApp: "其他地图应用",
    landmarks: "沿途地标",
    travelTimes: "车程",
    byCar: "驾车，正常路况",
    about3rd: (host) =>
      `详细地图的图片来自 <b>${host}</>。到目前为止没有从那里加载任何内容。按下按钮后，您的浏览器会从那里获取图片，${host} 会看到您的 IP 地址。`,
    detailed: "显示详细地图",
    loadingMap: "正在加载地图……",
    mapFailed: "地图无法加载。请再试一次，或使用上方的“在地图中打开”。",
  },
} satisfies PlacesTexts;
