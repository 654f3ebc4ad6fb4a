// Requests the code and the first data of the page while the app itself is still loading. The URLs are those that the app
// requests, which then uses these responses.
function preload(attributes) {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }));
}
{
  const pages = { discover: 'DiscoverPage', 'brands/': 'BrandPage', 'ads/': 'AdPage' };
  const [, section = '', name = ''] = location.pathname.split('/');
  const key = name === '' ? section : `${section}/`;
  const chunks = JSON.parse(document.currentScript.dataset.chunks ?? '{}');
  const query = (procedure, input) => {
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    preload({ rel: 'preload', as: 'fetch', href: `/api/v1/trpc/${procedure}${search}` });
  };
  for (const href of chunks[pages[key]] ?? []) preload({ rel: 'modulepreload', href });
  if (key in pages) query('account.get');
  if (location.search === '' && !/%(?![\dA-F]{2})/i.test(name)) {
    const value = decodeURIComponent(name);
    if (key === 'discover') query('ads.search', { duplicates: 'fold', limit: 40 });
    if (key === 'ads/') query('ads.getDetails', { hash: value });
    if (key === 'brands/') {
      query('brandSpy.getHeader', { companyName: value });
      query('brandSpy.getOverview', { companyName: value });
    }
  }
}
