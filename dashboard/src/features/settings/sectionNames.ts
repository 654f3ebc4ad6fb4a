import { settingsCopy } from './copy.ts';

/** The sections of the settings by path. */
export const sectionNames = settingsCopy.page.sectionNames;

export type SectionName = keyof typeof sectionNames;
