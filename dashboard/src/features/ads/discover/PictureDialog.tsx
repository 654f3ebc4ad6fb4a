import { useMutation } from '@tanstack/react-query';
import { byPost, client } from '../../../lib/api/client.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { adsCopy } from '../copy.ts';
import { pictureDialogCopy } from './copy.ts';
import type { SearchProps } from './useDiscover.ts';

const copy = pictureDialogCopy;

/** A picture is compared at this size, so a smaller upload has the same result. */
const maxSide = 512;

interface PictureDialogProps extends Pick<SearchProps, 'change'> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Opens the ads with a picture near one that is dropped or chosen. The address contains the hash of the picture only. */
export function PictureDialog({ open, onOpenChange, change }: PictureDialogProps) {
  const compare = useMutation({
    mutationFn: findPictureHash,
    onSuccess: async (picture) => {
      onOpenChange(false);
      await change({ similarTo: { picture }, duplicatesOf: undefined, sortBy: undefined });
    },
  });
  const toggle = (isOpen: boolean): void => {
    onOpenChange(isOpen);
    compare.reset();
  };
  return (
    <Dialog open={open} onOpenChange={toggle} title={adsCopy.discover.byPicture} description={copy.hint}>
      <FileDrop
        onFile={(file) => compare.mutate(file)}
        choose={copy.choose}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        disabled={compare.isPending}
      >
        <p className="font-semibold">{compare.isPending ? copy.comparing : copy.drop}</p>
      </FileDrop>
      {compare.error instanceof UnreadablePicture ? (
        <p role="alert" className="text-bad">
          {copy.unreadable}
        </p>
      ) : (
        <ErrorLine error={compare.error} />
      )}
    </Dialog>
  );
}

class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

async function findPictureHash(file: File): Promise<string> {
  const image = await readSmall(file);
  const { similarity } = await client.ads.search.query(
    { similarTo: { image }, limit: 1 },
    { context: byPost },
  );
  return similarity?.pictureHash ?? '';
}

/** In base64. */
async function readSmall(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture();
  });
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new UnreadablePicture();
  // As the server does for transparent pictures.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.92).replace(/^[^,]*,/, '');
}
