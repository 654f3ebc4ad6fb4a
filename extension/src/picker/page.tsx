import { type ComponentChild, render } from 'preact';

/** Starts a page of the extension. */
export function showPage(page: ComponentChild): void {
  const root = document.querySelector('#root');
  if (root !== null) render(page, root);
}

export function Heading({ title }: { readonly title: string }) {
  return (
    <div class="heading">
      <img src="/icon/32.png" width="32" height="32" alt="" />
      <h1>{title}</h1>
    </div>
  );
}

/** What to tell a person of an error that `ask` threw. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'This did not work. Try again.';
}
