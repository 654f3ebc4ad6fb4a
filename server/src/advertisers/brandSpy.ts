import type { contract } from '@magpie/contract';
import type { Handlers } from '../rpc/procedure.ts';
import { changesHandler } from './changes.ts';
import { compareHandler } from './compare.ts';
import { headerHandler, overviewHandler } from './overview.ts';
import { landingPagesHandler } from './landingPages.ts';
import type { ResearchParts } from './research.ts';
import { similarHandler } from './similar.ts';
import { tagsHandler } from './tags.ts';
import { adCopiesHandler, headlinesHandler, hooksHandler } from './texts.ts';
import { timelineHandler } from './timeline.ts';
import { topAdvertisersHandler } from './directory.ts';

export function brandSpyRouter(parts: ResearchParts): Handlers<typeof contract.brandSpy> {
  return {
    listTopAdvertisers: topAdvertisersHandler(parts),
    getHeader: headerHandler(parts),
    getOverview: overviewHandler(parts),
    getAdCopies: adCopiesHandler(parts),
    getHeadlines: headlinesHandler(parts),
    getLandingPages: landingPagesHandler(parts),
    getTimeline: timelineHandler(parts),
    listSimilarAdvertisers: similarHandler(parts),
    compare: compareHandler(parts),
    getChanges: changesHandler(parts),
    getHooks: hooksHandler(parts),
    getTags: tagsHandler(parts),
  };
}
