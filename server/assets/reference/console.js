// @ts-check
// The search over procedures and guides, and a console for each procedure, which sends requests to this host only.
import { ownExample } from './examples.js';

/**
 * @typedef {object} Procedure
 * @property {string} name
 * @property {string} address
 * @property {'query' | 'mutation'} kind
 * @property {string} summary
 * @property {boolean} destroys
 * @property {string[]} fields
 * @property {Record<string, unknown>} example Of a mutation, with null for each id.
 * @property {Record<'posted' | 'queried' | 'bare', string>} curl
 */

/** Response headers that are shown. */
const shownHeaders = ['x-request-id', 'ratelimit', 'retry-after', 'x-cache', 'age', 'idempotent-replayed'];
/** Longer inputs of queries are sent by POST, since the length of a URL is limited. */
const maxUrlInput = 4000;
/** The item of the session storage with the API key of the reader. */
const keyItem = 'magpie.docs.key';

/**
 * An element with properties and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function element(tag, properties = {}, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

/** @param {string} id */
function byId(id) {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof HTMLElement)) throw new Error(`#${id} is missing`);
  return found;
}

/** On a phone, a menu button opens the contents over the page, until a link is clicked. */
function initContentsMenu() {
  const [menu, contents] = [byId('menu'), byId('contents')];
  /** @param {boolean} [isClosed] */
  const toggle = (isClosed) => {
    menu.setAttribute('aria-expanded', String(!contents.classList.toggle('closed', isClosed)));
  };
  menu.addEventListener('click', () => toggle());
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) toggle(true);
  });
}

/**
 * A section of a guide.
 * @typedef {object} Section
 * @property {string} title Of the guide.
 * @property {string} heading
 * @property {string} address
 * @property {string} text
 */
/** @typedef {{ href: string, name: string, about: string }} Result */

/** A frequent word is in most guides. */
const maxSections = 30;

/** @type {Promise<Section[] | undefined> | undefined} */
let loadedSections;

/** Loaded by the first search, since the text of all guides is large. Undefined after a failure; the next search retries. */
function loadSections() {
  const load = async () => {
    try {
      const response = await fetch('/docs/guides.json');
      if (response.ok) return await response.json();
    } catch {
      // The server is not reachable.
    }
    loadedSections = undefined;
    return undefined;
  };
  return (loadedSections ??= load());
}

/**
 * Whether a text contains all words.
 * @param {string} text
 * @param {string[]} words
 */
function hasAll(text, words) {
  const folded = text.toLowerCase();
  return words.every((word) => folded.includes(word));
}

/**
 * @param {Procedure[]} procedures
 * @param {string[]} words
 * @returns {Result[]}
 */
function matchingProcedures(procedures, words) {
  return procedures
    .filter(({ name, summary, fields }) => hasAll([name, summary, ...fields].join(' '), words))
    .map(({ name, summary }) => ({ href: `/docs/${name.split('.')[0]}#${name}`, name, about: summary }));
}

/**
 * Sections with the words in a heading come first.
 * @param {Section[]} sections
 * @param {string[]} words
 * @returns {Result[]}
 */
function matchingSections(sections, words) {
  const found = sections.filter(({ title, heading, text }) => hasAll(`${title} ${heading} ${text}`, words));
  const isNamed = (/** @type {Section} */ { title, heading }) => hasAll(`${title} ${heading}`, words);
  return [...found.filter(isNamed), ...found.filter((section) => !isNamed(section))]
    .slice(0, maxSections)
    .map(({ address, heading, title }) => ({
      href: address,
      name: heading,
      about: heading === title ? 'Guide' : title,
    }));
}

/** @param {Procedure[]} procedures */
function initSearch(procedures) {
  const field = /** @type {HTMLInputElement} */ (byId('search'));
  const [list, message, navigation] = [byId('found'), byId('none'), byId('listing')];
  /**
   * @param {Result[]} results
   * @param {string} text
   */
  const show = (results, text) => {
    list.hidden = results.length === 0;
    message.textContent = text;
    list.replaceChildren(
      ...results.map(({ href, name, about }) =>
        element('li', {}, element('a', { href }, name, element('small', {}, about))),
      ),
    );
  };
  const search = async () => {
    const typed = field.value;
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    navigation.hidden = words.length > 0;
    if (words.length === 0) {
      show([], '');
      return;
    }
    const matching = matchingProcedures(procedures, words);
    show(matching, '');
    const sections = await loadSections();
    if (field.value !== typed) return;
    const results = [...matching, ...matchingSections(sections ?? [], words)];
    const nothing = results.length === 0 ? 'No procedure or guide contains all of these words.' : '';
    show(results, sections === undefined ? 'The guides could not be loaded; type another letter to try again.' : nothing);
  };
  field.addEventListener('input', () => void search());
  void search();
}

/** If the browser blocks storage, the key is only kept until the page is closed. */
let key = '';
try {
  key = sessionStorage.getItem(keyItem) ?? '';
} catch {
  // Storage is blocked.
}

function keyField() {
  const field = element('input', { type: 'password', id: 'key', value: key, autocomplete: 'off' });
  field.placeholder = 'mgp_…';
  field.addEventListener('input', () => {
    key = field.value.trim();
    try {
      sessionStorage.setItem(keyItem, key);
    } catch {
      // Storage is blocked.
    }
  });
  return [
    element('label', { htmlFor: 'key' }, 'Your API key'),
    field,
    element(
      'p',
      {},
      'Used by the consoles below and stored in this tab only. Leave it empty to use your signed-in session.',
    ),
  ];
}

/**
 * @param {Procedure} procedure
 * @param {string} input
 */
function curlLine(procedure, input) {
  const { posted, queried, bare } = procedure.curl;
  const shape = isPosted(procedure, input) ? posted : input === '{}' ? bare : queried;
  return shape
    .replace('$MAGPIE_URL', location.origin)
    .replace('INPUT', () => input.replaceAll("'", String.raw`'\''`));
}

/**
 * @param {Procedure} procedure
 * @param {string} input
 */
function isPosted({ kind }, input) {
  return kind === 'mutation' || encodeURIComponent(input).length > maxUrlInput;
}

/**
 * @param {Procedure} procedure
 * @param {string} input
 */
function send(procedure, input) {
  const { address } = procedure;
  /** @type {Record<string, string>} */
  const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
  if (isPosted(procedure, input))
    return fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: input,
    });
  const query = input === '{}' ? '' : `?input=${encodeURIComponent(input)}`;
  return fetch(`${address}${query}`, { headers });
}

/** @param {Response} response */
async function renderResponse(response) {
  const { status, statusText, ok, headers } = response;
  const body = await response.text();
  const shown = shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [element('dt', {}, name), element('dd', {}, value)];
  });
  return [
    element('p', { className: ok ? 'good' : 'bad' }, `${status} ${statusText}`),
    element('dl', {}, ...shown),
    element('pre', { tabIndex: 0 }, element('code', {}, formatJson(body))),
  ];
}

/** @param {string} body */
function formatJson(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/**
 * The input in one line; undefined if it is not JSON.
 * @param {HTMLTextAreaElement} field
 */
function readInput(field) {
  try {
    return JSON.stringify(JSON.parse(field.value.trim() || '{}'));
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function errorLine(text) {
  return element('p', { className: 'bad' }, text);
}

/**
 * Sends the input, after a confirmation if the procedure is destructive, and returns the elements that show the result.
 * @param {Procedure} procedure
 * @param {HTMLTextAreaElement} field
 */
async function sendInput(procedure, field) {
  const { name, destroys } = procedure;
  const input = readInput(field);
  if (input === undefined) return [errorLine('The input is not JSON; put names and texts in double quotes.')];
  if (!/^(?:mgp_\w+)?$/.test(key))
    return [errorLine('This is not an API key: a key is mgp_ followed by letters and digits.')];
  if (destroys && !confirm(`${name} deletes data and cannot be undone. Send it?`)) return [];
  try {
    return await renderResponse(await send(procedure, input));
  } catch {
    return [errorLine('The server is not reachable; is it still running?')];
  }
}

/**
 * The same request as a command.
 * @param {Procedure} procedure
 * @param {HTMLTextAreaElement} field
 */
function curlParts(procedure, field) {
  const line = element('code');
  const copy = element('button', { type: 'button' }, 'Copy the curl line');
  const show = () => {
    line.textContent = curlLine(procedure, readInput(field) ?? '…');
    copy.textContent = 'Copy the curl line';
  };
  field.addEventListener('input', show);
  show();
  const copyLine = async () => {
    try {
      // Not available over plain HTTP, except on localhost.
      await navigator.clipboard.writeText(line.textContent ?? '');
      copy.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(line);
      copy.textContent = 'Selected; copy it by keyboard';
    }
  };
  copy.addEventListener('click', () => void copyLine());
  return [copy, element('pre', { tabIndex: 0 }, line)];
}

/**
 * The entries that a procedure returns without input; undefined if the reader may not call it.
 * @param {Procedure | undefined} procedure
 * @returns {Promise<Record<string, unknown>[] | undefined>}
 */
async function listedBy(procedure) {
  if (procedure === undefined) return undefined;
  const response = await send(procedure, '{}');
  if (!response.ok) return undefined;
  const { data } = (await response.json()).result;
  return Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) ?? []);
}

/**
 * Replaces the example by one with existing data when the console is opened, unless the reader has edited it.
 * @param {HTMLDetailsElement} details
 * @param {HTMLTextAreaElement} field
 * @param {() => Promise<string>} example
 */
function fillWhenOpened(details, field, example) {
  const shown = field.value;
  const fill = async () => {
    if (!details.open || field.value !== shown) return;
    const own = await example().catch(() => shown);
    if (field.value !== shown) return;
    field.value = own;
    field.dispatchEvent(new Event('input'));
  };
  details.addEventListener('toggle', () => void fill());
}

/**
 * @param {Procedure} procedure
 * @param {Procedure[]} procedures
 */
function buildConsole(procedure, procedures) {
  const { name, kind, example } = procedure;
  const id = `input-${name}`;
  const field = element('textarea', { id, spellcheck: false, value: JSON.stringify(example, null, 2) });
  field.rows = Math.min(12, field.value.split('\n').length + 1);
  const result = element('div', { ariaLive: 'polite' });
  const method = kind === 'query' ? 'GET' : 'POST';
  const button = element('button', { type: 'button', className: 'send' }, `Send ${method}`);
  const submit = async () => {
    button.disabled = true;
    result.replaceChildren(...(await sendInput(procedure, field)));
    button.disabled = false;
  };
  button.addEventListener('click', () => void submit());
  const details = element(
    'details',
    { className: 'console' },
    element('summary', {}, `Try ${name}`),
    ...warnings(procedure),
    element('label', { htmlFor: id }, 'Input as JSON'),
    field,
    button,
    ...curlParts(procedure, field),
    result,
  );
  const list = (/** @type {string} */ listing) =>
    listedBy(procedures.find((other) => other.name === listing));
  // Queries are filled in with ids of the reader; the ids of mutations stay empty, so that nothing is changed by accident.
  if (kind === 'query')
    fillWhenOpened(details, field, async () =>
      JSON.stringify(await ownExample(name, example, list), null, 2),
    );
  return details;
}

/** @param {Procedure} procedure */
function warnings({ kind, destroys }) {
  if (destroys)
    return [
      element(
        'p',
        { className: 'destroys' },
        'This deletes data on this server and cannot be undone.',
      ),
    ];
  return kind === 'mutation'
    ? [element('p', { className: 'warning' }, 'This changes data on this server.')]
    : [];
}

/** @param {Procedure[]} procedures */
function initConsoles(procedures) {
  document.querySelector('.key')?.append(...keyField());
  const sides = document.querySelectorAll('.console-side');
  for (const [place, heading] of [...document.querySelectorAll('[data-part=router] > h2')].entries()) {
    const procedure = procedures.find(({ name }) => name === heading.id);
    if (procedure !== undefined) sides[place]?.append(buildConsole(procedure, procedures));
  }
}

/** Shows the address of this server in commands and settings. */
function showThisAddress() {
  for (const code of document.querySelectorAll('main pre code')) {
    const text = code.textContent.replaceAll(/http:\/\/127\.0\.0\.1:3000\b/g, () => location.origin);
    if (text !== code.textContent) code.textContent = text;
  }
}

initContentsMenu();
showThisAddress();
const response = await fetch('/docs/procedures.json');
/** @type {Procedure[]} */
const procedures = await response.json();
initSearch(procedures);
initConsoles(procedures);
