import type { contract } from '@magpie/contract';
import type { Handlers } from '../rpc/procedure.ts';
import { changesHandler } from './changes.ts';
import { compareHandler } from './compare.ts';
import { headerHandler } from './header.ts';
import { landingPagesHandler } from './landingPages.ts';
import { overviewHandler } from './overview.ts';
import { perCall, type ResearchParts } from './research.ts';
import { similarHandler } from './similar.ts';
import { tagsHandler } from './tags.ts';
import { adCopiesHandler, headlinesHandler, hooksHandler } from './texts.ts';
import { timelineHandler } from './timeline.ts';
import { topAdvertisersHandler } from './topAdvertisers.ts';

export function brandSpyRouter(parts: ResearchParts): Handlers<typeof contract.brandSpy> {
  return {
    listTopAdvertisers: perCall(parts, topAdvertisersHandler),
    getHeader: perCall(parts, headerHandler),
    getOverview: perCall(parts, overviewHandler),
    getAdCopies: perCall(parts, adCopiesHandler),
    getHeadlines: perCall(parts, headlinesHandler),
    getLandingPages: perCall(parts, landingPagesHandler),
    getTimeline: perCall(parts, timelineHandler),
    listSimilarAdvertisers: perCall(parts, similarHandler),
    compare: perCall(parts, compareHandler),
    getChanges: perCall(parts, changesHandler),
    getHooks: perCall(parts, hooksHandler),
    getTags: perCall(parts, tagsHandler),
  };
}
