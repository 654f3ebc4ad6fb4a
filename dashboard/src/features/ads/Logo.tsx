import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { imageProps } from './mediaUrls.ts';
import { getInitial, pickTint } from './tint.ts';

interface LogoProps {
  readonly name: string;
  readonly url: string | null;
  /** In pixels; default 32. */
  readonly size?: 20 | 24 | 32 | 48 | 64;
}

const sizes = { 20: 'size-5', 24: 'size-6', 32: 'size-8', 48: 'size-12', 64: 'size-16' } as const;

/** A brand's logo, or the first letter of its name. Decorative: the name is beside it. */
export function Logo({ name, url, size = 32 }: LogoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = classes(sizes[size], 'shrink-0 overflow-hidden rounded-full border bg-card');
  if (url === null || failed === url) {
    return (
      <span
        aria-hidden
        className={classes(shape, 'flex items-center justify-center font-semibold')}
        style={{ background: pickTint(name) }}
      >
        {getInitial(name)}
      </span>
    );
  }
  return (
    <img
      {...imageProps(url, `${size}px`)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      className={classes(shape, 'object-cover')}
    />
  );
}

interface BrandLinkProps {
  readonly name: string;
  readonly className: string;
}

export function BrandLink({ name, className }: BrandLinkProps) {
  return (
    <Link
      to="/brands/$name"
      params={{ name }}
      dir="auto"
      className={classes('font-semibold hover:underline', className)}
    >
      {name}
    </Link>
  );
}
