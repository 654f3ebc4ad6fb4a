import { procedureBase } from '@magpie/contract/limits';
import type { BrandImage } from '../../../lib/api/types.ts';
import { libCopy } from '../../../lib/copy.ts';
import { studioCopy } from '../copy.ts';

export interface ImageFacts {
  readonly kind: BrandImage['kind'];
  readonly productId: number | null;
}

/** Uploads one image with progress events, which `fetch` does not have. Rejects with a message for the user. */
export function uploadImage(file: File, facts: ImageFacts, onSent: (share: number) => void): Promise<void> {
  const form = new FormData();
  form.set('kind', facts.kind);
  if (facts.productId !== null) form.set('productId', String(facts.productId));
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${procedureBase}/brandImages.upload`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else reject(new Error(messageOf(request.response)));
    });
    request.addEventListener('error', () => {
      reject(new Error(libCopy.noResponse));
    });
    request.send(form);
  });
}

function messageOf(response: unknown): string {
  const { error } = (response ?? {}) as { readonly error?: { readonly message?: string } };
  return error?.message ?? studioCopy.images.uploadFailed;
}
