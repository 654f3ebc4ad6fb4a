import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableSource } from './table.ts';

const readAt = '2026-11-18T09:00:00.000Z';

type Cells = Readonly<Record<string, unknown>>;

/** Ads of one brand, read on one day, with these columns. */
function readRows(rows: readonly Cells[]) {
  const all = rows.map((row, at) => ({
    page_name: 'Acme',
    ad_text: `Our anvils number ${at} fall faster than any other.`,
    ad_id: `${100_000_000_000 + at}`,
    scraped_at: readAt,
    ...row,
  }));
  const table = tableSource(all);
  if (table === null) throw new Error('no table of ads');
  return { ...table, ads: all.map((row) => OpenAd.parse(table.source.toAd(row))) };
}

const listRows = (column: string, values: readonly unknown[]): Cells[] =>
  values.map((value) => ({ [column]: value }));

/** Nothing confirms that such an ad runs. */
const unconfirmed = { status: null, freshnessDays: 0, lastConfirmedAt: null };

describe('a status of something else than the ad', () => {
  const nouns = `page scrape scraper account processing job product stock tracking subscription competitor landing_page
    order payment user task pipeline crawl import export sync download upload email review approval video image media asset
    domain website url http link pixel api proxy session batch record row lead client customer employee vendor store shop
    inventory shipping billing invoice project ticket campaign adset audience policy verification compliance translation
    ocr transcript ai llm enrichment spend_cap`;
  const others = [
    'Seitenstatus',
    'Lagerstatus',
    'Status der Seite',
    'statut de la page',
    'Statut du compte',
    'estado de la página',
    'estado del pedido',
    'stato del prodotto',
    'status da conta',
    'status strony',
    'status van de pagina',
    '페이지 상태',
    '재고 상태',
    '계정 상태',
    'ページの状態',
    '在庫ステータス',
    '店铺状态',
  ];
  const columns = nouns
    .split(/\s+/)
    .flatMap((noun) => [`${noun}_status`, `${noun}_state`, `${noun}Status`, `is_${noun}_active`]);

  it.each([...columns, ...others])('is no status of it: %s', (column) => {
    for (const value of ['active', 'inactive', 'completed', 'running', 'paused']) {
      const rows = Array.from({ length: 4 }, () => ({
        start_date: '2026-06-01',
        end_date: '2026-09-01',
        [column]: value,
      }));
      const { ads, leftOut, notes } = readRows(rows);
      expect(leftOut).toEqual([column]);
      expect(notes).toEqual([]);
      expect(ads[0]).toMatchObject({ status: 'inactive', endDate: '2026-09-01', freshnessDays: null });
    }
  });

  it.each(['status', 'Status', 'Zustand', 'statut', 'estado', 'stato', 'stan', '상태', '状態', '状态'])(
    'is the one of a job if it is only completed: %s',
    (column) => {
      for (const word of [
        'completed',
        'Finished',
        'DONE',
        'abgeschlossen',
        'terminé',
        'finalizado',
        '완료',
      ]) {
        const { ads, leftOut } = readRows(listRows(column, [word, word, word]));
        expect(leftOut).toEqual([column]);
        expect(ads[0]?.status).toBeNull();
      }
    },
  );
});

describe('the status of the ad', () => {
  it.each([
    'ad_status',
    'ad_delivery_state',
    'delivery_status',
    'ad_running_status',
    'creative_status',
    'status_of_ad',
    'Ad live status',
    'current_ad_status',
    'Anzeigenstatus',
    'Status der Anzeige',
    'statut de l’annonce',
    'estado del anuncio',
    'status do anúncio',
    'stato dell’annuncio',
    'status reklamy',
    'status van de advertentie',
    '광고 상태',
    '광고 게재 상태',
    '配信ステータス',
    '投放状态',
  ])('is read in %s', (column) => {
    const { ads } = readRows(listRows(column, ['ACTIVE', 'Paused', 'finished', 'NOT_RUNNING', 'Deleted']));
    expect(ads.map(({ status }) => status)).toEqual([
      'active',
      ...Array.from({ length: 4 }, () => 'inactive'),
    ]);
  });

  it('is read beside placeholders, which confirm nothing', () => {
    const { ads, leftOut } = readRows(
      listRows('ad_status', ['Active', 'N/A', '-', 'unknown', 'No longer running', null]),
    );
    expect(leftOut).toEqual([]);
    expect(ads).toMatchObject([
      { status: 'active', freshnessDays: null },
      unconfirmed,
      unconfirmed,
      unconfirmed,
      { status: 'inactive' },
      { status: null, freshnessDays: null },
    ]);
  });

  it('confirms nothing if its words are not known, and says so', () => {
    const rows = listRows('ad_status', ['ACTIVE', 'IN_LEARNING', 'LIMITED', 'PENDING']);
    const { ads, leftOut, notes } = readRows(
      rows.map((row) => Object.assign({}, row, { last_seen: '2026-11-18' })),
    );
    expect(leftOut).toEqual(['ad_status']);
    expect(notes).toEqual([
      "'ad_status' seems to state whether ads run, but not in words or dates that are known ('ACTIVE', 'IN_LEARNING', 'LIMITED', 'PENDING'); ads of this file count as not running unless another column states it.",
    ]);
    for (const ad of ads) expect(ad).toMatchObject(unconfirmed);
  });

  it('under a generic name concerns ads only if one value is a status of ads', () => {
    const mixed = readRows(listRows('status', ['active', 'completed', 'completed']));
    for (const ad of mixed.ads) expect(ad).toMatchObject(unconfirmed);
    const jobs = readRows(listRows('status', ['success', 'failed', 'queued']));
    expect(jobs.notes).toEqual([]);
    expect(jobs.ads[0]).toMatchObject({ status: null, freshnessDays: null });
  });
});

describe('a column of dates', () => {
  const standIns =
    '- – — N/A n/a Present present ongoing None none unknown null 0000-00-00 0000-00-00T00:00:00Z 00/00/0000 9999-12-31 진행중 laufend'.split(
      ' ',
    );

  it('is read beside any number of written placeholders', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...standIns), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(
          'end_date',
          'Enddatum',
          'date de fin',
          'fecha de fin',
          'Data di fine',
          '종료일',
          '終了日',
          '结束日期',
        ),
        (placeholders, column) => {
          const { ads, leftOut } = readRows([
            ...listRows(column, placeholders),
            ...listRows(column, ['2026-09-01', '2026-10-01']),
          ]);
          expect(leftOut).toEqual([]);
          expect(ads.slice(-2)).toMatchObject([
            { status: 'inactive', endDate: '2026-09-01' },
            { status: 'inactive', endDate: '2026-10-01' },
          ]);
          for (const ad of ads.slice(0, -2))
            expect(ad).toMatchObject({ endDate: null, status: null, freshnessDays: null });
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each(['start_date', 'Startdatum', 'date de début', '시작일'])('of the start too: %s', (column) => {
    const { ads } = readRows(listRows(column, ['-', 'unknown', 'N/A', '0000-00-00', '2026-09-01']));
    expect(ads.map(({ startDate }) => startDate)).toEqual([null, null, null, null, '2026-09-01']);
  });

  it('may begin below the sample', () => {
    const { source } = readRows(listRows('end_date', ['-', '-', '-']));
    const row = { page_name: 'Acme', ad_text: 'Buy anvils', end_date: '2026-09-01', scraped_at: readAt };
    expect(source.toAd(row)).toMatchObject({ endDate: '2026-09-01', status: 'inactive' });
  });

  it('confirms nothing where an end is written in a form that is not read, and says so if that are all', () => {
    const some = readRows(listRows('end_date', ['2026-09-01', '2026-09-02', 'Ended 3 weeks ago']));
    expect(some.ads[2]).toMatchObject({ endDate: null, ...unconfirmed });
    const all = readRows(listRows('end_date', ['3 weeks ago', '2 days ago']));
    expect(all.notes).toHaveLength(1);
    for (const ad of all.ads) expect(ad).toMatchObject(unconfirmed);
  });
});

describe('a text of something else than the ad', () => {
  const nouns = `landing_page page status error log api user system website web site email chat profile bio about cookie
    seo og_page legal disclaimer terms search query result response request job scrape html_page article blog news
    competitor customer support sms push faq policy footer header nav`;
  const columns = nouns
    .split(/\s+/)
    .flatMap((noun) => [`${noun}_text`, `${noun}_message`, `${noun}_content`, `${noun}Copy`]);

  it.each([
    ...columns,
    'Seitentext',
    'Text der Zielseite',
    'texte de la page',
    'texto de la página',
    'testo della pagina',
    '페이지 텍스트',
    'ページの本文',
  ])('is no copy: %s', (column) => {
    const rows = [1, 2, 3].map((at) => ({
      page_name: 'Acme',
      headline: 'Anvils',
      [column]: `This text number ${at} is about something else.`,
    }));
    const table = tableSource(rows);
    expect(table?.leftOut).toEqual([column]);
  });

  it.each(['caption', 'full_copy', 'main_text_2', 'post_caption', 'display_text', 'marketing_copy'])(
    'but copy of the ad is: %s',
    (column) => {
      const rows = [1, 2, 3].map((at) => ({
        page_name: 'Acme',
        headline: 'Anvils',
        [column]: `Our anvils number ${at} fall faster than any other.`,
      }));
      expect(tableSource(rows)?.mapped).toContainEqual(expect.objectContaining({ field: 'bodies', column }));
    },
  );
});
