const shapes = {
  mark: 'M5 3.5h6a.5.5 0 0 1 .5.5v9L8 10.5 4.5 13V4a.5.5 0 0 1 .5-.5Z',
  saved: 'm3.5 8.5 3 3 6-7',
  clock: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM8 5v3.2l2 1.3',
  warning: 'M8 2.8 14 13H2L8 2.8ZM8 6.6v3M8 11.3v.1',
  more: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  plus: 'M8 3.5v9M3.5 8h9',
  close: 'm4 4 8 8M12 4l-8 8',
};

export function Icon({ shape }: { readonly shape: keyof typeof shapes }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class="icon">
      <path d={shapes[shape]} />
    </svg>
  );
}
