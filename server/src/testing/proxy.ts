import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './redis.ts';

const nginx = '/usr/sbin/nginx';
const templates = path.resolve(import.meta.dirname, '../../../deploy/nginx');

/** Debian's nginx: what `deploy/nginx` is tried with, where it is installed. */
export const proxyAvailable = existsSync(nginx);
if (!proxyAvailable)
  console.warn('nginx is not installed, so the settings of the proxy cannot be tried; skipped.');

export interface TestProxy {
  /** Without a path: `http://127.0.0.1:40123`. */
  readonly http: string;
  readonly https: string;
  /** Of the certificate that it made for itself. */
  readonly certificate: string;
  stop(): Promise<void>;
}

interface ProxyOptions {
  readonly template: 'http' | 'https';
  /** The ports of the two nodes. */
  readonly nodes: readonly [number, number];
}

/** nginx with the committed settings; only ports and folders are others than in the container. */
export async function startProxy({ template, nodes }: ProxyOptions): Promise<TestProxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-proxy-'));
  const [http, https] = [await freePort(), await freePort()];
  makeCertificate(folder);
  const values = {
    PROXY_HTTP: `127.0.0.1:${http}`,
    PROXY_HTTPS: `127.0.0.1:${https}`,
    PROXY_HTTPS_PUBLISHED: String(https),
    PROXY_RESOLVER: '127.0.0.1',
    PROXY_CERTIFICATES: folder,
    PROXY_LOCATIONS: path.join(templates, 'locations.conf'),
    PROXY_NODE_1: `127.0.0.1:${nodes[0]}`,
    PROXY_NODE_2: `127.0.0.1:${nodes[1]}`,
  };
  for (const name of ['upstream', template]) {
    writeFileSync(path.join(folder, `${name}.conf`), filledIn(`${name}.conf.template`, values));
  }
  writeFileSync(path.join(folder, 'nginx.conf'), mainSettings(folder, template));
  const words = ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')];
  execFileSync(nginx, [...words, '-t', '-q'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const child = spawn(nginx, [...words, '-g', 'daemon off;'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const address = `http://127.0.0.1:${http}`;
  while (!(await fetch(address, { redirect: 'manual' }).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
  }
  return {
    http: address,
    https: `https://127.0.0.1:${https}`,
    certificate: readFileSync(path.join(folder, 'fullchain.pem'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** As the entry point of the image does it: variables that it knows, and no others. */
function filledIn(name: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(templates, name), 'utf8');
  return text.replace(/\$\{(\w+)\}/g, (whole, variable: string) => values[variable] ?? whole);
}

function mainSettings(folder: string, template: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${path.join(folder, 'pid')};
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  include ${path.join(folder, 'upstream.conf')};
  include ${path.join(folder, `${template}.conf`)};
}
`;
}

function makeCertificate(folder: string): void {
  const place = (name: string): string => path.join(folder, name);
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', place('privkey.pem'), '-out', place('fullchain.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files],
    {
      stdio: 'ignore',
    },
  );
}
