/** Answers people alone: a page could press buttons, too. */
export function trusted(act: () => void): (event: Event) => void {
  return (event) => {
    if (event.isTrusted) act();
  };
}
