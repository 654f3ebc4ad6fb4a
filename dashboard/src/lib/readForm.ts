import type { FormEvent } from 'react';

/** Reads the values of a submitted form by name; a checked checkbox is `on`. */
export function readForm(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
}
