/**
 * Opens Magpie's own page with the address, the title and the picture of the current page. It contains no secret: the page
 * uses the session of the browser, and saves only when the form is sent.
 */
export function bookmarklet(origin: string): string {
  const meta = `(n)=>(document.querySelector('meta[property="og:'+n+'"]')||{}).content||''`;
  const fields = `{url:location.href,title:document.title,image:m('image'),site:m('site_name')}`;
  return `javascript:void((m)=>window.open(${JSON.stringify(`${origin}/save?`)}+new URLSearchParams(${fields})))(${meta})`;
}
