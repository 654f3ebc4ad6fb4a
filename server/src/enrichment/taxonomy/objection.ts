import type { TagCategory } from './category.ts';

/** The objection that the ad answers. */
export const objection: TagCategory = {
  category: 'objection',
  tags: [
    {
      id: 801,
      shortText: 'No commitment',
      sure: `no (commitment|commitments|contract|contracts|strings|strings attached|obligation|obligations|lock in|lock ins|subscription|subscriptions|minimum|minimums|long term|annual contract|subscription required|monthly fees or contracts), (without|zero) (commitment|obligation|a contract|contracts|lock in|a subscription|subscription), cancel (anytime|any time|at any time|whenever|online|in one click|free|before|for free|or pause|with one), (pause|skip) (or cancel |or |) (anytime|any time|whenever|a week|a month), cancel whenever, free cancellation, month to month, pay as you go, (leave|stop|quit) (anytime|any time|whenever), contract free, flexible (plans|cancellation|booking), one time (payment|purchase|fee), (single|one) payment, non binding`,
      not: `no minimum wage, no contract worker`,
    },
    {
      id: 802,
      shortText: 'No risk',
      sure: `risk free, no risk, (zero|without|without any|minimal) risk, (nothing|what have you got) to lose, (100 %|completely|totally) (risk free|safe to try|satisfaction), we take (all |on all |) the risk, try (it|us) (risk free|without risk|with no risk), if you don't (love|like) it, (nothing lost|no harm no foul), or it's free, you don't pay (unless|until|if), no win no fee, pay only (if|when), only pay (if|when), worry free (guarantee|returns|trial), full refund`,
      not: `(reduce|lower|your|at|the|high|without) risk (of|for|factors), no risk of`,
    },
    {
      id: 803,
      shortText: 'Affordable',
      sure: `affordable, affordably, affordability, (budget|wallet) friendly, (low|lower|great|honest|fair|fairer|unbeatable|reasonable|everyday low|factory|wholesale) (price|prices|cost|priced|pricing), inexpensive, (without|doesn't|won't) (break|breaking|the) (the bank|luxury price|designer price|markup|markups|hefty price tag|high price), (half|fraction of|third of) (the |a |) (price|cost), (for|at) (a fraction|half) (of |) (the |) (price|cost), less than (your|a|the price of|the cost of) (daily |morning |cup |last |) (coffee|latte|of coffee|takeaway|dinner|netflix|pizza|a coffee|_), (for|at) the price of (a|an|your|one) (coffee|latte|_), costs less (than|), cheaper than, as (little|low) as, (just|only) $ # (a|per) day, on a budget, any budget, every budget, best value, great value, pay less, affordable luxury, for less than $ #, (won't|doesn't) cost (a fortune|an arm), at the price of (business|economy|_)`,
      not: `(rates|apr|financing) as low as, affordable care act, as little as # (minutes|days|hours|weeks), low cost of`,
    },
    {
      id: 804,
      shortText: 'No experience needed',
      sure: `no (prior |previous |coding |technical |design |cooking |medical |) (experience|skills|knowledge|background|training|degree|cv|resume|equipment|degree) (needed|required|necessary|no problem|.|), (zero|without any|without|0) (experience|coding|skills|prior knowledge|technical skills|equipment|code), no code, (beginner|beginners|newbies) (friendly|welcome|are welcome), (start|learn|starting|begin) from (scratch|zero), even if (you|you've|you're) (never|have never|a (complete |total |) beginner|not|don't|have no|can't), (all|any|every) (skill |experience |ability |) (level|levels) (welcome|are welcome), (we'll|we|will) (train|teach) you (everything|from|all|how|on), (paid|full|on the job) training, complete beginners, anyone can (do|learn|make|cook|use|start), no (artistic |) talent`,
      not: `made from scratch, no code of, no code needed at checkout`,
    },
    {
      id: 805,
      shortText: 'Free from harsh ingredients',
      sure: `(paraben|sulfate|sulphate|phthalate|fragrance|toxin|chemical|silicone|aluminum|aluminium|bpa|fluoride|alcohol|perfume|pesticide|pfas|microplastic|ammonia|dye|mineral oil|teflon|talc|latex) free, non toxic, nontoxic, toxin free, (no|without|zero|free of|free from) (harsh |nasty |toxic |artificial |added |synthetic |any |hidden |) (parabens|sulfates|sulphates|phthalates|chemicals|toxins|silicones|pesticides|aluminum|aluminium|bpa|fragrance|fragrances|dyes|fluoride|nasties|perfume|pfas|preservatives|bleach|ammonia|colors|colours|flavors|flavours|forever chemicals|hormones|antibiotics|the perfume), (clean|gentle|safe) (beauty|formula|formulas|skincare|ingredients), chemical free, hypoallergenic, without the (chemicals|toxins|perfume)`,
      not: `alcohol free (beer|wine|spirits|drinks|cocktails)`,
    },
    {
      id: 806,
      shortText: 'Free from sugar or allergens',
      sure: `(sugar|gluten|dairy|lactose|nut|soy|grain|wheat|egg|caffeine|allergen|carb|alcohol) free, (no|zero|without|0g|0 g|less|low|no added|zero added) (added |refined |) (sugar|sugars|gluten|dairy|lactose|carbs|carb|soy|caffeine|net carbs|alcohol), low (sugar|carb|sodium|fodmap), celiac, coeliac, unsweetened, keto (friendly|snack|snacks|bread|cookies|bars|), non alcoholic, sugarfree, glutenfree, diabetic friendly, free from the top # allergens`,
      not: `alcohol free (hand|toner|mouthwash|wipes|perfume|formula|deodorant|sanitizer)`,
    },
    {
      id: 807,
      shortText: 'Quick result',
      sure: `(in|within|takes|takes only|under|less than|in as little as|in less than|in under) (just |only |about |under |less than |) (a few |# |a |one |two |five |ten |) (minute|minutes|min|mins|seconds|second|sec) (flat|or less|a day|per day|with|without|from|and|on|at|.|?|), (# |ten |five |two |one )(minute|min|minutes|second|seconds) (a day|per day|setup|quiz|workout|workouts|meal|meals|application|recipe|recipes|to apply|or less|lesson|lessons|form|process|routine|approval|checkout|survey|assessment|test|demo), (instant|instantly|fast|quick|rapid|immediate|overnight|same day|visible|lightning fast) (results|approval|relief|decision|quote|funding|cash|payout|payouts|absorbing|acting), (results|approved|approval|funded|approved in|see results|visible results|paid|notice a difference|works|matched) (_ _ _ |) (in|within) (just |only |as little as |) (# |minutes|days|hours|two|one|24|48) (days|hours|weeks|minutes|hour|day|week|), (in|after) (just|only) (# |one |two |a few ) (days|weeks|uses|washes|nights), (fast|quickly|quicker|overnight) results, sell your (house|home|car) in # days`,
      not: `# (minute|minutes) (from|away|walk|drive), (minute|minutes) (from|away), ten minutes from, (in|within|for) # (minutes|seconds) (of|from) , wait in # minutes, delivery in # minutes, # minute (consultation|call|chat|session|demo), (# |) seconds (faster|of|left), 0 to 60 in, in # seconds`,
    },
    {
      id: 808,
      shortText: 'Private and secure',
      sure: `(encrypted|encryption|end to end|bank level|bank grade|military grade) (security|encryption|encrypted|protection|_|), encrypted, encryption, (your|100 %|complete|total|full|data|online) (privacy|confidentiality|anonymity|data is|data stays), privacy (first|focused|matters|is|by|protected), (confidential|confidentially|discreet|discreetly|anonymous|anonymously|in private), (safe|secure|safely|securely) (and |) (secure|encrypted|payment|payments|checkout|online|private|transactions|storage|messaging|browsing), vpn, we (never|don't|won't) (sell|share|see|store|track) (your|any), (never|won't) (sell|share) your data, fdic insured, gdpr, hipaa, not even we can see, (secure|private) (by|messaging|cloud|email|browser|search|and), hackers, data breach, identity theft, password manager`,
      not: `privacy (fence|screen|policy|glass|film|window|hedge), private (label|jet|viewing|island|pool|chef|tour|tours|event|party|school|equity)`,
    },
    {
      id: 809,
      shortText: 'No hidden fees',
      sure: `(no|zero|without|0|never any|never) (hidden |extra |monthly |annual |surprise |booking |setup |upfront |service |junk |overdraft |transaction |foreign transaction |call out |agent |closing |account |late |sneaky |additional |cancellation |atm |) (fee|fees|costs|charges|charge|cost|surprises|commission|commissions|markups|markup|extras), (transparent|upfront|flat|honest|clear|fixed|flat rate|simple) (pricing|price|prices|fees|fee|rate|rates), (fee|commission) free, (taxes|tax|fees) included, (the |no |without the |without )fine print, no (gimmicks|catch|tricks), (what you see is what you pay), real exchange rate, early repayment costs nothing`,
      not: `no (extra|additional) (cost|charge), no cost (to you|emi|of), (no|zero) (shipping|delivery) (fees|fee|cost|costs|charges), no charge (to|for), at no (cost|charge|extra|additional), at no, without charge`,
    },
    {
      id: 810,
      shortText: 'Easy set-up',
      sure: `(easy|quick|simple|# minute|fast|effortless|tool free|instant|painless|zero|no|hassle free|seamless) (setup|set up|installation|install|assembly|onboarding|integration|migration), (set up|sets up|setup|install|installs|installed|assemble|assembles|up and running|get started|assembly|onboard|go live|launch|ready to go|get set up|integrates) (it |your _ |your |) (in|within|takes|under) (just |only |as little as |under |less than |about |) (# |minutes|seconds|five|ten|a few|one|an|two|under|less), (no|without) (tools|drilling|drill|assembly|installation|wiring|downloads|install|tools needed|tools required|electrician) (needed|required|necessary|no|.|or|and|), plug and play, (takes|in) one (afternoon|morning|hour|weekend) to (set up|install|switch), switch in (minutes|a weekend|one|#|an afternoon), (we|we'll) (import|migrate|handle the switch|set it up|install it) (your|everything|for|_), works (out of the box|right out of the box|straight out), peel and stick, ready to use, installation included`,
      not: `set up a (call|time|meeting), no downloads`,
    },
    {
      id: 811,
      shortText: 'No credit card',
      sure: `no (credit |) card (needed|required|necessary|details|.|), no credit card, without a credit card, (no|without) (payment (details|info|information|method)|credit check|credit checks)`,
    },
    {
      id: 812,
      shortText: 'Works for everyone',
      sure: `(all|every|any|for all|for every) (skin |hair |body |) (types|type|tones|tone|ages|age|sizes|shapes|textures|body|abilities|genders|occasion|budgets) (of skin |and |welcome|.|), (for|suits|works for|fits|perfect for) (everyone|everybody|every body|every skin|anyone|any age|all ages|all levels|any occasion|every occasion|any space|any room), (something|one) for everyone, one size fits all, (works|suitable|safe|designed) (for|with|on) (all|every|any) (_|), unisex, gender neutral, no matter (your|what your|how) (age|size|level|budget|skin|experience|_)`,
      not: `for all ages of, all sizes through, thank you everyone, for every (purchase|order|friend|$|referral|dollar)`,
    },
    {
      id: 813,
      shortText: 'Built to last',
      sure: `(built|made|designed|engineered|crafted) (to last|to endure|for life|for a lifetime|to withstand|to survive|tough|for generations|for the long), (durable|durability|indestructible|unbreakable|rugged|long lasting|longest lasting|hard wearing|tear resistant|scratch resistant|rip proof|heavy duty|weatherproof|shatterproof|bulletproof|rust proof|chew proof|virtually indestructible), (lasts|last) (a lifetime|for years|years|forever|longer|up to # (years|times|washes|months)|# (years|times|washes|months|x)), (the|your) last _ you'll (ever|need), buy it (once|for life), (survive|survived|survives|withstand|withstands|stand up to|stands up to) (the |anything|years|_) , stand the test of time, (year|years) after (year|years), lifetime (warranty|guarantee), tested to withstand, # year warranty`,
      not: `last years, long lasting (energy|relief|change|friendship|impact|results|memories|lipstick|lip|color|scent|fragrance|hydration)`,
    },
    {
      id: 814,
      shortText: 'Help at hand',
      sure: `(24 7|24/7|round the clock|around the clock|live|dedicated|human|real human|world class|expert|award winning|personal|friendly|free|unlimited|hands on|priority|lifetime|# hour|us based|uk based) (customer |expert |technical |tech |phone |chat |human |) (support|service team|assistance|helpline|help|chat|care team|guidance|coaching), (customer) (support|service) (team|that|is|available|in|you|#|around), (we're|our team is|our experts are|always|here|we are|our _ are|ready) (here |always here |) (to help|for you|available|on hand|standing by|at every step), every step of the way, (talk|speak|chat) (to|with) (a|an|our|real) (human|real person|expert|experts|people|specialist|advisor|real people|team|humans), (a|real) (human|person|people) (who |) (picks up|answers|answer), (stay|we stay|stays) on the line, support (in|team|when|from real|that), (counsellors|counselors|experts|advisors|team|engineers|nurses|specialists) (are |) (here|available|answer|on call|standing by|ready) (24|to|#|in|day|around|now|_), here # hours, day or night`,
      not: `(child|emotional|arch|lumbar|immune|joint|back|life|gut|lash) support, support (the|our|a|your|local|small|this|independent), live chat with, open # hours`,
    },
    {
      id: 815,
      shortText: 'Cruelty-free',
      sure: `cruelty free, (never|not) tested on animals, (no|without) animal (testing|cruelty|products|suffering), leaping bunny, peta (certified|approved), against animal testing, animal friendly, humane, humanely (raised|sourced)`,
      not: `humane society`,
    },
    {
      id: 816,
      shortText: 'Nothing else worked',
      sure: `(tried|tested) (everything|it all|so many|countless|every|dozens|all the|# (different |)(products|brands|diets)|other _|every other|all kinds|almost everything), (nothing|none of it|none of them|nothing else|nothing ever) (works|worked|helped|helps|seems to work|stuck|sticks|seemed), (when|if|after) (nothing else|everything else|other _|diets) (works|worked|fails|failed|has failed|fail|don't work), (don't|doesn't|didn't|never) (work|worked) (for you|for me|anymore|long term|.|?), you've tried, (every other|every) _ (we|i|you) (tried|bought|used), (other|most) _ (just |) (don't|didn't|never|fail to) (work|last|help), before giving up, last resort, finally something that works, finally works`,
    },
    {
      id: 817,
      shortText: 'Easy to clean',
      sure: `(machine|hand) wash (cold|it|them|safe), (machine|dishwasher|dryer) (washable|safe), washable, easy to (clean|wash|wipe|maintain|rinse), (wipes|wipe|rinses|cleans) (clean|down|off|up) (easily|with|in|.|), (stain|spill|water|dirt|odor|wrinkle) (resistant|proof|repellent), (spills|stains|mess|messes) (wipe|wash|no problem|just|are no|slide|come), mess free, self cleaning, no (mess|scrubbing|ironing), (throw|toss|pop) (it|them) in the (wash|washing machine|washer|dishwasher|machine), low maintenance, spill proof, wipeable`,
      not: `low maintenance (plants|garden|yard|beauty|dog)`,
    },
    {
      id: 818,
      shortText: 'Right fit',
      sure: `(perfect|true|perfectly|guaranteed|custom|tailored|flattering|right|better|best|adjustable|fits true) (fit|fitting|to size|fitted|fits), (fit|fits) (guarantee|finder|quiz|guide|you|perfectly|like a glove|every body|your body|true|just right|that), (find|know|get) your (perfect |right |exact |true |) (size|fit|bra size|shade), (# |in # |available in # |all |extended |inclusive |more |wide |half |) (sizes) (from|to|#|xs|xxs|a to|available|0|00|and|in|for|.|2|up|s|aa), (#) (lengths|widths|sizes|fits|cup sizes|inseams), (petite|tall|wide) (sizes|sizing|fit|width|widths|feet|calf|friendly), sizing, in your size, (stays|stay) (put|in place|up), try (it|them) (on )(at home|virtually|first), virtual try on, no more hemming, size inclusive, made to fit`,
      not: `right fit for (your|our) (team|company|business|role), all sizes through, businesses of all sizes, companies of all sizes, (good|great|perfect|right) fit for, (teams|dogs) of all sizes, stay up to date, stays up, stay up, get fit, keep fit, stay fit, fit for`,
    },
    {
      id: 819,
      shortText: 'Sensitive skin safe',
      sure: `(sensitive|reactive|irritated|delicate|eczema prone|acne prone|allergy prone|easily irritated|baby's|atopic|dry sensitive) (skin|scalp|skins|stomach|teeth|eyes|areas), (gentle|safe|kind|soft|soothing) (enough |) (on|to|for) (even |) (the most |your |sensitive |all |baby's |delicate |my |) (skin|sensitive skin|scalp|eczema|babies|delicate skin), hypoallergenic, eczema, (dermatologist|dermatologically|allergy) tested, non (irritating|comedogenic), (skin that) (reacts|is sensitive|gets), won't irritate, rosacea, suitable for sensitive`,
      not: `sensitive (data|information|documents|content|topic|stomach)`,
    },
  ],
};
