const mostBytes = 15 * 1024 * 1024;

/** What is known to be refused before it is sent. */
export function refusalOf({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (type === 'image/svg+xml' || name.toLowerCase().endsWith('.svg'))
    return 'An SVG can hold programs, so it is not taken. Export it as a PNG.';
  if (type !== '' && !type.startsWith('image/'))
    return 'This is no picture. Choose a JPEG, PNG, GIF, WebP or AVIF.';
  if (size > mostBytes) return 'This picture is larger than 15 MB, which is the most. Export it smaller.';
  return null;
}
