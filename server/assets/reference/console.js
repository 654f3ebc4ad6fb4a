// @ts-check
// The search over procedures and guides, and a console under each procedure: what is sent goes to this host and nowhere else.
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

/** Headers of an answer that say something to whoever reads it. */
const shownHeaders = ['x-request-id', 'ratelimit', 'retry-after', 'x-cache', 'age', 'idempotent-replayed'];
/** Longer inputs of queries are posted: a server takes only so much of an address. */
const longestInAddress = 4000;
/** Under which the key of the reader is kept, until the tab is closed. */
const keyName = 'magpie.docs.key';

/**
 * An element with properties and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @param {string} id */
function byId(id) {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof HTMLElement)) throw new Error(`#${id} is missing`);
  return found;
}

/** On a phone the contents unfold over the page, until something is chosen. */
function foldContents() {
  const [menu, contents] = [byId('menu'), byId('contents')];
  /** @param {boolean} [isClosed] */
  const fold = (isClosed) => {
    menu.setAttribute('aria-expanded', String(!contents.classList.toggle('closed', isClosed)));
  };
  menu.addEventListener('click', () => fold());
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) fold(true);
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

/** A frequent word is in most guides; nobody reads further than this. */
const mostSections = 30;

/** @type {Promise<Section[] | undefined> | undefined} */
let loadedSections;

/** The text of all guides is large, so the first search loads it; undefined where that fails, and the next tries again. */
function loadSections() {
  const load = async () => {
    try {
      const response = await fetch('/docs/guides.json');
      if (response.ok) return await response.json();
    } catch {
      // The server does not answer.
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
    .slice(0, mostSections)
    .map(({ address, heading, title }) => ({
      href: address,
      name: heading,
      about: heading === title ? 'Guide' : title,
    }));
}

/** @param {Procedure[]} procedures */
function offerSearch(procedures) {
  const field = /** @type {HTMLInputElement} */ (byId('search'));
  const [found, none, listing] = [byId('found'), byId('none'), byId('listing')];
  /**
   * @param {Result[]} results
   * @param {string} message
   */
  const show = (results, message) => {
    found.hidden = results.length === 0;
    none.textContent = message;
    found.replaceChildren(
      ...results.map(({ href, name, about }) =>
        element('li', {}, element('a', { href }, name, element('small', {}, about))),
      ),
    );
  };
  const search = async () => {
    const typed = field.value;
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    listing.hidden = words.length > 0;
    if (words.length === 0) {
      show([], '');
      return;
    }
    const named = matchingProcedures(procedures, words);
    show(named, '');
    const sections = await loadSections();
    if (field.value !== typed) return;
    const results = [...named, ...matchingSections(sections ?? [], words)];
    const nothing = results.length === 0 ? 'No procedure or guide has all of these words.' : '';
    show(results, sections === undefined ? 'The guides could not be loaded; type on to try again.' : nothing);
  };
  field.addEventListener('input', () => void search());
  void search();
}

/** Storage may be closed to us: the key then holds as long as the page. */
let key = '';
try {
  key = sessionStorage.getItem(keyName) ?? '';
} catch {
  // Nothing was kept.
}

function keyField() {
  const field = element('input', { type: 'password', id: 'key', value: key, autocomplete: 'off' });
  field.placeholder = 'mgp_…';
  field.addEventListener('input', () => {
    key = field.value.trim();
    try {
      sessionStorage.setItem(keyName, key);
    } catch {
      // It holds as long as the page.
    }
  });
  return [
    element('label', { htmlFor: 'key' }, 'Your API key'),
    field,
    element(
      'p',
      {},
      'For the consoles below. It stays in this tab; leave it empty to call as the person who is signed in here.',
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
  return kind === 'mutation' || encodeURIComponent(input).length > longestInAddress;
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
async function answerParts(response) {
  const { status, statusText, ok, headers } = response;
  const body = await response.text();
  const told = shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [element('dt', {}, name), element('dd', {}, value)];
  });
  return [
    element('p', { className: ok ? 'good' : 'bad' }, `${status} ${statusText}`),
    element('dl', {}, ...told),
    element('pre', { tabIndex: 0 }, element('code', {}, pretty(body))),
  ];
}

/** @param {string} body */
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/**
 * The input in one line; undefined when it is no JSON.
 * @param {HTMLTextAreaElement} field
 */
function inputIn(field) {
  try {
    return JSON.stringify(JSON.parse(field.value.trim() || '{}'));
  } catch {
    return undefined;
  }
}

/** @param {string} words */
function complaint(words) {
  return element('p', { className: 'bad' }, words);
}

/**
 * Sends what is in the field, after asking where something is destroyed; what there is to show of it.
 * @param {Procedure} procedure
 * @param {HTMLTextAreaElement} field
 */
async function resultOf(procedure, field) {
  const { name, destroys } = procedure;
  const input = inputIn(field);
  if (input === undefined) return [complaint('The input is not JSON; put names and texts in double quotes.')];
  if (!/^(?:mgp_\w+)?$/.test(key))
    return [complaint('Your API key is not one: a key is mgp_ with letters and digits behind it.')];
  if (destroys && !confirm(`${name} takes something away that cannot be got back. Send it?`)) return [];
  try {
    return await answerParts(await send(procedure, input));
  } catch {
    return [complaint('The server did not answer; is it still running?')];
  }
}

/**
 * The command that does what the console does.
 * @param {Procedure} procedure
 * @param {HTMLTextAreaElement} field
 */
function curlParts(procedure, field) {
  const line = element('code');
  const copy = element('button', { type: 'button' }, 'Copy the curl line');
  const show = () => {
    line.textContent = curlLine(procedure, inputIn(field) ?? '…');
    copy.textContent = 'Copy the curl line';
  };
  field.addEventListener('input', show);
  show();
  const work = async () => {
    try {
      // Where Magpie is reached by plain HTTP under a name, browsers have no clipboard for pages.
      await navigator.clipboard.writeText(line.textContent ?? '');
      copy.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(line);
      copy.textContent = 'Selected; copy it by keyboard';
    }
  };
  copy.addEventListener('click', () => void work());
  return [copy, element('pre', { tabIndex: 0 }, line)];
}

/**
 * What a procedure lists without being given anything; undefined when the reader may not see it.
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
 * Puts what is there into the example when its console is opened, unless the reader has written something.
 * @param {HTMLDetailsElement} details
 * @param {HTMLTextAreaElement} field
 * @param {() => Promise<string>} example
 */
function fillWhenOpened(details, field, example) {
  const shown = field.value;
  const work = async () => {
    if (!details.open || field.value !== shown) return;
    const own = await example().catch(() => shown);
    if (field.value !== shown) return;
    field.value = own;
    field.dispatchEvent(new Event('input'));
  };
  details.addEventListener('toggle', () => void work());
}

/**
 * @param {Procedure} procedure
 * @param {Procedure[]} procedures
 */
function consoleOf(procedure, procedures) {
  const { name, kind, example } = procedure;
  const id = `input-${name}`;
  const field = element('textarea', { id, spellcheck: false, value: JSON.stringify(example, null, 2) });
  field.rows = Math.min(12, field.value.split('\n').length + 1);
  const answer = element('div', { ariaLive: 'polite' });
  const method = kind === 'query' ? 'GET' : 'POST';
  const button = element('button', { type: 'button', className: 'send' }, `Send ${method}`);
  const work = async () => {
    button.disabled = true;
    answer.replaceChildren(...(await resultOf(procedure, field)));
    button.disabled = false;
  };
  button.addEventListener('click', () => void work());
  const details = element(
    'details',
    { className: 'console' },
    element('summary', {}, `Try ${name}`),
    ...warnings(procedure),
    element('label', { htmlFor: id }, 'Input as JSON'),
    field,
    button,
    ...curlParts(procedure, field),
    answer,
  );
  const list = (/** @type {string} */ listing) =>
    listedBy(procedures.find((other) => other.name === listing));
  // What changes something is never pointed at something of the reader's: its ids are left for the reader to fill in.
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
        'This takes something away on this server that cannot be got back.',
      ),
    ];
  return kind === 'mutation'
    ? [element('p', { className: 'warning' }, 'This changes something on this server.')]
    : [];
}

/** @param {Procedure[]} procedures */
function offerConsoles(procedures) {
  document.querySelector('.key')?.append(...keyField());
  const rooms = document.querySelectorAll('.room');
  for (const [place, heading] of [...document.querySelectorAll('[data-part=router] > h2')].entries()) {
    const procedure = procedures.find(({ name }) => name === heading.id);
    if (procedure !== undefined) rooms[place]?.append(consoleOf(procedure, procedures));
  }
}

/** The first steps are for the Magpie at which they are read. */
function nameThisHost() {
  for (const code of document.querySelectorAll('main pre code'))
    code.textContent = code.textContent.replace(/(?<=^export MAGPIE_URL=)http:\S+.*/m, () => location.origin);
}

foldContents();
nameThisHost();
const response = await fetch('/docs/procedures.json');
/** @type {Procedure[]} */
const procedures = await response.json();
offerSearch(procedures);
offerConsoles(procedures);
