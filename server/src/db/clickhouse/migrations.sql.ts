import { literal } from './parameters.sql.ts';
import {
  addColumns,
  addIndex,
  changeSettings,
  createTable,
  dropColumns,
  materializeColumns,
  truncateTable,
  updateRows,
  type Topology,
} from './table.sql.ts';

/**
 * One step of the schema. ClickHouse has no transactions for it: a kill may leave any number of the
 * statements done, and the next start, or another node at the same time, runs all of them again. So each one
 * must be harmless when repeated (`IF NOT EXISTS`, `IF EXISTS`, rows that replace themselves), and none may change after its release.
 */
export interface IndexMigration {
  readonly version: number;
  readonly name: string;
  readonly statements: (topology: Topology) => readonly string[];
}

/** Accents; marks of Cyrillic; points of Hebrew; vowel signs of Arabic; invisible characters. */
const droppedMarks = [
  '0300-036f 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f',
  '0483-0489',
  '0591-05bd 05bf 05c1 05c2 05c4 05c5 05c7',
  '0610-061a 064b-065f 0670 06d6-06dc 06df-06e8 06ea-06ed 0640',
  '00ad 200d 2060 fe00-fe0f feff',
]
  .join(' ')
  .replaceAll(/[\da-f]{4}/g, String.raw`\x{$&}`)
  .replaceAll(' ', '');

function replaced(
  text: string,
  ...replacements: readonly (readonly [pattern: string, by: string])[]
): string {
  return replacements.reduce(
    (inner, [pattern, by]) => `replaceRegexpAll(${inner}, ${literal(pattern)}, ${literal(by)})`,
    text,
  );
}

/** As the service folds text, apart from rare characters; words are separated by single spaces. */
function foldedWords(text: string): string {
  const withoutMarks = replaced(`normalizeUTF8NFKD(${replaced(text, ['[™℠®©℗]', ' '])})`, [
    `[${droppedMarks}]+`,
    '',
  ]);
  return replaced(
    `translateUTF8(lowerUTF8(${withoutMarks}), 'øđðłħŧıŋĸςٱىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', 'oddlhtinkσاييكه012345678901234567890123456789')`,
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
    [String.raw`[^\p{L}\p{M}\p{N}\p{So}]+`, ' '],
  );
}

const plainName = foldedWords(replaced('name_key', ["['`´‘’′ʹʻʼ＇]", '']));

/** Letters of scripts without spaces between words are words. */
function searchedWords(text: string): string {
  return replaced(
    `normalizeUTF8NFC(${foldedWords(text)})`,
    [
      String.raw`([\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]\p{M}*|\p{So})`,
      String.raw` \1 `,
    ],
    [' +', ' '],
  );
}

/** The distinct words of texts without links, numbers and emoji. */
function comparedWords(texts: string): string {
  const withoutLinks = replaced(`arrayStringConcat(${texts}, ' ')`, [
    String.raw`(?i)(https?://|www\.)\S+`,
    ' ',
  ]);
  const isCompared = `match(word, ${literal(String.raw`^\p{L}`)}) AND NOT match(word, ${literal(String.raw`\p{N}`)})`;
  const words = `splitByChar(' ', ${searchedWords(withoutLinks)})`;
  return `arraySort(arrayDistinct(arrayFilter(word -> ${isCompared}, ${words})))`;
}

const copyWords = comparedWords('arrayConcat(bodies, card_bodies)');
const allWords = comparedWords(
  "arrayConcat(headlines, card_headlines, bodies, card_bodies, [ifNull(description, '')])",
);
const duplicateIdentity = `if(empty(${allWords}), toString(hash), concat(toString(advertiser_id), ' ', arrayStringConcat(
  if(length(${copyWords}) >= 12, ${copyWords}, ${allWords}), ' ')))`;

/**
 * Ranges of reach that these libraries do not publish: earlier versions stored impressions there. Rows that have a digest
 * were recorded since.
 */
const hasImpressionsAsReach = `reach_kind = 'range' AND sighting_digest = '' AND transparency = ''
  AND splitByChar(':', key)[1] IN ('meta', 'google', 'linkedin')`;
const hasMovedImpressions = `sighting_digest = '' AND startsWith(transparency, '{"impressions":{')`;

const impressionsJson = `concat('{"impressions":{',
  arrayStringConcat(arrayMap((name, amount) -> concat('"', name, '":', ifNull(toString(amount), 'null')),
    ['value', 'lower', 'upper'], [reach, reach_lower, reach_upper]), ','),
  ',"kind":"range"}}')`;

const advertiserBaseColumns = {
  advertiser_id: 'UInt64',
  name_key: 'String',
  name: 'String',
  brand_logo: 'Nullable(String)',
  page_url: 'Nullable(String)',
  external_ids: 'Array(String)',
  categories: 'Array(String)',
  first_seen_at: "DateTime64(3, 'UTC')",
  last_seen_at: "DateTime64(3, 'UTC')",
  version: 'UInt64',
  alias_of: 'UInt64',
  names: 'Array(Tuple(UInt64, String, String, String, UInt8))',
  named_at: "DateTime64(3, 'UTC')",
  name_rank: 'UInt8',
  logo_day: 'Date32',
  page_url_day: 'Date32',
  pages: 'Array(String)',
};

const facetValues = `arrayConcat(
  [concat('formats:', format), concat('mediaTypes:', media_type), concat('adTypes:', ifNull(ad_type, '')),
   concat('languages:', ifNull(language, '')), concat('ctaTypes:', coalesce(cta_text, cta_type, ''))],
  arrayMap(each -> concat('platforms:', each), arrayDistinct(platforms)),
  arrayMap(each -> concat('countries:', each), arrayDistinct(countries)),
  arrayMap(each -> concat('tagDefinitionIds:', toString(each)), arrayDistinct(tag_ids)))`;

/** Forward only, by ascending version. */
export const migrations: readonly IndexMigration[] = [
  {
    version: 1,
    name: 'add advertisers',
    statements: createTable({
      name: 'advertisers',
      columns: {
        advertiser_id: 'UInt64',
        name_key: 'String',
        name: 'String',
        brand_logo: 'Nullable(String)',
        page_url: 'Nullable(String)',
        first_seen_at: "DateTime64(3, 'UTC')",
        version: 'UInt64',
      },
      orderBy: 'advertiser_id',
      shardBy: 'advertiser_id',
    }),
  },
  {
    version: 2,
    name: 'add advertiser columns',
    statements: addColumns('advertisers', {
      external_ids: 'Array(String)',
      categories: 'Array(LowCardinality(String))',
      last_seen_at: "DateTime64(3, 'UTC')",
    }),
  },
  {
    version: 3,
    name: 'add ads',
    statements: createTable({
      name: 'ads',
      columns: {
        advertiser_id: 'UInt64',
        hash: 'FixedString(32)',
        version: 'UInt64',
        is_deleted: 'UInt8',
        recorded_at: "DateTime64(3, 'UTC')",
        key: 'String',
        sources: 'Array(LowCardinality(String))',
        external_id: 'Nullable(String)',
        source_url: 'Nullable(String)',
        platforms: 'Array(LowCardinality(String))',
        placements: 'Array(LowCardinality(String))',
        status: 'LowCardinality(Nullable(String))',
        headlines: 'Array(String)',
        bodies: 'Array(String)',
        description: 'Nullable(String)',
        cta_type: 'LowCardinality(Nullable(String))',
        cta_text: 'LowCardinality(Nullable(String))',
        landing_page_url: 'Nullable(String)',
        countries: 'Array(LowCardinality(String))',
        is_partnership: 'Nullable(Bool)',
        partner_name: 'Nullable(String)',
        media: 'String',
        cards: 'String',
        start_date: 'Nullable(Date32)',
        end_date: 'Nullable(Date32)',
        first_seen_at: "DateTime64(3, 'UTC')",
        last_seen_at: "DateTime64(3, 'UTC')",
        reach: 'Nullable(UInt64)',
        reach_lower: 'Nullable(UInt64)',
        reach_upper: 'Nullable(UInt64)',
        reach_kind: 'LowCardinality(Nullable(String))',
        reach_text: 'Nullable(String)',
        reach_by_gender: 'Map(LowCardinality(String), UInt64)',
        reach_by_age: 'Map(LowCardinality(String), UInt64)',
        reach_by_country: 'Map(LowCardinality(String), UInt64)',
        captured_at: "Nullable(DateTime64(3, 'UTC'))",
        captured_reach: 'Nullable(UInt64)',
        likes: 'Nullable(UInt64)',
        comments: 'Nullable(UInt64)',
        shares: 'Nullable(UInt64)',
        rank_country: 'LowCardinality(Nullable(String))',
        given_format: 'LowCardinality(Nullable(String))',
        given_media_type: 'LowCardinality(Nullable(String))',
        given_language: 'LowCardinality(Nullable(String))',
        given_domain: 'Nullable(String)',
        format: 'LowCardinality(String)',
        media_type: 'LowCardinality(String)',
        language: 'LowCardinality(Nullable(String))',
        landing_page: 'Nullable(String)',
        landing_page_domain: 'Nullable(String)',
        ad_type: 'LowCardinality(Nullable(String))',
        tag_ids: 'Array(UInt32)',
        tag_confidences: 'Array(Float32)',
        enriched: 'Map(LowCardinality(String), UInt16)',
        search_text: 'String',
      },
      deleted: 'is_deleted',
      orderBy: '(advertiser_id, hash)',
      indexes: { search_words: "search_text TYPE text(tokenizer = splitByString([' ']))" },
      settings: { index_granularity: 1024 },
      shardBy: 'advertiser_id',
    }),
  },
  {
    version: 4,
    name: 'add ad_places',
    statements: createTable({
      name: 'ad_places',
      columns: { hash: 'FixedString(32)', advertiser_id: 'UInt64', version: 'UInt64' },
      orderBy: 'hash',
      settings: { index_granularity: 256 },
      shardBy: 'cityHash64(hash)',
    }),
  },
  {
    version: 5,
    name: 'add snapshots',
    statements: createTable({
      name: 'snapshots',
      columns: {
        hash: 'FixedString(32)',
        captured_at: "DateTime64(3, 'UTC')",
        reach: 'Nullable(UInt64)',
        likes: 'Nullable(UInt64)',
        comments: 'Nullable(UInt64)',
        shares: 'Nullable(UInt64)',
        rank_country: 'LowCardinality(Nullable(String))',
        version: 'UInt64',
      },
      orderBy: '(hash, captured_at)',
      settings: { index_granularity: 256 },
      shardBy: 'cityHash64(hash)',
    }),
  },
  {
    version: 6,
    name: 'add events',
    statements: createTable({
      name: 'events',
      columns: {
        advertiser_id: 'UInt64',
        hash: 'FixedString(32)',
        sequence: 'UInt64',
        kind: 'LowCardinality(String)',
        at: "DateTime64(3, 'UTC')",
        changes: 'String',
        version: 'UInt64',
      },
      orderBy: '(advertiser_id, hash, sequence, kind)',
      settings: { index_granularity: 1024 },
      shardBy: 'advertiser_id',
    }),
  },
  {
    version: 7,
    name: 'add tag_definitions',
    statements: createTable({
      name: 'tag_definitions',
      columns: {
        tag_definition_id: 'UInt32',
        category: 'String',
        short_text: 'String',
        version: 'UInt64',
      },
      orderBy: 'tag_definition_id',
      shardBy: 'tag_definition_id',
    }),
  },
  {
    version: 8,
    name: 'add text_vectors',
    statements: createTable({
      name: 'text_vectors',
      columns: {
        model: 'LowCardinality(String)',
        text_id: 'UInt64',
        vector: 'Array(Int8)',
        version: 'UInt64',
      },
      orderBy: '(model, text_id)',
      settings: { index_granularity: 512 },
      shardBy: 'text_id',
    }),
  },
  {
    version: 9,
    name: 'add advertiser_vectors',
    statements: createTable({
      name: 'advertiser_vectors',
      columns: {
        model: 'LowCardinality(String)',
        advertiser_id: 'UInt64',
        vector: 'Array(Float32)',
        texts: 'UInt32',
        built_at: "DateTime64(3, 'UTC')",
      },
      version: 'built_at',
      orderBy: '(model, advertiser_id)',
      shardBy: 'advertiser_id',
    }),
  },
  {
    version: 10,
    name: 'add marks',
    statements: createTable({
      name: 'marks',
      columns: { name: 'String', at: "DateTime64(3, 'UTC')" },
      version: 'at',
      orderBy: 'name',
      shardBy: 'cityHash64(name)',
    }),
  },
  {
    version: 11,
    name: 'add previous ad places',
    statements: addColumns('ad_places', { left_advertiser_id: 'Nullable(UInt64)', days: 'Array(Date32)' }),
  },
  {
    version: 12,
    name: 'add the recording of an ad',
    statements: addColumns('ads', { added_in: 'UInt64' }),
  },
  {
    version: 13,
    name: 'add trending_ads',
    statements: (topology) => [
      ...createTable({
        name: 'trending_ads',
        columns: {
          day: 'Date32',
          hash: 'FixedString(32)',
          advertiser_id: 'UInt64',
          platforms: 'Array(LowCardinality(String))',
          rank_country: 'LowCardinality(Nullable(String))',
          engagement: 'Nullable(UInt64)',
          tag_ids: 'Array(UInt32)',
          version: 'UInt64',
          is_deleted: 'UInt8',
        },
        deleted: 'is_deleted',
        orderBy: '(day, hash)',
        shardBy: 'cityHash64(hash)',
      })(topology),
      `INSERT INTO trending_ads (day, hash, advertiser_id, platforms, rank_country, engagement, tag_ids, version)
       SELECT ifNull(start_date, toDate32(first_seen_at)), hash, advertiser_id, platforms, rank_country,
         if(likes IS NULL AND comments IS NULL AND shares IS NULL, NULL,
           ifNull(likes, 0) + ifNull(comments, 0) + ifNull(shares, 0)),
         tag_ids, version
       FROM ads FINAL`,
    ],
  },
  {
    version: 14,
    name: 'add advertiser_totals',
    statements: (topology) => [
      ...createTable({
        name: 'advertiser_totals',
        columns: {
          advertiser_id: 'UInt64',
          ads: 'UInt64',
          reach: 'UInt64',
          platforms: 'Array(LowCardinality(String))',
          domains: 'Array(String)',
          built_at: "DateTime64(3, 'UTC')",
        },
        version: 'built_at',
        orderBy: 'advertiser_id',
        settings: { index_granularity: 256 },
        shardBy: 'advertiser_id',
      })(topology),
      `INSERT INTO advertiser_totals (advertiser_id, ads, reach, platforms, domains, built_at)
       SELECT advertiser_id, count(), least(sum(ifNull(reach, 0)), 9007199254740991), arraySort(groupUniqArrayArray(platforms)),
         arraySort(groupUniqArray(1000)(landing_page_domain)), now64(3)
       FROM ads FINAL
       GROUP BY advertiser_id`,
    ],
  },
  {
    version: 15,
    name: 'add search words of names',
    // By the engine itself, so that rows of any age have them.
    statements: addColumns('advertisers', {
      name_words: `String MATERIALIZED concat(' ', trimBoth(normalizeUTF8NFC(${plainName})), ' ')`,
      name_letters: "String MATERIALIZED replaceAll(name_words, ' ', '')",
      name_pairs: `UInt256 MATERIALIZED arrayFold(
        (pairs, pair) -> bitOr(pairs, bitShiftLeft(toUInt256(1), CRC32(pair) % 256)),
        arrayConcat(ngrams(name_words, 2), ngrams(concat(' ', name_letters, ' '), 2)),
        toUInt256(0)
      )`,
    }),
  },
  {
    version: 16,
    name: 'add columns for lists of ads',
    // Written by recordings; the engine computes them for older rows.
    statements: addColumns('ads', {
      first_day: 'Date32 DEFAULT ifNull(start_date, toDate32(first_seen_at))',
      last_day: `Date32 DEFAULT ifNull(end_date,
        if(ifNull(status, '') = 'inactive', toDate32(last_seen_at), toDate32('2299-12-31')))`,
      stopped: "UInt8 DEFAULT ifNull(status, '') = 'inactive'",
      card_bodies: "Array(String) DEFAULT JSONExtract(cards, 'Array(Tuple(body String))').body",
      card_headlines: "Array(String) DEFAULT JSONExtract(cards, 'Array(Tuple(headline String))').headline",
      // `medium.url` in its place is read well, and refused when parts are merged.
      thumbnail_url: `Nullable(String) DEFAULT arrayFirst(picture -> picture IS NOT NULL, arrayMap(
        medium -> coalesce(tupleElement(medium, 3), if(tupleElement(medium, 1) = 'image', tupleElement(medium, 2), NULL)),
        arrayConcat(
          JSONExtract(media, 'Array(Tuple(type String, url String, thumbnailUrl Nullable(String)))'),
          arrayFlatten(JSONExtract(cards,
            'Array(Tuple(media Array(Tuple(type String, url String, thumbnailUrl Nullable(String)))))').media))))`,
    }),
  },
  {
    version: 17,
    name: 'add names to advertiser_totals',
    // Names are looked through in memory, where they are folded too.
    statements: (topology) => [
      ...addColumns('advertiser_totals', {
        // These two are read of a few advertisers here and there: a block of theirs is small.
        name: 'String SETTINGS (min_compress_block_size = 4096, max_compress_block_size = 16384)',
        brand_logo:
          'Nullable(String) SETTINGS (min_compress_block_size = 4096, max_compress_block_size = 16384)',
        name_key: 'String',
      })(topology),
      `INSERT INTO advertiser_totals (advertiser_id, ads, reach, platforms, domains, name, name_key, brand_logo, built_at)
       SELECT advertiser_id, ads, reach, platforms, domains, names.name, names.name_key, names.brand_logo,
         built_at + INTERVAL 1 MILLISECOND
       FROM (SELECT advertiser_id, ads, reach, platforms, domains, built_at FROM advertiser_totals FINAL) AS totals
       GLOBAL RIGHT JOIN (
         SELECT advertiser_id, name, name_key, brand_logo FROM advertisers FINAL
       ) AS names USING (advertiser_id)`,
      ...dropColumns('advertisers', ['name_pairs', 'name_letters', 'name_words'])(topology),
    ],
  },
  {
    version: 18,
    name: 'add page_uses',
    statements: (topology) => [
      ...addColumns('events', { recorded_in: 'UInt64' })(topology),
      // Queries are about the last recordings, whose rows are close together.
      ...addIndex('events', 'recordings', 'recorded_in TYPE minmax')(topology),
      ...createTable({
        name: 'page_uses',
        columns: {
          advertiser_id: 'UInt64',
          page: 'String',
          hash: 'FixedString(32)',
          sequence: 'UInt64',
          recorded_in: 'UInt64',
          seen_day: 'Date32',
          start_day: 'Date32',
          version: 'UInt64',
        },
        orderBy: '(advertiser_id, page, hash, sequence)',
        settings: { index_granularity: 1024 },
        shardBy: 'advertiser_id',
      })(topology),
      `INSERT INTO page_uses (advertiser_id, page, hash, sequence, seen_day, start_day)
       SELECT advertiser_id, assumeNotNull(landing_page), hash, 1, toDate32(first_seen_at), first_day
       FROM ads FINAL
       WHERE landing_page IS NOT NULL`,
    ],
  },
  {
    version: 19,
    name: 'add the time of writing to trending_ads',
    // Rows from before it have the time of reading until they are merged, and count as changed until then.
    statements: addColumns('trending_ads', { written_at: "DateTime64(3, 'UTC') DEFAULT now64(3)" }),
  },
  {
    version: 20,
    name: 'add an index of domains',
    statements: addIndex(
      'advertiser_totals',
      'owned_domains',
      'domains TYPE bloom_filter(0.01) GRANULARITY 1',
    ),
  },
  {
    version: 21,
    name: 'add advertiser_embeddings',
    // In place of advertiser_vectors, of which reading one vector took as long as reading thousands.
    statements: (topology) => [
      ...createTable({
        name: 'advertiser_embeddings',
        columns: {
          model: 'LowCardinality(String)',
          advertiser_id: 'UInt64',
          vector: 'Array(Float32) SETTINGS (min_compress_block_size = 4096, max_compress_block_size = 16384)',
          texts: 'UInt32',
          built_at: "DateTime64(3, 'UTC')",
        },
        version: 'built_at',
        orderBy: '(model, advertiser_id)',
        settings: { index_granularity: 16 },
        shardBy: 'advertiser_id',
      })(topology),
      `INSERT INTO advertiser_embeddings (model, advertiser_id, vector, texts, built_at)
       SELECT model, advertiser_id, vector, texts, built_at
       FROM advertiser_vectors FINAL`,
      ...truncateTable('advertiser_vectors')(topology),
    ],
  },
  {
    version: 22,
    name: 'add confirmations of ads',
    // Older rows count as confirmed when they were last seen.
    statements: addColumns('ads', {
      last_confirmed_at: "Nullable(DateTime64(3, 'UTC')) DEFAULT last_seen_at",
      freshness_days: 'UInt8 DEFAULT 14',
      confirmed_day: 'Date32 DEFAULT toDate32(last_seen_at)',
    }),
  },
  {
    version: 23,
    name: 'add transparency fields',
    statements: addColumns('ads', { transparency: 'String' }),
  },
  {
    version: 24,
    name: 'add words for ranking and keys of duplicates',
    // Recordings write them. For older rows the engine computes them, until they are materialized whenever a row is read.
    statements: (topology) => [
      ...addColumns('ads', {
        brand_words: "String DEFAULT concat(splitByString(' | ', trimRight(search_text))[1], ' ')",
        headline_words: `String DEFAULT concat(' ', trimBoth(leftUTF8(${searchedWords("arrayStringConcat(arrayConcat(headlines, card_headlines), ' ')")}, 500)), ' ')`,
        page_words: "String DEFAULT '  '",
        text_words: "UInt16 DEFAULT least(65535, countSubstrings(search_text, ' '))",
        duplicate_key: `UInt64 DEFAULT reinterpretAsUInt64(reverse(unhex(concat('000', substring(hex(MD5(${duplicateIdentity})), 1, 13)))))`,
      })(topology),
      ...materializeColumns('ads', ['brand_words', 'headline_words', 'text_words', 'duplicate_key'])(
        topology,
      ),
    ],
  },
  {
    version: 25,
    name: 'add sightings',
    statements: (topology) => [
      ...createTable({
        name: 'sightings',
        columns: {
          hash: 'FixedString(32)',
          at: "DateTime64(3, 'UTC')",
          digest: 'FixedString(32)',
          first_seen_at: "DateTime64(3, 'UTC')",
          last_confirmed_at: "Nullable(DateTime64(3, 'UTC'))",
          freshness_days: 'UInt8',
          measured: 'String CODEC(ZSTD(3))',
          content: 'String CODEC(ZSTD(3))',
          version: 'UInt64',
        },
        orderBy: '(hash, at, digest)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(hash)',
      })(topology),
      ...addColumns('ads', { sighting_digest: 'String CODEC(ZSTD(1))', is_logged: 'Bool' })(topology),
      ...addColumns('events', { removed: 'UInt8' })(topology),
    ],
  },
  {
    version: 26,
    name: 'add pages and aliases of advertisers',
    statements: (topology) => [
      ...addColumns('advertisers', {
        alias_of: 'UInt64',
        names: 'Array(Tuple(UInt64, String, String, String, UInt8))',
        named_at: "DateTime64(3, 'UTC') DEFAULT first_seen_at",
        name_rank: 'UInt8 DEFAULT 1',
        logo_day: 'Date32 DEFAULT toDate32(last_seen_at)',
        page_url_day: 'Date32 DEFAULT toDate32(last_seen_at)',
        pages: 'Array(String)',
      })(topology),
      ...addColumns('ads', { name_id: 'UInt64 DEFAULT advertiser_id' })(topology),
      ...addColumns('advertiser_totals', { alias_of: 'UInt64', first_name: 'String' })(topology),
      ...createTable({
        name: 'advertiser_pages',
        columns: { page: 'String', advertiser_id: 'UInt64', version: 'UInt64' },
        orderBy: 'page',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(page)',
      })(topology),
    ],
  },
  {
    version: 27,
    name: 'store impressions apart from reach',
    // Repeating it changes nothing: afterwards these ads have no reach.
    statements: (topology) => [
      `INSERT INTO snapshots SELECT * REPLACE (CAST(NULL, 'Nullable(UInt64)') AS reach)
       FROM snapshots FINAL
       WHERE hash GLOBAL IN (SELECT hash FROM ads FINAL WHERE ${hasImpressionsAsReach})`,
      ...updateRows(
        'ads',
        {
          transparency: impressionsJson,
          reach: 'NULL',
          reach_lower: 'NULL',
          reach_upper: 'NULL',
          reach_kind: 'NULL',
          reach_text: 'NULL',
          captured_reach: 'NULL',
          reach_by_gender: 'map()',
          reach_by_age: 'map()',
          reach_by_country: 'map()',
        },
        hasImpressionsAsReach,
      )(topology),
      `INSERT INTO advertiser_totals
       SELECT totals.* REPLACE (least(sums.total, 9007199254740991) AS reach, now64(3) AS built_at)
       FROM (SELECT * FROM advertiser_totals FINAL) AS totals
       GLOBAL INNER JOIN (
         SELECT advertiser_id, sum(ifNull(reach, 0)) AS total
         FROM ads FINAL
         GROUP BY advertiser_id
         HAVING countIf(${hasMovedImpressions}) > 0
       ) AS sums ON sums.advertiser_id = totals.advertiser_id`,
    ],
  },
  {
    version: 28,
    name: 'add creatives and their families',
    statements: (topology) => [
      ...addColumns('ads', { creatives: 'Array(UInt64)' })(topology),
      ...createTable({
        name: 'creatives',
        columns: {
          creative: 'UInt64',
          family: 'UInt64',
          kind: 'LowCardinality(String)',
          text: 'String CODEC(ZSTD(3))',
          version: 'UInt64',
        },
        orderBy: 'creative',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(creative)',
      })(topology),
      ...createTable({
        name: 'creative_bands',
        columns: { band: 'UInt64', creative: 'UInt64', version: 'UInt8' },
        orderBy: '(band, creative)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(band)',
      })(topology),
      ...createTable({
        name: 'creative_ads',
        columns: { creative: 'UInt64', hash: 'FixedString(32)', version: 'UInt8' },
        orderBy: '(creative, hash)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(creative)',
      })(topology),
      ...createTable({
        name: 'creative_edges',
        columns: { one: 'UInt64', other: 'UInt64', similarity: 'Float32', version: 'UInt8' },
        orderBy: '(one, other)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(one)',
      })(topology),
      ...createTable({
        name: 'family_creatives',
        columns: { family: 'UInt64', creative: 'UInt64', version: 'UInt8' },
        orderBy: '(family, creative)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(family)',
      })(topology),
    ],
  },
  {
    version: 29,
    name: 'add the past of ads and advertisers',
    statements: (topology) => [
      ...addColumns('sightings', {
        facts: 'String CODEC(ZSTD(3))',
        dated: 'String CODEC(ZSTD(3))',
      })(topology),
      ...createTable({
        name: 'ad_names',
        columns: { advertiser_id: 'UInt64', hash: 'FixedString(32)', version: 'UInt8' },
        orderBy: '(advertiser_id, hash)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(advertiser_id)',
      })(topology),
      ...createTable({
        name: 'advertiser_sightings',
        columns: {
          advertiser_id: 'UInt64',
          at: "DateTime64(3, 'UTC')",
          digest: 'FixedString(16)',
          content: 'String CODEC(ZSTD(3))',
          version: 'UInt8',
        },
        orderBy: '(advertiser_id, at, digest)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(advertiser_id)',
      })(topology),
      ...createTable({
        name: 'page_names',
        columns: { page: 'String', advertiser_id: 'UInt64', version: 'UInt8' },
        orderBy: '(page, advertiser_id)',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(page)',
      })(topology),
      ...createTable({
        name: 'advertiser_bases',
        columns: { ...advertiserBaseColumns, based_at: "DateTime64(3, 'UTC')" },
        orderBy: 'advertiser_id',
        settings: { index_granularity: 256 },
        shardBy: 'cityHash64(advertiser_id)',
      })(topology),
      // What is known of advertisers of earlier versions, whose past is known from here on.
      `INSERT INTO advertiser_bases (${Object.keys(advertiserBaseColumns).join(', ')}, based_at)
       SELECT ${Object.keys(advertiserBaseColumns).join(', ')}, now64(3) FROM advertisers FINAL`,
    ],
  },
  {
    version: 30,
    name: 'add vectors of ad texts and hashes of pictures',
    // The engine computes the id whenever it writes a row; for older rows, until it is materialized, whenever it reads one.
    statements: (topology) => [
      ...addColumns('ads', {
        copy_id: `UInt64 DEFAULT if(empty(bodies) AND empty(headlines), 0,
          bitShiftRight(cityHash64(arraySort(arrayDistinct(arrayConcat(bodies, headlines)))), 12))`,
      })(topology),
      ...materializeColumns('ads', ['copy_id'])(topology),
      ...createTable({
        name: 'copy_vectors',
        columns: {
          model: 'LowCardinality(String)',
          copy_id: 'UInt64',
          vector: 'Array(Int8)',
          built_at: "DateTime64(3, 'UTC')",
        },
        version: 'built_at',
        orderBy: '(model, copy_id)',
        settings: { index_granularity: 512 },
        shardBy: 'copy_id',
      })(topology),
      ...createTable({
        name: 'picture_hashes',
        columns: { creative: 'UInt64', pdq: 'FixedString(64)', version: 'UInt8' },
        orderBy: 'creative',
        shardBy: 'cityHash64(creative)',
      })(topology),
      `INSERT INTO picture_hashes (creative, pdq, version)
       SELECT creative, toFixedString(text, 64), 1 FROM creatives FINAL WHERE kind = 'picture' AND length(text) = 64`,
    ],
  },
  {
    version: 31,
    name: 'add values of facets to ads',
    statements: (topology) => [
      ...addColumns('ads', { facet_values: `Array(LowCardinality(String)) DEFAULT ${facetValues}` })(
        topology,
      ),
      ...materializeColumns('ads', ['facet_values'])(topology),
    ],
  },
  {
    version: 32,
    name: 'add words in pictures',
    statements: (topology) => [
      ...createTable({
        name: 'picture_words',
        columns: {
          creative: 'UInt64',
          pdq: 'FixedString(64)',
          texts: 'Array(String) CODEC(ZSTD(3))',
          percents: 'Array(UInt8)',
          model: 'LowCardinality(String)',
          read_at: "DateTime64(3, 'UTC')",
        },
        version: 'read_at',
        orderBy: 'creative',
        shardBy: 'cityHash64(creative)',
      })(topology),
      ...addColumns('ads', { picture_texts: 'Array(String) CODEC(ZSTD(3))' })(topology),
    ],
  },
  {
    version: 33,
    name: 'add the growth of reach to ads',
    statements: addColumns('ads', { reach_growth: 'Nullable(Float64)' }),
  },
  {
    version: 34,
    name: 'add whether a source states the start to trending_ads',
    // Of rows with the same version, the one that was written last counts. Repeating it changes nothing.
    statements: (topology) => [
      ...addColumns('trending_ads', { has_start: 'UInt8 DEFAULT 1' })(topology),
      `INSERT INTO trending_ads (day, hash, advertiser_id, platforms, rank_country, engagement, tag_ids, version, has_start)
       SELECT toDate32(first_seen_at), hash, advertiser_id, platforms, rank_country,
         if(likes IS NULL AND comments IS NULL AND shares IS NULL, NULL,
           ifNull(likes, 0) + ifNull(comments, 0) + ifNull(shares, 0)),
         tag_ids, version, 0
       FROM ads FINAL
       WHERE start_date IS NULL`,
    ],
  },
  {
    version: 35,
    name: 'store batches of ads in few files',
    // Above 10 MB, the default, each column has files of its own: 356 for 5,000 ads, each synced by the insert.
    statements: changeSettings('ads', { min_bytes_for_wide_part: 32 * 1024 * 1024 }),
  },
];

export const clickhouseMigrationsTable = 'schema_migrations';

/**
 * The ledger of a cluster is replicated to every node of every shard, not spread over them: each node can
 * read all of it at its start, also while another shard is down. Its path therefore has no shard in it, and
 * its replica names do. A node that reads before it has caught up repeats a migration, which is harmless.
 */
export function createLedger(topology: Topology): string {
  const onCluster = topology.kind === 'single' ? '' : ` ON CLUSTER ${literal(topology.name)}`;
  const engine =
    topology.kind === 'single'
      ? 'ReplacingMergeTree(applied_at)'
      : `ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/${clickhouseMigrationsTable}', '{shard}-{replica}', applied_at)`;
  return `CREATE TABLE IF NOT EXISTS ${clickhouseMigrationsTable}${onCluster}
(
  version UInt32,
  name String,
  checksum String,
  topology String,
  applied_at DateTime64(3, 'UTC')
)
ENGINE = ${engine}
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;
}

export interface LedgerEntry {
  version: number;
  name: string;
  checksum: string;
  topology: string;
}

export const ledgerExists = `
SELECT count() AS tables
FROM system.tables
WHERE database = currentDatabase() AND name = {name:String}`;

export const readLedger = `
SELECT version, name, checksum, topology
FROM ${clickhouseMigrationsTable} FINAL
ORDER BY version`;
