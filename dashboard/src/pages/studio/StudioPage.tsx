import { Tabs } from 'radix-ui';
import { Page } from '../../parts/Page.tsx';
import { Creatives } from './creatives/Creatives.tsx';
import { BrandImages } from './images/BrandImages.tsx';
import { Products } from './products/Products.tsx';
import { readStudioSearch } from './search.ts';
import { useStudioSearch } from './useStudioSearch.ts';

const tabs = { creatives: 'Creatives', products: 'Products', images: 'Brand images' } as const;

/** From somebody's ad to one's own: what is advertised, what it is shown with, what is made of it. */
export function StudioPage() {
  const [{ tab = 'creatives', product }, change] = useStudioSearch();
  const open = (chosen: string): void => {
    const { tab: next } = readStudioSearch({ tab: chosen });
    // Among products, one in the address is the one that is edited: whoever comes there wants to see them all.
    change({ tab: next, product: next === 'products' || product === 'new' ? undefined : product });
  };
  return (
    <Tabs.Root value={tab} onValueChange={open} activationMode="manual">
      <Page title="Studio" filters={<TabList />}>
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
    <Tabs.List aria-label="Studio" className="flex gap-6 border-b">
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
