import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { restBridgePaths, procedures } from '@magpie/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runApiScenario, type ApiScenario } from '../testing/apiScenario.ts';
import { docsFolder } from './examples.ts';
import { openApi } from './openApi.ts';
import { render } from './layout.ts';

const run = promisify(execFile);

let story: ApiScenario;
beforeAll(async () => {
  const today = new Date().getUTCDate();
  story = await runApiScenario();
  if (new Date().getUTCDate() === today) return;
  // If midnight has passed meanwhile, its days are inconsistent.
  await story.close();
  story = await runApiScenario();
}, 600_000);
afterAll(() => story.close());

describe('the OpenAPI document', () => {
  it('has an example of a real call for every procedure', () => {
    expect([...story.examples.keys()].toSorted()).toEqual([...procedures.keys()].toSorted());
  });

  it('matches the contract and the examples', async () => {
    const document = `${JSON.stringify(openApi(story.examples), null, 1)}\n`;
    await expect(document).toMatchFileSnapshot(path.join(docsFolder, 'openapi.json'));
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...openApi(story.examples) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('describes the REST bridge, whose responses have no envelope', async () => {
    const { shell, examples } = story;
    for (const [address, name] of Object.entries(restBridgePaths)) {
      const fields = Object.entries(examples.get(name)?.input ?? {});
      const query = new URLSearchParams(
        fields.map(([field, value]): [string, string] => [field, String(value)]),
      );
      const line = `curl -H "Authorization: Bearer $MAGPIE_KEY" "$MAGPIE_URL${address}?${query.toString()}"`;
      const answer: unknown = JSON.parse(await shell.curl(line));
      expect(procedures.get(name)?.output.safeParse(answer).error).toBeUndefined();
    }
  });
});

/** A shell block in a guide, the expected status of each call in it, and the response that is shown. */
interface ShellBlock {
  readonly block: string;
  readonly status: string;
  readonly answer: unknown;
}

function shellBlocks(file: string): ShellBlock[] {
  const text = readFileSync(path.join(docsFolder, 'api', file), 'utf8');
  const blocks = text.matchAll(/^```sh ?(\d*)\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms);
  return [...blocks].map(([, status, block = '', answer]) => ({
    // Set by the reader; the test sets its own values.
    block: block.replaceAll(/^export .*\n/gm, ''),
    status: status === '' || status === undefined ? '200' : status,
    answer: answer === undefined ? undefined : JSON.parse(answer, elided),
  }));
}

/** Guides show values that differ from call to call as an ellipsis. */
function elided(_name: string, value: unknown): unknown {
  return value === '…' ? expect.any(String) : value;
}

describe('the guides', () => {
  const printStatuses = `curl() { command curl -sS -w '%{stderr}%{http_code}\\n' "$@"; }\n`;
  const guides = readdirSync(path.join(docsFolder, 'api'));
  const runBlock = (block: string, company = 'Northpot'): Promise<{ stdout: string; stderr: string }> => {
    const { service } = story;
    const env = {
      PATH: process.env['PATH'] ?? '',
      MAGPIE_URL: service.address,
      MAGPIE_KEY: service.owner.key,
      COMPANY: company,
    };
    return run('bash', ['--norc', '-euo', 'pipefail', '-c', printStatuses + block], { env, timeout: 60_000 });
  };

  it.each(guides)('%s: every shell command works and returns the response that is shown', async (guide) => {
    for (const { block, status, answer } of shellBlocks(guide)) {
      const { stdout, stderr } = await runBlock(block);
      const statuses = stderr.split('\n').filter(Boolean);
      const expected = block.includes('curl ') ? [status] : [];
      expect([...new Set(statuses)], block).toEqual(expected);
      const actual: unknown = answer === undefined ? undefined : JSON.parse(stdout);
      expect(actual, block).toEqual(answer);
    }
  });

  it('stop paging on an error', async () => {
    const loop = shellBlocks('paging.md').find(({ block }) => block.startsWith('cursor='))?.block ?? '';
    const { stderr } = await runBlock(loop, 'Nobody');
    expect(stderr.match(/^\d{3}$/gm)).toEqual(['404']);
  });
});

describe('the pages', () => {
  const at = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${story.service.address}${address}`, { method, headers });
  const textAt = async (address: string): Promise<string> => {
    const response = await at(address);
    expect(response.status, address).toBe(200);
    return response.text();
  };

  it('link to each other and to every procedure, without broken links', async () => {
    const waiting = ['/docs'];
    const pages = new Map<string, string>();
    const wanted: string[] = [];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (pages.has(address)) continue;
      const text = await textAt(address);
      pages.set(address, text);
      if (!text.startsWith('<!doctype html>')) continue;
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
        const [to = '', anchor] = href.split('#');
        if (to.startsWith('/docs')) waiting.push(to);
        if (anchor !== undefined) wanted.push(`${to === '' ? address : to}#${anchor}`);
      }
    }
    const isThere = (link: string): boolean => {
      const [address = '', anchor = ''] = link.split('#');
      return pages.get(address)?.includes(` id="${anchor}"`) ?? false;
    };
    const broken = wanted.filter((link) => !isThere(link));
    expect(broken).toEqual([]);
    const missing = [...procedures.keys()].filter((name) => !isThere(`/docs/${name.split('.')[0]}#${name}`));
    expect(missing).toEqual([]);
    expect(pages.has('/docs/guides/alerts')).toBe(true);
  });

  it('are also available as Markdown, and listed in llms.txt', async () => {
    expect(await textAt('/docs/boards.md')).toContain('## boards.create\n\nCreate a board.');
    const index = await textAt('/llms.txt');
    const links = [...index.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(30);
    for (const link of links) await textAt(link.replace(story.service.address, ''));
    expect(await textAt('/llms-full.txt')).toContain('## brandSpy.getOverview');
  });

  it('load nothing from other hosts, have no inline scripts, and are cached by ETag', async () => {
    const page = await at('/docs');
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
    for (const { headers } of [page, await at('/docs/index.md'), await at('/openapi.json')]) {
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    expect(await page.text()).not.toMatch(/<script(?! src="\/)|(?:src|href)="(?!\/|#)/);
    const tag = page.headers.get('etag') ?? '';
    expect((await at('/docs', { 'if-none-match': tag })).status).toBe(304);
    expect((await at('/docs/', {}, 'HEAD')).status).toBe(200);
    expect((await at('/docs/nothing')).status).toBe(404);
  });

  it('escape HTML in Markdown, and contain no link that runs a script', () => {
    const page = render(
      '# <b>x</b>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) <img src=x>',
    ).toString();
    expect(page).not.toMatch(/<(?:script|img|b)\b|href/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
