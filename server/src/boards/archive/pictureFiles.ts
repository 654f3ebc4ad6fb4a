import { extensions, type PictureType } from '../../integrations/images/pictureTypes.ts';

/** A kept picture, as its place in an archive tells it. */
export interface PictureFile {
  readonly sha256: string;
  readonly type: PictureType;
}

const types: ReadonlyMap<string, PictureType> = new Map(
  Object.entries(extensions).map(([type, extension]) => [extension, type as PictureType]),
);

export function pictureName({ sha256, type }: PictureFile): string {
  return `media/${sha256}.${extensions[type]}`;
}

/** What the name of a member stands for; undefined when that is no picture. */
export function pictureNamed(name: string): PictureFile | undefined {
  const [, sha256 = '', extension = ''] = /^media\/([0-9a-f]{64})\.([a-z]+)$/.exec(name) ?? [];
  const type = types.get(extension);
  return type === undefined ? undefined : { sha256, type };
}
