import { Download } from 'lucide-react';
import type { Ad, Media } from '../../../lib/api/types.ts';
import { buttonClasses } from '../../../ui/Button.tsx';
import { creativeFileName, downloadUrl } from '../mediaUrls.ts';
import { adsCopy } from '../copy.ts';

interface DownloadLinkProps {
  readonly ad: Ad;
  readonly media: Media;
  readonly number: number;
  readonly count: number;
}

export function DownloadLink({ ad, media, number, count }: DownloadLinkProps) {
  return (
    <a
      href={downloadUrl(media)}
      download={creativeFileName(ad, media, count > 1 ? number : null)}
      className={buttonClasses()}
    >
      <Download size={16} aria-hidden /> {adsCopy.card.download}
    </a>
  );
}
