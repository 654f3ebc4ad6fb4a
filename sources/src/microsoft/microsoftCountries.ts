/** The countries of the European Economic Area, with the numbers that Microsoft's library has for them. */
export const microsoftCountries: ReadonlyMap<string, number> = new Map(
  `AT10 BE14 BG26 HR49 CY207 CZ51 DK53 EE61 FI65 FR66 DE72 GR76 HU88 IE92 IT93 LV104 LT108 LU109 MT115 NL129 PL151 PT152
   RO226 SK165 SI167 ES170 SE175 IS89 LI107 NO139`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
