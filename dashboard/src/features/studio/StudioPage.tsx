import { Tabs } from 'radix-ui';
import { Page } from '../../ui/Page.tsx';
import { Creatives } from './creatives/Creatives.tsx';
import { BrandImages } from './images/BrandImages.tsx';
import { Products } from './products/Products.tsx';
import { readStudioSearch, useStudioSearch } from './search.ts';
import { studioCopy } from './copy.ts';

const copy = studioCopy.page;

const tabs = copy.tabs;

export function StudioPage() {
  const [{ tab = 'creatives', product }, change] = useStudioSearch();
  const open = (selected: string): void => {
    const { tab: next } = readStudioSearch({ tab: selected });
    // On the products tab, `product` opens the editor; switching tabs should show the list.
    change({ tab: next, product: next === 'products' || product === 'new' ? undefined : product });
  };
  return (
    <Tabs.Root value={tab} onValueChange={open} activationMode="manual">
      <Page title={copy.title} filters={<TabList />}>
        <Tabs.Content value="creatives" tabIndex={-1} className="outline-none">
          <Creatives />
        </Tabs.Content>
        <Tabs.Content value="products" tabIndex={-1} className="outline-none">
          <Products />
        </Tabs.Content>
        <Tabs.Content value="images" tabIndex={-1} className="outline-none">
          <BrandImages />
        </Tabs.Content>
      </Page>
    </Tabs.Root>
  );
}

function TabList() {
  return (
    <Tabs.List aria-label={copy.title} className="flex gap-6 border-b">
      {Object.entries(tabs).map(([tab, name]) => (
        <Tabs.Trigger
          key={tab}
          value={tab}
          className="-mb-px border-b-2 border-transparent py-2 whitespace-nowrap text-quiet hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
        >
          {name}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
