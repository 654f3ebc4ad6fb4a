import type { BrandImage } from '../../../api/types.ts';

export interface PictureFacts {
  readonly kind: BrandImage['kind'];
  readonly productId: number | null;
}

/** Sends one picture as a form, and tells how much of it is sent, which `fetch` cannot. Rejects with a sentence for people. */
export function sendPicture(file: File, facts: PictureFacts, onSent: (share: number) => void): Promise<void> {
  const form = new FormData();
  form.set('kind', facts.kind);
  if (facts.productId !== null) form.set('productId', String(facts.productId));
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/v1/trpc/brandImages.upload');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else reject(new Error(sentenceIn(request.response)));
    });
    request.addEventListener('error', () => {
      reject(new Error('The server did not answer. Check the connection and try again.'));
    });
    request.send(form);
  });
}

function sentenceIn(answer: unknown): string {
  const { error } = (answer ?? {}) as { readonly error?: { readonly message?: string } };
  return (
    error?.message ?? 'The server took this picture for too large, or something went wrong there. Try again.'
  );
}
