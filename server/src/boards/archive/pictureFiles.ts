import { imageExtensions, type ImageType } from '../../integrations/images/imageTypes.ts';

/** A stored picture, as encoded in the name of an archive member. */
export interface PictureFile {
  readonly sha256: string;
  readonly type: ImageType;
}

const types: ReadonlyMap<string, ImageType> = new Map(
  Object.entries(imageExtensions).map(([type, extension]) => [extension, type as ImageType]),
);

export function pictureName({ sha256, type }: PictureFile): string {
  return `media/${sha256}.${imageExtensions[type]}`;
}

/** Parses the name of a member; undefined if it is not a picture. */
export function parsePictureName(name: string): PictureFile | undefined {
  const [, sha256 = '', extension = ''] = /^media\/([0-9a-f]{64})\.([a-z]+)$/.exec(name) ?? [];
  const type = types.get(extension);
  return type === undefined ? undefined : { sha256, type };
}
