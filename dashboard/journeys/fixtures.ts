import { createHash } from 'node:crypto';
import { linkInMail } from './mail.ts';
import { address, magpie, type Person } from './people.ts';

/** Data of an account that has been used for a while. */
export interface Fixtures {
  readonly boardId: number;
  readonly slug: string;
  readonly brand: string;
  readonly otherBrand: string;
  readonly hash: string;
  readonly ruleId: number;
  /** The token of an invitation link. */
  readonly invitation: string;
  readonly inviteLink: string;
  readonly signInLink: string;
  /** The consent page of an app. */
  readonly consent: string;
  readonly sharedReport: string;
}

export async function createFixtures({ program, email }: Person): Promise<Fixtures> {
  const [brand, otherBrand] = await program.brandSpy.listTopAdvertisers.query({ limit: 2 });
  if (brand === undefined || otherBrand === undefined) throw new Error('There are no demo ads.');
  const { ads } = await program.ads.search.query({ limit: 14 });
  const board = await program.boards.create.mutate({
    name: 'Hooks that hold',
    description: 'First lines worth stealing the shape of.',
  });
  const inside = await program.boards.create.mutate({ name: 'Summer', parentBoardId: board.id });
  for (const [number, { hash }] of ads.entries()) {
    await program.ads.addToBoard.mutate({
      boardId: number < 10 ? board.id : inside.id,
      hash,
      ...(number === 0 && { note: 'Opens with the problem, ends with the price.' }),
    });
  }
  const slug = `hooks-that-hold-${board.id}`;
  await program.boards.updateSlug.mutate({ id: board.id, slug });
  await program.boards.togglePublic.mutate({ id: board.id, published: true });
  for (const { company } of [brand, otherBrand])
    await program.companies.follow.mutate({ companyName: company });
  const { id: ruleId } = await program.notifications.upsertRule.mutate({
    name: 'Free shipping',
    event: 'copy_matches',
    keywords: ['"free shipping"'],
    frequency: 'daily',
  });
  await program.webhooks.create.mutate({ url: 'https://hooks.example.com/magpie' });
  const hash = ads[0]?.hash ?? '';
  await makeCreatives(program, hash);
  await program.searches.create.mutate({ name: 'Free shipping', filters: { searchQuery: 'free shipping' } });
  await program.comments.create.mutate({ hash, text: 'Try this hook.' });
  const team = await program.teams.create.mutate({ name: 'Agency' });
  const report = await program.reports.share.mutate({ companyName: brand.company, days: 7 });
  return {
    boardId: board.id,
    slug,
    brand: brand.company,
    otherBrand: otherBrand.company,
    hash,
    ruleId,
    invitation: await invite(program, team.id),
    inviteLink: (await program.teams.createInviteLink.mutate({ id: team.id, role: 'member' })).url,
    signInLink: /\S*\/sign-in\/\S+/.exec(await magpie('users', 'link', email))?.[0] ?? '',
    consent: await requestAccess(),
    sharedReport: report.url,
  };
}

async function makeCreatives(program: Person['program'], sourceAdHash: string): Promise<void> {
  const { id: productId } = await program.cloneProducts.create.mutate({
    name: 'Kettle',
    brandName: 'Northpot',
    price: 49.5,
    currency: 'EUR',
    colors: ['#0f4c5c', '#e36414'],
    sellingPoints: ['Boils in 90 seconds', 'Keeps warm for an hour'],
  });
  for (const aspectRatio of ['1:1', '4:5', '9:16'] as const) {
    const { id } = await program.aiImages.generate.mutate({ productId, sourceAdHash, aspectRatio, seed: 7 });
    let { status } = await program.aiImages.get.query({ id });
    while (status === 'queued' || status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 300));
      ({ status } = await program.aiImages.get.query({ id }));
    }
  }
}

/** Invites somebody to a team and reads the link from the mail. */
async function invite(program: Person['program'], id: number): Promise<string> {
  await program.teams.inviteByEmail.mutate({ id, email: `invited-${id}@example.com`, role: 'member' });
  return (await linkInMail(`invited-${id}@example.com`)).split('/').at(-1) ?? '';
}

/** An app that has registered. */
async function requestAccess(): Promise<string> {
  const redirectUri = 'http://127.0.0.1:7/callback';
  const response = await fetch(`${address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Example app', redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string };
  const url = new URL('/oauth/authorize', address);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read write',
    resource: `${address}/mcp`,
  }).toString();
  return url.href;
}
