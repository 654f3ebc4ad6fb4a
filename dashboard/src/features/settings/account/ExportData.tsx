import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.account;

export function ExportData() {
  const exportData = useMutation({
    mutationFn: () => client.account.export.mutate(),
    // The browser downloads the file without leaving the page.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Section title={copy.yourData}>
      <p className="text-quiet">{copy.yourDataText}</p>
      {exportData.isError && <ErrorLine error={exportData.error} />}
      <Button busy={exportData.isPending} onClick={() => exportData.mutate()} className="self-start">
        <Download size={16} aria-hidden />
        {copy.exportMyData}
      </Button>
    </Section>
  );
}
