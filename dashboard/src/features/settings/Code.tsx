export function Code({ children }: { readonly children: string }) {
  return (
    <pre className="rounded-md bg-sunk p-3 font-mono text-xs break-all whitespace-pre-wrap select-all">
      {children}
    </pre>
  );
}
