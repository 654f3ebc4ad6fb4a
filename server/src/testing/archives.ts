import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import tar from 'tar-stream';

export interface ArchiveMember {
  readonly name: string;
  readonly content: Buffer;
  readonly type?: 'file' | 'symlink' | 'link' | 'directory';
}

/** The members of an archive, read without the code under test. */
export async function membersOf(archive: Buffer): Promise<ArchiveMember[]> {
  const extracting = tar.extract();
  extracting.end(gunzipSync(archive));
  const members: ArchiveMember[] = [];
  for await (const entry of extracting) {
    members.push({ name: entry.header.name, content: await buffer(entry as AsyncIterable<Buffer>) });
  }
  return members;
}

/** The text members of an archive by name, without the creation time. */
export function textsOf(members: readonly ArchiveMember[]): Readonly<Record<string, string>> {
  const texts = members
    .filter(({ name }) => !name.startsWith('media/'))
    .map(({ name, content }) => [name, content.toString().replace(/"madeAt": "[^"]+"/, '')] as const);
  return Object.fromEntries(texts);
}

export async function packed(members: readonly ArchiveMember[]): Promise<Buffer> {
  const packing = tar.pack();
  for (const { name, content, type = 'file' } of members) {
    const linkname = type === 'symlink' || type === 'link' ? '/etc/passwd' : undefined;
    packing.entry({ name, type, ...(linkname !== undefined && { linkname }) }, content);
  }
  packing.finalize();
  return gzipSync(await buffer(packing));
}

/** The same archive with one member changed and a matching manifest. */
export function changed(
  members: readonly ArchiveMember[],
  name: string,
  change: (text: string) => string,
): ArchiveMember[] {
  const all = members.map((member) =>
    member.name === name ? { ...member, content: Buffer.from(change(member.content.toString())) } : member,
  );
  return all.map((member) =>
    member.name === 'manifest.json' && name !== member.name ? declared(all, member) : member,
  );
}

function declared(all: readonly ArchiveMember[], manifest: ArchiveMember): ArchiveMember {
  const parsed = JSON.parse(manifest.content.toString()) as { members: { name: string }[] };
  const members = parsed.members.map(({ name }) => {
    const content = all.find((member) => member.name === name)?.content ?? Buffer.alloc(0);
    return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  return { ...manifest, content: Buffer.from(JSON.stringify({ ...parsed, members })) };
}
