/**
 * What cannot be seen in a text: it hides words from a reader, forges lines, or turns the direction of writing. What joins emoji and
 * letters of several scripts, or makes an emoji of a sign, is part of the text and stays.
 */
export const unseen =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2800]/gu;
