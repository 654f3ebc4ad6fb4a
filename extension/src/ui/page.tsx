import { type ComponentChild, render } from 'preact';

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

export function getErrorText(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}
