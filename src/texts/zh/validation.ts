import type { Validation } from "../en/validation.ts";

export const validation = {
  "Name is required": "请填写姓名",
  "Enter your name without web addresses or phone numbers": "请填写姓名，不要包含网址或电话号码",
  "Valid email is required": "请填写有效的邮箱地址",
  "Phone number is required": "请填写电话号码",
  "Enter your phone number without web addresses": "请填写电话号码，不要包含网址",
  "Check-in date is required": "请选择入住日期",
  "Check-out date is required": "请选择退房日期",
  "Check-out date must be after check-in date": "退房日期必须晚于入住日期",
  "At least 1 guest is required": "至少需要 1 位客人",
  "Maximum {max} guests allowed for cottage booking": "本别墅最多可住 {max} 位客人",
  "The cottage is booked as a whole": "本别墅仅整栋出租",
  "Use at most {max} characters": "最多可输入 {max} 个字符",
  "Remove the characters that cannot be shown": "请删除无法显示的字符",
  "Enter this on one line": "请写在一行内",
  "Enter some text": "请在此填写内容",
  "Please enter your booking reference": "请填写预订编号",
  "Choose at most {max} pictures": "最多选择 {max} 张图片",
  "Choose one to five stars": "请选择一至五星",
  "Register the guest again with POST /api/guests": "请重新提交表单",
  "Invalid input": "请检查此项",
} satisfies Validation;
