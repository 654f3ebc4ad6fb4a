import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { procedureBase, maxImageBytes } from '@magpie/contract/limits';
import { api } from '../../../lib/api/client.ts';
import type { BrandImage } from '../../../lib/api/types.ts';
import { libCopy } from '../../../lib/copy.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

export interface ImageUpload {
  readonly id: number;
  readonly file: File;
  readonly facts: ImageFacts;
  readonly sent: number;
  readonly error: string | null;
}

/** Uploads images one after the other; completed ones leave the list, failed ones stay with their error. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([]);
  const lastId = useRef(0);
  const change = (id: number, part: Partial<ImageUpload>): void =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const dismiss = (id: number): void => setUploads((before) => before.filter((one) => one.id !== id));

  const { mutate: send } = useMutation({
    mutationFn: ({ id, file, facts }: ImageUpload) =>
      uploadImage(file, facts, (sent) => change(id, { sent })),
    onSuccess: (_, { id }) => dismiss(id),
    onError: (error, { id }) => change(id, { error: error.message }),
    // Mutations of one scope run one after the other.
    scope: { id: 'uploads' },
    meta: { invalidates: [api.brandImages.pathFilter()] },
  });

  return {
    uploads,
    dismiss,
    add: (files: readonly File[], facts: ImageFacts): void => {
      const added = files.map((file): ImageUpload => {
        lastId.current += 1;
        return { id: lastId.current, file, facts, sent: 0, error: uploadError(file) };
      });
      setUploads((before) => [...before, ...added]);
      for (const upload of added) if (upload.error === null) send(upload);
    },
    retry: (upload: ImageUpload): void => {
      change(upload.id, { sent: 0, error: null });
      send(upload);
    },
  };
}

interface ImageFacts {
  readonly kind: BrandImage['kind'];
  readonly productId: number | null;
}

/** Uploads one image with progress events, which `fetch` does not have. Rejects with a message for the user. */
export function uploadImage(
  file: File,
  facts: ImageFacts,
  onSent: (share: number) => void = () => undefined,
): Promise<void> {
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
      else reject(new Error(readMessage(request.response)));
    });
    request.addEventListener('error', () => {
      reject(new Error(libCopy.noResponse));
    });
    request.send(form);
  });
}

function readMessage(response: unknown): string {
  const { error } = (response ?? {}) as { readonly error?: { readonly message?: string } };
  return error?.message ?? copy.uploadFailed;
}

export function uploadError({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (type === 'image/svg+xml' || name.toLowerCase().endsWith('.svg')) return copy.svgError;
  if (type !== '' && !type.startsWith('image/')) return copy.typeError;
  if (size > maxImageBytes) return copy.sizeError(maxImageBytes / 1024 ** 2);
  return null;
}
