import { studioCopy } from './copy.ts';

export function Swatches({ colors }: { readonly colors: readonly string[] }) {
  if (colors.length === 0) return null;
  return (
    <ul aria-label={studioCopy.page.colors} className="flex flex-wrap gap-1">
      {colors.map((color) => (
        <li key={color} title={color} className="size-5 rounded-full border" style={{ background: color }}>
          <span className="sr-only">{color}</span>
        </li>
      ))}
    </ul>
  );
}
