import type { TagCategory } from './category.ts';

/** The angle from which the product is presented. */
export const angle: TagCategory = {
  category: 'ad angle',
  tags: [
    {
      id: 101,
      shortText: 'Problem and solution',
      sure: `(tired|sick|fed up) (of|with), struggling (with|to), (struggle|struggles|struggled) (with|to), say goodbye to, the solution (to|for|you), solves the problem, (problem|problems) solved, there's a better way, doesn't have to be
        so we (built|made|created|designed|redesigned|invented|developed|fixed), that's why we (built|made|created|designed|developed|invented), we built (the|an|a) _ that (stops|fixes|solves|ends), (had enough of|frustrated (by|with))`,
      likely: `(suffering|suffer) from, (dealing|deal) with, put an end to, shouldn't (have to|decide|mean|cost), a solution (for|to), (fix|solve) (your|the|this|that) _, having trouble`,
      hint: `<question>, no more, pain, annoying, problem, problems, leaky, blocked, stubborn`,
    },
    {
      id: 102,
      shortText: 'Before and after',
      sure: `before (and) after, before vs after, transformation, transformations, transformed my, # (weeks|days|months) later, results after, (night and day|like night and day), (changed|turned) my life around, see the difference (in|after)
        my (skin|life|hair|body) (has|was|is) (completely|totally|never|transformed|changed), (went|gone) from _ to`,
      likely: `after (just|only) # (days|weeks|uses|months|washes|sessions), (in|after) # (weeks|days|months) (my|i|with), got me out of, then and now, (# weeks|# months) (with|on|into) (this|it|my)`,
    },
    {
      id: 103,
      shortText: 'Compared with alternatives',
      sure: `(us|we) (vs|versus) (them|others), compared (to|with), (unlike|better than) (other|others|most|any other|the other|traditional|regular|your old|the big|the competition|typical|ordinary), compare (us|them|it|quotes|prices|plans|our|the), alternative to, (vs|versus) (the|other|others|traditional|regular|our|your)
        (most|other) (brands|companies|products|apps|razors|banks|agencies|providers|tools|mattresses|supplements) (are|use|do|don't|have|charge|make), instead of (paying|buying|using|spending), the better alternative, same (sparkle|quality|results|ingredients|coverage|features) (half|for|without|less), half the (price|fees|cost), every other _ we tried, ditch (the|your) (old|expensive)`,
      likely: `(not|isn't) like (other|the other|any other), vs, versus, (switched|switching|switch) from`,
    },
    {
      id: 104,
      shortText: 'Myth busting',
      sure: `myth, myths, debunked, debunking, (biggest|common) misconception, misconceptions, the truth about, (think|thought) again, (contrary to|despite) (popular|what), what (they|nobody|no one) (don't|doesn't|won't|tells|tell) (want|tell|you), isn't (actually|really|what you think), you've been (lied|told|doing), everything you know about _ is wrong
        fact or fiction`,
      not: `myths and legends`,
    },
    {
      id: 105,
      shortText: 'How-to advice',
      sure: `how to, here's how (to|you|), (learn|discover|find out|see|shows you|show you|explains) how, step by step (guide|instructions), (tips|tricks|hacks) (for|to|on|from), (our|my|top|best|pro|quick|# |easy|these|simple|expert) (tips|hacks|tricks), (a|the|our) (guide|tutorial) (to|on|for), tutorial, pro tip, pro tips, life hack, the trick (is|to)`,
      likely: `here's the trick`,
      hint: `tips, guide, learn`,
      not: `(know|knows) how to, how to (apply|order|enter|donate|redeem|book)`,
    },
    {
      id: 106,
      shortText: "Founder's story",
      sure: `(our|my|the) founder, our founders, (founded|started|created|invented) (by|after|in a garage|in his|in her|in our|when|because), i (started|founded|created|built|made) (this|_|) (brand|company|business), why (i|we) started, (started|began|born) (in|from|at) (a|my|our|her|his|their) (garage|kitchen|basement|bedroom|dorm|living room|kitchen table)
        two (brothers|sisters|friends) (from|in|who|with), (i|we) (quit|left) (my|our) (job|jobs) (to|at|and), our story (began|begins|started|starts), family (owned|run), founder and ceo, husband and wife`,
      likely: `founder, our story, co founder`,
    },
    {
      id: 107,
      shortText: 'Behind the scenes',
      sure: `behind the (scenes|seams|curtain|brand), (how|where) (it's|we|they're|our _ are|our _ is) (made|make), (inside|in) (our|the) (factory|workshop|studio|kitchen|lab|atelier), a (look|peek) (inside|at how), meet the (makers|team|people|farmers|artisans|family) (behind|who), the making of, from our workshop, traceability, day in the life`,
    },
    {
      id: 108,
      shortText: 'New arrival',
      sure: `new (arrival|arrivals|collection|collections|in|drop|drops|season|line|range|release|releases|flavor|flavors|flavour|flavours|colors|colours|styles|style|look|looks|product|products|edition|model|menu|album|single|episode|episodes|formula|launch|launches|feature|features|favorites), all new, just (dropped|landed|launched|arrived|in|released), now available, (is|are) (finally|now) (here|live), (is|are) (here|live) ., now (open|streaming), out now, coming soon
        (has|have|is|are) (just|finally|) (arrived|landed|launched), we just (launched|released|dropped|opened), the new _ (is|are) (here|out|live), new for (spring|summer|fall|autumn|winter|20), introducing (our|the) (new|all), (grand|now) opening, newly (launched|opened|released), the latest (collection|drop|styles|release|arrivals|from), streaming now, # new (colors|colours|flavors|flavours|styles|designs)`,
      likely: `^ new, our (new|newest|latest), (meet|try|discover|shop|see|explore) (the|our) new, (opens|opening) (on|this|its|at), newest, just in`,
      hint: `new, brand new`,
      not: `new (york|zealand|jersey|orleans|mexico|england|hampshire|delhi|south wales|year|years|mum|mums|mom|moms|dad|parent|parents|customer|customers|client|clients|patient|patients|member|members|home|house|car|job|manager|managers|life|way|friends|to|you|here|here ?|local|favorite), just in (time|case), (like|good as|something|what's) new`,
    },
    {
      id: 109,
      shortText: 'Bestseller',
      sure: `best (seller|sellers|selling|loved), bestseller, bestsellers, bestselling, top (selling|seller|sellers), (most|our most) (popular|loved|wanted|wished), (fan|customer|cult|crowd) (favorite|favourite|favorites|favourites), # sold every, cult classic, (america's|nation's|uk's) favorite`,
    },
    {
      id: 110,
      shortText: 'Limited edition',
      sure: `limited (edition|editions|release|drop|collection|run|series), (one|1) of (a kind|#), one off, numbered (prints|pieces|edition), collector's (edition|item), exclusive (drop|edition), never (be|to be) (restocked|made again|repeated)
        won't be (restocked|back|repeated), only # (made|pieces made|ever made)`,
    },
    {
      id: 111,
      shortText: 'All in one',
      sure: `all in one, everything (you need|your _ needs|) in (one|a single) (place|app|platform|box|tool|kit|spot|workspace), one (app|platform|tool|place|bottle|solution|stop|dashboard|bag|workspace) (for|to|does|that) (everything|all|every|it all|replace|shop), one stop (shop|solution), in (one|a single) (place|app|platform|workspace|dashboard|tool), # in 1, # in one, replaces # (tools|products|apps|steps)`,
    },
    {
      id: 112,
      shortText: 'Made by hand',
      sure: `hand (made|crafted|stitched|poured|painted|woven|sewn|picked|finished|knitted|carved|rolled|forged|blown|cut|dyed|tied|built|assembled), handmade, handcrafted, handwoven, handpicked, handpainted, hand knit, made by hand, by hand, artisanal, craftsmanship, small (batch|batches), master craftsmen`,
      not: `by hand or, wash by hand, artisan pizza`,
    },
    {
      id: 113,
      shortText: 'Natural ingredients',
      sure: `(all|100 %|#%|fully|purely) natural, natural (ingredients|ingredient|formula|formulas|remedy|skincare|deodorant|oils|extracts|fibers|fibres|sweetener), organic (ingredients|cotton|skincare|food|milk|tea|coffee|produce|baby food|certified|farm|hair), plant (based|powered) (ingredients|formula|skincare|cleaning), made (with|from) (only|) (natural|real|plants|organic|whole|# ingredients|simple|clean), nothing artificial, no (artificial|fillers|additives|preservatives), (real|clean|simple|whole|wholesome|botanical) (ingredients|food), # ingredients, nothing you can't pronounce, botanicals`,
      likely: `organic, naturally, real (chicken|fruit|meat|vegetables|cheese), herbal, wild caught`,
      not: `organic (reach|traffic|growth|search|results), naturally (we|you), real (chicken|fruit) flavor`,
    },
    {
      id: 114,
      shortText: 'Sustainability',
      sure: `sustainable, sustainably, sustainability, eco (friendly|conscious|minded), ecofriendly, eco, recycled, recyclable, biodegradable, compostable, carbon (neutral|negative|footprint|free|offset), climate (neutral|positive|change|crisis|friendly|action), zero waste, plastic free, (planet|earth|ocean|reef|bee) (friendly|safe|positive), (good|better|kind|kinder) (for|to) the (planet|environment|earth), (renewable|clean|green|solar) (energy|power|electricity), solar (panel|panels|roof), (plant|plants|planted|planting) (a|#) (tree|trees), refillable, (single use|ocean bound|less) plastic, less waste, low impact, upcycled, ethically (made|sourced|mined), responsibly (sourced|made), peat free, fossil fuels, food waste, environmental, environmentally
        net zero, b corp, earth day, regenerative, fair trade, lab grown`,
      not: `sustainable (growth|income|business|weight|results), eco mode`,
    },
    {
      id: 115,
      shortText: 'Local business',
      sure: `(your|our|a|the|support) local, locally (owned|made|sourced|grown|roasted|brewed), near (you|me), in your (area|neighborhood|neighbourhood|town|city), (serving|proudly serving|proud to serve) (the|_|) (area|county|community|families|metro|valley|residents), neighborhood, neighbourhood, family owned, shop small, local (business|shop|store|farmers|experts|team|farm), hometown, across (the|) _ county, in _ county`,
      not: `local storage, local time, your local (time|currency|store|retailer|dealer|pharmacy)`,
    },
    {
      id: 116,
      shortText: 'Science and research',
      sure: `(backed|proven|supported|driven|powered|developed) by (science|research|scientists|data|decades of research|years of research|neuroscience|neuroscientists), science (backed|based|says|behind|driven), (scientifically|research) (proven|backed|formulated|developed|designed|supported), (studies|research|science|data) (show|shows|suggest|suggests|proves|prove|says|found|finds), according to (a|research|science|studies|scientists|experts), (new|recent|years of|latest|our) (study|research|studies), (developed|formulated|created|designed|made) by (scientists|chemists|engineers|researchers|phds|neuroscientists), (chemist|scientist|doctor) (formulated|developed), evidence based, peer reviewed, we (asked|surveyed|studied|analyzed|analysed) #, harvard, stanford`,
    },
    {
      id: 117,
      shortText: 'Personalised',
      sure: `personalized, personalised, personalise, personalize, customized, customised, customizable, customisable, custom (made|fit|fitted|built|designed|name|engraved|plan|portrait|jewelry|tailored|formula), custom, engraved, engraving, monogrammed, monogram, tailored (to|for) (you|your), made (to measure|just for you|for your|for you|to order), bespoke, your name (on|in), with (your|their|her|his) (name|photo|initials|own), (built|designed|created|curated|plan|tuned) (around|just for|for|to) (you|your _), made to (measure|order)`,
      not: `custom house, customs, custom domain, personalized ads, designed for your`,
    },
    {
      id: 118,
      shortText: 'Premium quality',
      sure: `(premium|highest|finest|superior|top|exceptional|unmatched|uncompromising|outstanding|heirloom|restaurant|museum|professional|studio) (quality|grade|materials|ingredients|leather|fabrics|cotton|craftsmanship), (finest|best) (materials|ingredients|leather|fabrics|cotton|quality), premium, full grain, top grain, high (quality|end), world class, quality you can (feel|trust|see|taste), crafted (from|with|in) (the finest|full|premium|italy)`,
      not: `premium (plan|account|subscription|features|version|membership|access|domain|content), (insurance|monthly|low) premium, premium free`,
    },
    {
      id: 119,
      shortText: 'New technology',
      sure: `(ai|artificial intelligence|machine learning) (powered|driven|assistant|tool|tools|generated|technology|agent|agents|platform|based|that|model|models|can|will|writes|reads|does), (powered|driven|built|generated|written) (by|with) (ai|artificial intelligence|machine learning), our ai, with ai, using ai, (breakthrough|revolutionary|advanced|cutting edge|innovative|smart|next generation|next gen|state of the art|patented|latest|groundbreaking|proprietary|new|space age) (technology|tech|technologies|system|device|design|innovation|innovations|engineering|formula|solution), (revolutionary|revolutionizing|innovation|groundbreaking|cutting edge|game changing|next gen), artificial intelligence, machine learning, chatgpt, robot, robots, smart (home|watch|ring|lock|glasses|mirror|thermostat|device|devices)`,
      likely: `ai, automation, high tech`,
      hint: `automated, automate, automatically, the future of`,
      not: `weng ai`,
    },
    {
      id: 120,
      shortText: 'Giving back',
      sure: `(giving|give|gives|gave) back (to|), (every|each|your) (purchase|order|pair|bottle|sale|box|bag|meal) (sold |)(helps|supports|plants|feeds|donates|funds|gives|provides|saves|protects), (we|we'll) (donate|plant), (a portion|# %|all|100 %|proceeds|part) (of|) (proceeds|profits|sales|every|our) (to|go|goes|support|benefit|are|will), (donated|donate|donates|donating) (to|#|$|one|a), (proceeds|profits) (go|support|benefit), charity, charities, nonprofit, non profit, volunteer, volunteers, fundraiser, fundraising, (one for one|buy one give one), (feed|feeds|protect|save|saves|help|helps|support) (a|#|more|the|hungry|local) (child|children|family|families|lives|animals|kids|people in need|communities|refugees), (families|children|people|animals|kids|communities) in need, humanitarian, (foundation|relief) fund, raised (over|more than|) $ #, raised # $, zakat, (rescue|shelter) (animals|dogs|pets|cats), adopt don't shop`,
      not: `give back control, donate plasma`,
    },
    {
      id: 121,
      shortText: 'Heritage and tradition',
      sure: `(since|established in|est|est .|founded in) <year>, (generations|generation) of, (third|fourth|fifth|second|sixth|3rd|4th|5th) generation, (for|over|more than|nearly) (a century|# decades|# generations|generations|a hundred years), (time honored|traditional|age old|ancient|century old|centuries old|old world) (recipe|methods|techniques|craft|craftsmanship|method|wisdom|tradition|way|secret), heritage, (grandma|grandmother|grandfather|grandpa|family|nonna) (recipe|recipes|secret), (passed|handed) down, a century of, # year old (recipe|brewery|tradition|company|family), the original since, timeless tradition, tradition since, centuries`,
      not: `gift of generations`,
    },
    {
      id: 122,
      shortText: 'Back in stock',
      sure: `(back|finally|now|again) in stock, (is|are|it's|they're|we're) (finally|now|officially|) back (by|and|for|with|in|on), restock, restocked, restocking, (it's|they're|he's|she's) back, back by (popular|) demand, (is|are) back . , the (return|comeback) of`,
      not: `back in (the|a), is back to (school|work)`,
    },
    {
      id: 123,
      shortText: 'Collaboration',
      sure: `collab, collaboration, collaborated, collaborating, (teamed|teaming|team) up with, partnered with, in partnership with, (designed|created|made|developed) (together|in collaboration|with) (with|artist|designer), joined forces, capsule collection, feat, _ x _ collection, guest designer`,
      likely: `partnership, in partnership`,
      not: `collaboration (tool|tools|platform|software|features|app), team collaboration`,
    },
    {
      id: 124,
      shortText: 'Subscription',
      sure: `subscription (box|boxes|service|plan|plans|club), (monthly|weekly|quarterly|meal|coffee|snack|book|wine|flower|flexible) (subscription|box|boxes|delivery|kits), (subscribe|subscribers|subscription) (and save|to get|today|now|for|members), delivered (monthly|every month|weekly|every week|each month|regularly), skip (a|any) (week|month|box), pause or cancel, skip or cancel, skip pause`,
      likely: `subscription`,
      not: `no (subscription|subscriptions), without (a|) subscription, subscribe (to|for) (our|the|my|free), subscribers`,
    },
    {
      id: 125,
      shortText: 'Country of origin',
      sure: `(made|crafted|designed|built|produced|grown|manufactured|handmade|handcrafted|woven|brewed|distilled|roasted|assembled|sewn|born|bottled) (and _|proudly|with love|right here|) in (the|) (usa|us|u . s|america|uk|britain|england|scotland|ireland|germany|france|italy|spain|portugal|japan|korea|switzerland|sweden|denmark|norway|finland|canada|australia|new zealand|mexico|brazil|india|turkey|europe|california|texas|brooklyn|detroit|london|paris|tuscany|oregon|colorado|new york|los angeles|_)
        (italian|japanese|german|swiss|korean|american|british|french|scottish|portuguese|spanish|danish|swedish|scandinavian) (made|craftsmanship|leather|engineering|engineered|designed|crafted|quality), american made, from the (hills|heart|fields|mountains|coast) of, sourced from _ farms`,
      not: `(made|built|designed|created|assembled|crafted|brewed) in (#|minutes|seconds|mind|heaven|a|an|our|your|my|house|under|just|less|one|small|collaboration|partnership|advance|bulk|hours|days), born in (#|the)`,
    },
    {
      id: 126,
      shortText: 'Simple to use',
      sure: `(easy|simple|effortless|so easy) to (use|apply|wear|make|install|follow|operate|learn|play|cook|start), (user|beginner) friendly, it's that (easy|simple), that's (it|all it takes), (with|in) (just|only|) (one|a single|a|#|a few) (click|clicks|tap|taps|command|button|step|steps|touch|swipe), (one|single) (click|tap|touch|button), (just|simply) (add water|plug|spray|apply|tap|scan|click|snap|peel|pour|press|heat), no (learning curve|training required), made (easy|simple), couldn't be (easier|simpler), as easy as, plug and play, simple steps, easy peasy`,
      hint: `effortless, effortlessly, intuitive, hassle free, simply`,
    },
    {
      id: 127,
      shortText: 'We are hiring',
      sure: `(we're|we are|now|is|currently|still|immediately) hiring, hiring (now|immediately|for|event|nurses|drivers), (join|grow with) our (team|crew), (apply|start) (now|today|online) (to|and|for|as) (become|join|a|start|the), (open|available|current) (positions|roles|vacancies|jobs), (job|career) (opening|openings|opportunity|opportunities|fair|vacancy|vacancies), (looking|searching) for (a|talented|experienced|motivated|passionate|drivers|nurses|people) (_|) (to join|who|team|candidates), (drivers|nurses|technicians|staff|cooks|teachers|electricians|mechanics|welders) (wanted|needed), (deliver|drive|work) (with|for) us, sign on bonus, signing bonus, (full|part) time (position|positions|role|roles|job|jobs), $ # (an|per) (hour|hr), competitive (pay|salary), paid (training|from day one), train to (be|become), walk in interviews, full benefits, help wanted, no cv, career with us, vacancies`,
    },
  ],
};
