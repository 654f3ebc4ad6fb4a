import { useAccount } from '../../../lib/api/account.ts';
import { Page } from '../../../ui/Page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { FileImport } from './FileImport.tsx';
import { Libraries } from './Libraries.tsx';
import { importsCopy } from './copy.ts';

export function ImportPage() {
  const { isOwner } = useAccount();
  return (
    <Page title={importsCopy.title} about={importsCopy.about} narrow>
      {isOwner ? (
        <>
          <FileImport />
          <Libraries />
        </>
      ) : (
        <Empty>{importsCopy.ownersOnly}</Empty>
      )}
    </Page>
  );
}
