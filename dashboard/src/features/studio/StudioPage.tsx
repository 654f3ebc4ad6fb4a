import { Tabs } from 'radix-ui';
import { Page } from '../../ui/Page.tsx';
import { Creatives } from './creatives/Creatives.tsx';
import { BrandImages } from './images/BrandImages.tsx';
import { Products } from './products/Products.tsx';
import { readStudioSearch, useStudioSearch } from './search.ts';
import { studioCopy } from './copy.ts';

const copy = studioCopy.page;

const tabs = [
  ['creatives', Creatives],
  ['products', Products],
  ['images', BrandImages],
] as const;

export function StudioPage() {
  const [{ tab = 'creatives', product }, change] = useStudioSearch();
  const open = (selected: string): void => {
    const { tab: next } = readStudioSearch({ tab: selected });
    // On the products tab, `product` opens the editor; switching tabs should show the list.
    change({ tab: next, product: next === 'products' || product === 'new' ? undefined : product });
  };
  return (
    <Tabs.Root value={tab} onValueChange={open} activationMode="manual">
      <Page
        title={copy.title}
        filters={
          <Tabs.List aria-label={copy.title} className="flex gap-6 border-b">
            {tabs.map(([name]) => (
              <Tabs.Trigger
                key={name}
                value={name}
                className="-mb-px border-b-2 border-transparent py-2 whitespace-nowrap text-quiet hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
              >
                {copy.tabs[name]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        }
      >
        {tabs.map(([name, Content]) => (
          <Tabs.Content key={name} value={name} tabIndex={-1} className="outline-none">
            <Content />
          </Tabs.Content>
        ))}
      </Page>
    </Tabs.Root>
  );
}
