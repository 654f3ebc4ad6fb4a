import type { TagCategory } from './category.ts';

/** Evidence for the claims. */
export const proof: TagCategory = {
  category: 'proof',
  tags: [
    {
      id: 601,
      shortText: 'Customer quote',
      sure: `<quote>, (verified|happy|satisfied) (buyer|purchase|reviewer|owner), here's what (our |) (customers|people|clients|members|patients|others) (say|are saying|have to say|think), (customers|people|clients|reviewers|they) (say|are saying|rave|love it) (about), (customer|client|real|patient|5 star|five star) (review|reviews|testimonial|testimonials|stories|story), testimonial, testimonials, (one|a|our) (customer|client|reviewer) (said|says|wrote|told)`,
      likely: `highly recommend, (i|we) (absolutely |) (love|loved) (this|it|these|my), best purchase, (i'm|i am) (obsessed|hooked|in love), changed my life, (best|favorite) _ (i've|i have) ever, i can't (live without|recommend|believe), 10 10, worth every (penny|cent|minute)`,
      not: `case study review, i love you, book review, reviews on`,
    },
    {
      id: 602,
      shortText: 'Star rating',
      sure: `⭐⭐⭐⭐, ★★★★, 🌟🌟🌟🌟, # out of 5 (stars|), # 5 stars, rated # 5, # (star|stars) (rating|rated|reviews|review|out|average), # stars (on|from|by), (rated|rating|scored) (of |at |an average of |) (4|5|#) (stars|out of|by|5), # 5 (stars|rating|by|on|from|based), (4.5|4.6|4.7|4.8|4.9|5|five) star (reviews|review|rating|rated|ratings|service reviews), (4.5|4.6|4.7|4.8|4.9|4.5+) (⭐|★|stars|star|out of), (5|five) (stars|⭐|★), ⭐ (4|5|4.7|4.8|4.9)`,
      not: `(five|5) star (hotel|resort|listing|luxury|comfort|spa|general|safety), (gold|rising|rock|movie|pop|all) star, # star (general|hotel)`,
    },
    {
      id: 603,
      shortText: 'Number of customers',
      sure: `(over|more than|join|joined|join over|join more than|loved by|loved by over|trusted by|trusted by over|trusted by more than|used by|used by over|used by more than|helped|helping|with|serving|served|already|ask the|chosen by|by over|by more than|by) # (+ |million |million + |k |thousand |of |happy |satisfied |other |people |) (+ |)(happy |satisfied |delighted |loyal |thriving |active |smart |fellow |) (customers|clients|users|members|people|women|men|families|moms|mums|parents|students|subscribers|readers|runners|businesses|companies|teams|patients|homeowners|dogs|cats|dog owners|pet parents|creators|players|drivers|investors|learners|brands|owners|others|shoppers|travelers|travellers|entrepreneurs|americans|developers|marketers|professionals|schools|buyers|couples|fans|teachers|freelancers|restaurants|agencies|merchants|startups|organizations|households|sellers)
        # (+ |million |million + |k |thousand |) (+ |)(happy|satisfied|delighted) (customers|clients|users|members|families|homeowners|patients|pet parents), (million|millions|thousands|hundreds of thousands|tens of thousands) of (happy |satisfied |) (customers|people|women|men|users|families|members|parents|clients|americans|moms|dogs|cats|readers|businesses|students|players|homeowners|drivers|others|fans|investors|couples), (over|more than) # (million |) (sold|downloads|installs|orders|units|bottles|pairs|served|shipped), # (million |million + |) + (sold|downloads|installs|units|pairs|bottles|users|customers|members), join (thousands|millions|hundreds|#), # (members|customers|users|subscribers|creators|clients|families) (read|who|love|trust|swim|use|rely|have|since|and counting), # million people who`,
      not: `feeds # people, (for|feeds|serves) # people, teams of #, # people (will|are|die|go|died)`,
    },
    {
      id: 604,
      shortText: 'Number of reviews',
      sure: `# (+ |k |k + |million |thousand |) (+ |)(5 star |five star |4.9 star |4.8 star |verified |positive |google |real |glowing |happy |customer |rave |) (reviews|ratings|testimonials|star reviews), # (5|five) star reviews, (over|more than) # (verified |five star |5 star |positive |) (reviews|ratings), (thousands|hundreds|tens of thousands|millions) of (5 star |five star |positive |glowing |happy |verified |) (reviews|ratings)`,
    },
    {
      id: 605,
      shortText: 'Expert recommendation',
      sure: `(dermatologist|dermatologists|doctor|doctors|dentist|dentists|vet|vets|veterinarian|veterinarians|pediatrician|pediatricians|expert|experts|physician|physicians|nutritionist|nutritionists|dietitian|dietitians|chef|chefs|pharmacist|pharmacists|gynecologist|obgyn|podiatrist|chiropractor|therapist|therapists|orthopedic|surgeon|trainer|accountants|stylist|stylists|physio|midwives|orthodontist|scientist|teacher|professionals|pros|professional chefs|nurses) (recommended|recommend|recommends|approved|approve|tested|developed|formulated|created|trusted|designed|loved|swear by|swears by|love|choose|use|prefer|keep|backed|endorsed|explains|explain|reveals|reveal|wishes|wish|warn|warns|says|say|agree|led|switched)
        (recommended|approved|developed|formulated|created|designed|trusted|loved|endorsed|tested|made|backed|packed|built|tuned|founded|supervised|curated|prescribed|used) (to _ _|) (by|with|in collaboration with) (leading |top |board certified |our |real |professional |expert |the world's best |) (dermatologists|dermatologist|doctors|a doctor|dentists|vets|veterinarians|pediatricians|experts|nutritionists|dietitians|chefs|physicians|professionals|pharmacists|podiatrists|athletes|trainers|midwives|an orthodontist|a dermatologist|a vet|a dentist|physical therapists|sleep experts|an audiologist|a doctor|registered dietitians|physiotherapists|medical professionals|orthopedic surgeons|accountants), (our|a|an|real|board certified|licensed|registered|expert|top|certified|the) (dermatologist|dietitian|dietitians|nutritionist|nutritionists|physical therapist|audiologist|orthodontist|cpa|veterinarian|dermatologists|doctors) (explains|recommend|recommends|build|builds|says|will|are|is|team|shares|create|reveals|answers|on call), from an (orthodontist|audiologist|expert), real (cpa|doctor|doctors|experts), board certified`,
      not: `doctors hate, (find|see|talk to|ask|consult) (a|your|our) (doctor|dentist|vet)`,
    },
    {
      id: 606,
      shortText: 'Clinical study',
      sure: `clinically (proven|tested|shown|studied|validated|backed|effective|dosed|formulated|demonstrated), clinical (trial|trials|study|studies|research|results|evidence|data|strength), (double blind|placebo), in a (clinical |recent |consumer |#week |# week |) study, study of # (women|men|people|participants|patients|adults), # % of (women|users|participants|people|men|patients|testers|subjects) (agreed|saw|said|reported|noticed|experienced|felt|showed), medically proven`,
    },
    {
      id: 607,
      shortText: 'In the press',
      sure: `(as |) (seen|featured|heard) (in|on) (the |) (vogue|forbes|tv|today show|new york times|cnn|bbc|shark tank|dragons den|oprah|good morning america|gma|elle|wired|gq|cosmopolitan|allure|buzzfeed|wall street journal|guardian|times|national tv|cnbc|fox|nbc|abc|good housekeeping|men's health|women's health|techcrunch|the news|people|_), (featured|mentioned|reviewed|recommended) (in|by) (the |) (vogue|forbes|new york times|wirecutter|cnn|bbc|guardian|wired|gq|elle|press|media|strategist|good housekeeping|buzzfeed|techcrunch|consumer reports), (the |) (vogue|forbes|new york times|wall street journal|wirecutter|guardian|washington post|sunday times|financial times|gq|good housekeeping|men's health|wired|cosmopolitan|oprah) (calls|called|says|said|named|loves|on our|picked|recommends|raves), shark tank, oprah's favorite, (making|made) headlines, as seen on`,
      not: `as seen on (tiktok|instagram|social), featured (in|on) (this|our|the|your)`,
    },
    {
      id: 608,
      shortText: 'Award winner',
      sure: `award (winning|winner|winners|recipient), awarded, (won|winner of|winning|recipient of|win) (the |a |an |gold |best |its |our |# |first |) (award|awards|gold|prize|medal|gold medal|michelin star|product of the year|oscar|grammy), (voted|named|rated|crowned|awarded) (the |) (best|top|#1|no|one of the best|number one|_ of the year|most), (product|brand|car|app|game|book|innovation|company|hotel|toy|employer) of the year, (gold|silver) (medal|award|medalist), best of (#|the year|beauty|20), editor's choice, editors choice, michelin, (beauty|design|innovation|book|readers choice|honey) (award|awards), third year running, top rated`,
      not: `award show, scholarship award, win an award`,
    },
    {
      id: 609,
      shortText: 'Famous face',
      sure: `(celebrity|celebrities|celeb|celebs|a list|supermodels|hollywood|influencers|royals|kardashian|kardashians|olympic|olympian|olympians|pro athletes|professional athletes|nba|nfl|super bowl) (approved|favorite|favorites|loved|trusted|stylist|chef|trainer|endorsed|secret|love|wear|swear|champion|gold medalist|medalist|athlete|players|stars|star|player|are), (worn|used|loved|trusted|endorsed) by (celebrities|celebs|hollywood|influencers|pro athletes|olympians|professional athletes|stars|the stars|champions|nba|nfl), celebrities, world champion, brand ambassador, hall of famer`,
      not: `become a brand ambassador`,
    },
    {
      id: 610,
      shortText: 'Certified',
      sure: `(certified|accredited|fda|usda|iso|gots|oeko tex|leaping bunny|energy star|fairtrade|fair trade|fsc|b corp|peta|gluten free|organic|bbb|gas safe|ce|halal|kosher|gia|nsf|gmp|soc 2|hipaa|gdpr|non gmo project|en #) (certified|approved|accredited|registered|cleared|compliant|verified|certification|organic|registered facility|tested|#), certified (by|organic|b|vegan|refurbished|pre owned|technicians|professionals|trainers|diamonds|coach|instructors|installers|to|in|facility|personal), (fully|licensed and|bonded and|licensed bonded and) (insured|licensed|certified|accredited|bonded|qualified), (licensed|qualified|registered|certified|accredited) (and insured|therapist|therapists|professionals|electricians|plumber|plumbers|technicians|experts|contractors|agent|agents|nurses|dietitian|dietitians|doctors|installers), accredited, (recognised|recognized|globally recognized|accredited) (certificate|certification|qualification|degree), tested to, certification, gas safe`,
      not: `become a certified, get certified, certified mail, certified personal trainer, certified fresh, certified gold`,
    },
    {
      id: 611,
      shortText: 'N out of N people',
      sure: `# (out of|in) (every |) # (women|men|people|customers|users|dentists|doctors|members|parents|moms|dogs|cats|owners|vets|patients|employees|readers|back|side|experts|dermatologists|of our|would|say|said|agree|recommend|saw|noticed|felt|report|love|students|clients|buyers|players|runners|teams|companies|couples|sleepers)`,
      not: `# in # (minutes|hours|days|colors|colours), # (out of|in) # (stars|people will|adults suffer|women suffer|suffer)`,
    },
    {
      id: 612,
      shortText: 'Years of experience',
      sure: `(# |# + |decades |over # |combined # |many |) (years|decades) of (combined |industry |professional |proven |hands on |) (experience|expertise|trust|service|excellence|craftsmanship|know how|innovation), # (+ |) (years|years') (experience|expertise|in business|in the business|serving|helping|in the industry|perfecting|making|building), (for|over|nearly|more than|almost) # (+ |) years (we|we've|our|in|of), (serving|trusted|helping|proudly serving|in business|family owned) (_ |_ _ |_ _ _ |) (since|for over|for more than|for|over) (# |) (years|decades|19 |20 |#), experienced (team|professionals|attorneys|lawyers|doctors|technicians|experts|staff), (fixed|built|made|served|handled|helped) _ (_ |_ _ |_ _ _ |) (for #|since #) (years|)`,
      not: `# years of (age|warranty|battery|updates)`,
    },
    {
      id: 613,
      shortText: 'Measured result',
      sure: `(increase|increased|increases|boost|boosted|grew|grow|grown|improved|improve|cut|reduced|reduce|raised|doubled|tripled|saved|saves|lifted|dropped|decreased|lowered|rose|up) (_ |_ _ |_ _ _ |) by (up to |over |more than |an average of |) # (%|x|hours|points|percent|times), # % (more|fewer|less|higher|faster|increase|increased|improvement|reduction in|lower|better|growth|lift|boost|success|of graduates|smoother|drop) (_ |) , from # (to|customers to|_ to) #, from _ (# |)(_ |) to # (_ |) (in|within), (see|saw|seen|get|got) # (%|x) (more|higher|better|increase|growth|return|results), (raised|lost|gained) (their|#|my) (score|pounds|lbs|kg), # x (roi|return|roas|more|revenue|growth|faster|higher), (cut|reduced) (_ |_ _ |) from, in (just |only |) # (days|weeks|months) (we|she|he|they|our|i) , success rate of, # % success, average (salary|savings|customer saves|member|result|order)`,
      not: `# % (more|less) (comfortable|affordable)`,
    },
    {
      id: 614,
      shortText: 'Sold out before',
      sure: `(sold|sells|selling|sell) out (twice|in|# times|every|# days|within|last|before|fast|three|again|once), (sold|sell) out # times, (previously|already|always|officially|nearly|completely) sold out, (after|since) selling out, back after selling, waitlist of #, # (person|people) (waitlist|waiting list|on the waitlist)`,
      not: `selling out fast, sell out fast, selling out soon`,
    },
    {
      id: 615,
      shortText: 'Patented',
      sure: `patented, patent (pending|protected), patents, our patent, patent`,
      not: `patent (leather|attorney|law|lawyer)`,
    },
    {
      id: 616,
      shortText: 'Lab tested',
      sure: `(lab|laboratory|third party|3rd party|independently|rigorously|safety|quality|independent lab|crash|field|dermatologically|wind tunnel|stress) tested, tested (in (a|the|our|independent) (lab|labs|laboratory)|by (an independent|independent|third party)), (in|by) (a|an independent|independent|our|the) (lab|labs|laboratory) (and|test|tests|proven|testing|.), lab (tests|results|testing|proven), tested (to|for) (purity|quality|durability|en #|iso|withstand|the limit), certificate of analysis`,
      not: `in the lab with`,
    },
    {
      id: 617,
      shortText: 'Trusted by companies',
      sure: `(trusted|used|chosen|loved|powered|relied on) by (over |more than |# |# + |over # |more than # |the |thousands of |hundreds of |leading |top |global |world's |) (companies|brands|businesses|teams|enterprises|startups|agencies|banks|organizations|fortune|world's leading|leading brands|leading companies|industry leaders|innovative companies|marketers at|teams at|google|amazon|microsoft|netflix|airbnb), fortune (500|100|1000), teams at (google|amazon|microsoft|netflix|airbnb|spotify|uber|_), companies like (google|amazon|microsoft|netflix|airbnb|spotify|uber|_), (largest|biggest|top|leading) (_ |) (banks|companies|brands|retailers|hospitals|airlines|agencies) (use|trust|rely|choose)`,
      not: `trusted by (moms|mums|parents|families|doctors|dermatologists|vets|women|millions|dentists|over # (women|families|people|parents)|athletes|customers|generations|professionals|nurses)`,
    },
    {
      id: 618,
      shortText: 'Number one',
      sure: `#1, (number|no|nr|nummer) (1|one), no . (1|one)
        (america's|britain's|the world's|the nation's|australia's|canada's|europe's|germany's|india's|uk's|japan's) (best selling|favorite|favourite|leading|most trusted|most loved|most popular|top)
        world's (leading|most trusted|most popular|best selling|most awarded), best selling _ _ in (america|britain|europe|the), top ranked, ranked (first|top|number)`,
      not: `no (1|one) (is|wants|likes|knows|tells|else|should|can|will|has|told|ever)`,
    },
  ],
};
