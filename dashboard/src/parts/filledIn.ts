import type { FormEvent } from 'react';

/** What was filled in, by name; a box that was ticked is `on`. */
export function filledIn(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
}
