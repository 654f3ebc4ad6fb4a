/** Letters that fit on three lines of the widest card. */
const threeLines = 150;
const wideLetters = /[\u1100-\u11FF\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]/g;

/** Whether copy exceeds three lines; Chinese, Japanese and Korean letters are twice as wide. */
export function isLongCopy(text: string): boolean {
  const lines = text.split('\n').length;
  return lines > 3 || text.length + (text.match(wideLetters)?.length ?? 0) > threeLines;
}
