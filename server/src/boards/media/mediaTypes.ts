import { imageExtensions, type ImageType } from '../../integrations/images/imageTypes.ts';
import { videoExtensions, type VideoType } from '../../integrations/videos/checkVideo.ts';

/** Types of kept files, with the extensions of their addresses. */
export const mediaExtensions = { ...imageExtensions, ...videoExtensions } as const;

export type MediaType = ImageType | VideoType;

export function isVideoType(type: MediaType): type is VideoType {
  return Object.hasOwn(videoExtensions, type);
}
