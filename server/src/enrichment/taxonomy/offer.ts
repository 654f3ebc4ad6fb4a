import type { TagCategory } from './category.ts';

/** Discounts and extras. */
export const offer: TagCategory = {
  category: 'offer',
  tags: [
    {
      id: 501,
      shortText: 'Percentage off',
      sure: `# % (off|discount|savings), save (up to|an extra|an additional|over|at least|) # %, up to # % off
        (take|get|enjoy|extra) # % off, # (percent|per cent) off, discount of # %, # % (code|coupon|markdown)
        (subscribe|bundle|direct|together) and save # %`,
      likely: `half (price|off), - # %, # % (less|reduction|cheaper)`,
      not: `# % off (grid|road), (bill|bills|cost|costs|spend) by (up to|) # %`,
    },
    {
      id: 502,
      shortText: 'Amount off',
      sure: `$ # off, # $ off, save (up to|an extra|over|) $ #, $ # (discount|voucher|coupon), $ # (instant|) savings
        (take|get|enjoy) $ # off, # (dollars|euros|pounds) off, save # (dollars|euros|pounds)`,
      likely: `$ # (rebate|credit) (on|towards|off), $ # cheaper`,
      not: `save $ # (a|per|each|every) (year|month|week), save $ # (million|billion)`,
    },
    {
      id: 503,
      shortText: 'Limited-time offer',
      sure: `limited time, (offer|sale|deal|promotion|promo|discount) (ends|expires|closes|valid), today only, for a short time only
        ends (today|tonight|soon|tomorrow|at midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|this week|in #)
        (this|) (weekend|week|month) only, only (today|this week|this weekend|this month), (one|two|three) (day|days) only
        # (hours|days) only, only # (hours|days) left, # (hours|days) left, flash sale, last (day|days|hours) (to|of|for)
        until midnight, while the (sale|offer) lasts, final (day|days|hours), (ends|end) (on|at) #, last chance to (save|get|buy)
        early bird, (valid|available) (until|till|through) _, offer (ends|valid) _`,
      likely: `(until|till|through|before|by) # (january|february|march|april|may|june|july|august|september|october|november|december)
        (until|through|till|by) (january|february|march|april|may|june|july|august|september|october|november|december) #
        (until|till) (sunday|monday|tuesday|wednesday|thursday|friday|saturday), (until|till) the end of
        (closes|close|closing|ends) (on|this|at) (sunday|monday|tuesday|wednesday|thursday|friday|saturday|midnight)
        before (it|they) (is|are|ends) (gone|over), for a limited time, this month only, (free|off|deal) this (month|week)
        ends #, now through #, last chance`,
      hint: `hurry, ⏰, ⏳, don't miss, tonight only, before it ends, act fast`,
    },
    {
      id: 504,
      shortText: 'Free shipping',
      sure: `free (shipping|delivery|postage|worldwide shipping|next day delivery|standard shipping|express shipping|us shipping)
        (shipping|delivery|postage) (is|) free, (ships|delivered|shipped) (to you|to your door|) (for|) free
        free (and|) fast (shipping|delivery), (shipping|delivery) (is|) (on us|included), free # day shipping
        no (shipping|delivery) (fee|fees|cost|costs|charge|charges), we pay (the|for|) (shipping|postage)`,
      not: `free shipping (isn't|is not)`,
    },
    {
      id: 505,
      shortText: 'Free trial',
      sure: `free trial, try (it|us|_|) (for|) free, free for # (days|weeks|months), # (day|days|night|nights|week|month) (free|risk free|home|) trial
        (first|one) (week|month|class|lesson|session|# days|# weeks|# months) (is|for|) (free|on us|on the house), start (for|your) free
        # (days|weeks|months) (for|) free, try before you buy, free (# day|) trial, trial (period|offer|class|lesson)
        test _ for free, (start|begin) your (free|trial), free (# day|# week|# month) _ trial`,
      likely: `(try|use) it (for # days|at home|free), # (months|weeks) (of _|) on us, free account, get started (for|) free`,
      not: `clinical trial, trial and error, on trial`,
    },
    {
      id: 506,
      shortText: 'Free gift',
      sure: `free gift, gift with (purchase|every|your), (receive|gets|includes|plus|+) (a|an|one) free _
        free (bonus|tote|bag|mug|cap|hat|t shirt|tee|mini|poster|sticker|stickers|accessory|case|travel size), bonus gift
        complimentary gift, mystery gift`,
      likely: `free _ (with|when you) (every|your|any|purchase|order|buy|spend), gift on us, 🎁 free`,
      not: `a free (trial|demo|quote|consultation|guide|ebook|estimate|account|sample|copy|webinar|call|class|month|session|lesson|assessment|inspection|checklist|audit|download|shipping|delivery|return|returns|event|course), your free (trial|demo|quote|consultation|guide|ebook|estimate|account|sample|copy|webinar|call|class|seat|spot|ticket|assessment|inspection|checklist|audit|download)
        (month|months|week|weeks|class|lesson|session|visit|year|shipping|delivery) on us, free of, free from`,
    },
    {
      id: 507,
      shortText: 'Buy one get one',
      sure: `bogo, (buy|purchase) (one|1|2|two|3|three|#) (and|) get (one|1|2|two|the|#), # for the price of #, two for one
        buy (one|1) _ get (one|1) _, get (the|your) (second|2nd|third|3rd) (one|item|pair|) (free|half|half price|for)
        (second|2nd) (one|item|pair) (free|half price|half off|on us), (1|2|3) for (1|2), pay for (1|2|3), # + # free, one for you one for`,
    },
    {
      id: 508,
      shortText: 'Bundle deal',
      sure: `bundle (deal|deals|offer|price|and save|up), (save|off) (with|on) (a|our|the|) (bundle|bundles), value (pack|set|bundle)
        (starter|gift|complete|holiday|essentials) bundle, build your own (bundle|box|set), multi buy, (#|pack) for $ #, bundles`,
      likely: `bundle, combo (deal|offer|meal), (starter|essentials|glow|travel|gift) (kit|set), # _ for $ #, # piece set`,
      not: `# (months|days|weeks|years|nights|hours|people|minutes|month) for $ #`,
    },
    {
      id: 509,
      shortText: 'Discount code',
      sure: `(use|with|enter|apply|using) (the|our|my|discount|promo|coupon|) (code|coupon), (promo|discount|coupon|voucher) (code|codes)
        code _ (at|for|to), code (at|in) (the|) checkout, # % off code, (your|a) coupon, coupon`,
      likely: `voucher`,
      not: `dress code, source code, zip code, country code, qr code, no code, low code, learn to code, (area|post|color|colour) code`,
    },
    {
      id: 510,
      shortText: 'Money-back guarantee',
      sure: `money back, (full|100 %|complete|your) refund, satisfaction guarantee, satisfaction guaranteed, satisfied or (your|) (money|refunded)
        (love it|happy) or (your money|get|we'll|return it|it's free), get your money back, (we'll|we will) refund, refund guarantee
        # (day|night) (guarantee|satisfaction), or your money back, guaranteed or, no questions asked`,
      likely: `(a|or|get) refund (if|within|when), refundable, or send it back, or we pay`,
      not: `tax refund, refund status`,
    },
    {
      id: 511,
      shortText: 'Free sample',
      sure: `free (sample|samples|swatch|swatches|taster|tasting), sample (for|) free, (request|order|get|claim) (a|your|) (free|) (sample|samples|swatches)`,
    },
    {
      id: 512,
      shortText: 'Free download',
      sure: `free (guide|ebook|e book|pdf|template|templates|checklist|report|whitepaper|white paper|workbook|toolkit|download|downloads|cheat sheet|playbook|course|handbook|printable|printables)
        download (the|our|your|this|my) (free|) (guide|ebook|report|checklist|template|pdf|whitepaper|white paper|playbook|toolkit)
        free (_|_ _) (guide|ebook|report|checklist|template|templates|booklet|playbook), free # page (guide|ebook|report|booklet), free to download, free copy of, get the (free|) (guide|report|ebook|checklist|playbook)`,
    },
    {
      id: 513,
      shortText: 'Clearance',
      sure: `clearance (sale|event|items|prices|rack|styles|deals|section), on clearance, everything must go, (closing|going out of business|liquidation|stock|warehouse|outlet|sample) (down|) sale, end of (season|line|range) (sale|)
        final (sale|reductions|markdowns|clearance), final (chance|call) (on|for) sale, last season's`,
    },
    {
      id: 514,
      shortText: 'Pre-order',
      sure: `pre order, preorder, pre orders, preorders, pre ordering, reserve yours (now|today|before), available for pre order, order yours before (launch|release)`,
    },
    {
      id: 515,
      shortText: 'Early access',
      sure: `early (access|bird|birds|entry), waitlist, wait list, waiting list, join the (beta|list), (private|closed|open|public) beta, vip access, be the first to (know|try|get|shop|access)
        exclusive access, first access, sneak peek, presale, pre sale`,
    },
    {
      id: 516,
      shortText: 'Giveaway',
      sure: `giveaway, give away, give aways, giveaways, sweepstakes, raffle, (enter|chance|want|enters you|entered) to win, win (a|an|your|one of|two|#|tickets|free) _
        (competition|contest) (closes|ends|entry|entries|time|alert), prize draw, golden ticket, (win|you could win) (big|prizes|cash)`,
      likely: `prizes, lucky winner, lucky winners, contest`,
      not: `win win, win (a|an|your) (argument|customer|customers|client|clients|deal|deals|game|match|election|award|case|heart|war|race|seat|new)`,
    },
    {
      id: 517,
      shortText: 'Pay in instalments',
      sure: `klarna, afterpay, clearpay, affirm, (buy now|) pay later, (interest free|monthly|easy|flexible|equal|weekly) (payments|instalments|installments|instalment|installment)
        (pay|split) (it|the cost|_|) (in|into|over) (# |)(payments|instalments|installments|parts), # (interest free|easy|monthly|equal) (payments|instalments|installments)
        (payment|payments) plan, payment plans, $ 0 down, (no|zero) (money|) down, zero down payment, flexible payment, # months interest free, (finance|financing) available
        split your _, pay in (#|full or), financing (from|options|as low)`,
      likely: `financing`,
    },
    {
      id: 518,
      shortText: 'Free consultation',
      sure: `free (initial|online|virtual|legal|phone|design|strategy|first|no obligation|) (consultation|consult|consultations|assessment|strategy call|discovery call|call|appointment|evaluation|exam|check up|checkup|case review|skin analysis|coaching call|advice|session|audit)
        (consultation|assessment|evaluation|first visit|first appointment|initial visit) (is|are|for|) (free|on us), complimentary (consultation|assessment|session|styling|evaluation)
        free # minute (_|) (call|session|consultation|assessment|appointment), consult for free`,
      not: `feel free`,
    },
    {
      id: 519,
      shortText: 'Free quote',
      sure: `free (quote|quotes|estimate|estimates|valuation|inspection|roof inspection|home inspection|in home estimate|appraisal|no obligation quote|site visit|survey|measure)
        (get|request|ask for) (a|an|your) (free|instant|fast|fixed|online|no obligation|quick|) (quote|estimate|valuation|cash offer), (instant|online|no obligation) (quote|quotes|estimate)
        (quote|quotes|estimate) in (#|minutes|seconds), get quote`,
      likely: `get (a|your) _ (quote|estimate), (a|an) (cash|) offer (today|now|in #)`,
    },
    {
      id: 520,
      shortText: 'First-order discount',
      sure: `your first (order|purchase|box|delivery|month|booking|ride|bag|shop|bottle|kit|shipment|subscription), first (order|purchase|time customers|time buyers)
        new (customer|customers|subscriber|subscribers|member|members|client|clients|patient) (only|get|offer|save|special|discount|enjoy|receive|exclusive), welcome (offer|discount|gift)
        new here, for new customers, # % off your first, off your first`,
      not: `your first month of (school|life|work)`,
    },
    {
      id: 521,
      shortText: 'Loyalty rewards',
      sure: `loyalty (program|programme|points|card|club|rewards), (rewards|reward) (program|programme|points|members|club|member), earn (points|rewards|double points|# points)
        (members|member) (get|save|only|exclusive|price|prices|perks|discount|benefits), redeem your points, vip (club|members|rewards), bonus points, double points, triple points`,
    },
    {
      id: 522,
      shortText: 'Price named',
      sure: `$ #, # $, # (usd|eur|gbp|cad|aud|inr|euro|euros|dollars|bucks|pounds|quid|rupees), (for|only|just|under|from) # cents`,
      not: `$ # (off|discount|voucher|coupon|credit|million|billion|trillion|mn|bn|m|b), save (up to|over|an extra|) $ #, (over|above|exceeding|than) $ #, $ # (in|of) (sales|revenue|funding|grants|prizes|debt|savings|value|damage)
        $ # (cash|) (back|bonus|gift card|rebate|cashback), (orders|order|purchase|purchases|purchases of|orders of) $ #, # $ off, (worth|win) $ #, $ # down, raised $ #, - $ #, (up to|extra) $ # (off|in)
        (both|you) get $ #, (get|earn) $ # (when|for|if|after), (orders|order) (over|above|of) (only|) $ #, $ # (more|extra|less|cheaper), extra $ #`,
    },
    {
      id: 523,
      shortText: 'Sale',
      sure: `(flash|summer|winter|spring|fall|autumn|holiday|annual|anniversary|big|mega|final|semi annual|black friday|cyber monday|weekend|sunday|outlet|warehouse|sitewide|biggest|end of season|boxing day|labor day|memorial day|clearance|sample|christmas|easter|friends and family|presidents day) sale
        (the|our|huge|shop|sale) sale (is|starts|ends|starting|now|on|event|continues), on sale (now|today|this|at|from|for), now on sale, sale (starts|ends|now on|is on|is live|alert|event|prices), sitewide, site wide, storewide, store wide, doorbuster, doorbusters
        # % off (everything|sitewide), (reduced|sale|discounted) (styles|items|prices|price), price drop, prices (slashed|reduced), deals (on|of|up to), special deals, big deals, hot deals, (daily|weekly|best|great|amazing|today's) deals`,
      likely: `sale, on sale, deals, markdowns, discounts`,
      not: `for sale, (tickets|ticket) (are|) (on|now on) sale, (sales|sale) (team|call|process|rep|pitch), (bake|garage|yard|house|home|after|point of|every) sale, sale of (the|a|your), closing a sale, make a sale`,
    },
    {
      id: 524,
      shortText: 'Cashback',
      sure: `cashback, cash back, # % back, (get|earn) $ # back`,
    },
    {
      id: 525,
      shortText: 'Free returns',
      sure: `free (returns|return|exchanges|and easy returns|size exchanges|30 day returns), returns (are|) (always|) free, (easy|hassle free|# day|extended) (returns|return|free returns), free shipping and returns
        (shipping|ship|postage) both ways, no hassle returns, return it for free, (shipping|delivery) and returns (are|) free`,
    },
    {
      id: 526,
      shortText: 'Limited stock',
      sure: `limited (stock|quantities|quantity|supply|availability|spots|seats|places|spaces|run|inventory|slots|number|numbers), (while|until) (stocks|stock|supplies|quantities|they) (last|lasts|run out), (almost|nearly) (gone|sold out|full|out of stock)
        (selling|going) (out|) (fast|quickly), selling out, only # (left|remaining|pieces|units|spots|seats|places|rooms|available|in stock), # (spots|seats|places|rooms|pieces|units|left) (left|remaining|in stock|available), (last|final) (few|pieces|units|spots|seats|ones|items|pairs|stock)
        low (in|) stock, before (they're|they are|it's|it is|we're|we) (gone|sold out|sell out|out of), once they're gone, (first|next) # (customers|orders|people|guests|buyers|to|sign ups|signups), stock is (limited|low), (spots|seats|places|spaces) (are|) (limited|filling|going)
        when they're gone, (seats|places|spots|spaces|tickets) (are|) (limited|filling up)`,
      likely: `running out, (won't|will not) last (long|), selling like`,
    },
    {
      id: 527,
      shortText: 'Fast delivery',
      sure: `(next|same) day (delivery|shipping|dispatch|pickup), (fast|express|quick|overnight|lightning fast|rapid|speedy|# day|# hour|# minute) (shipping|delivery|dispatch), (delivered|delivery|arrives|ships|shipped|at your door|door|doorstep) (in|within|by|as fast as) (#|hours|minutes|as little as|under|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)
        ships (today|tomorrow|same day|fast|next day|within), get it (today|tomorrow|by|in # days|in # hours), (delivered|delivery) (tomorrow|today|overnight|tonight), in two hours`,
    },
    {
      id: 528,
      shortText: 'Free event',
      sure: `free (webinar|event|workshop|masterclass|master class|seminar|live webinar|live training|training|class|concert|entry|admission|tickets|online event|live event|bootcamp|summit|live class|screening|info session|open day)
        (entry|admission|entrance) (is|) free, (register|join|attend|sign up|rsvp) (now|today|us|_|) (for|) free, free to (attend|join|enter|visit)`,
      not: `first class free, free class pass`,
    },
    {
      id: 529,
      shortText: 'Student discount',
      sure: `student (discount|discounts|offer|deal|price|pricing|savings|beans|plan), students (get|save|enjoy|receive) (#|an|up|free|$), (discount|off) for students, # % off for students, unidays`,
    },
    {
      id: 530,
      shortText: 'Subscribe and save',
      sure: `subscribe and (save|get), (save|off) (when you|with a|with our|if you) (subscribe|subscription|auto ship|autoship), autoship, auto delivery, subscribe to save, subscription discount`,
    },
    {
      id: 531,
      shortText: 'Lowest price promise',
      sure: `(lowest|best|cheapest) (price|prices|rate|rates) (guarantee|guaranteed|promise|of the year|of the season|ever|anywhere|in town|online|around), price match, (beat|match) (any|their|every) (price|quote|competitor)
        lowest (price|prices), unbeatable (price|prices|deals|value), never undersold, best price`,
    },
    {
      id: 532,
      shortText: 'Free of charge',
      sure: `free of charge, (for|it's|totally|completely|absolutely|100 %|always|entirely) free, at no (extra |additional |)(cost|charge), (play|join|download|sign up|subscribe|register|listen|watch|learn|start|read|available|stream|apply) (it|now|_|) (for|) free, no cost to you, free on (ios|android|the app store|google play|iphone|mobile)
        free (app|forever|plan|account|game|to play|to use|to join|newsletter|tool|software|online course|course|lessons|classes), costs you nothing, complimentary, (eat|eats|stay|ride|go) free, free parking, # months (of _|) (on us|free)`,
      likely: `on the house, free (entry|admission|popcorn|advice|training)`,
      not: `free (shipping|delivery|returns|return|gift|trial|quote|estimate|consultation|sample|samples|demo|range|from|of|time|speech|spirit|spirited|up|fall|yourself|your|radicals|weights|world|agent|will|hand|hands|and easy returns|standard|express|postage|worldwide), (feel|feels|break|set|roam|be|interest|tax|duty|worry|risk|stress|hassle|pain|sugar|gluten|dairy|cruelty|debt|hands|care|ad|guilt|oil|toxin|chemical|fragrance|alcohol|smoke|plastic) free, free (#|) (day|week|month) trial
        (born|live|living|run|running|alcohol|bpa|paraben|parabens|lactose|nut) free, free people, (try|start) _ free, # (day|days|months|weeks) free, buy _ get _ free, get one free, get # free, free isn't, (isn't|not) free, for free _ ?, (shipping|delivery|returns|ship|ships) (is|are|) free, try (it|us|) (for|) free, free for # (days|weeks|months), (a|your|one|an) free _, free (bag|tote|mug|cap|hat|bonus)`,
    },
    {
      id: 533,
      shortText: 'Free demo',
      sure: `free (demo|demonstration|product tour|live demo|personalized demo), (book|schedule|request|get|see) (a|your) (free|live|personalized|personalised|quick|) (demo|demonstration|walkthrough), demo for free`,
    },
    {
      id: 534,
      shortText: 'Warranty',
      sure: `(# year|lifetime|limited|extended|full|manufacturer) (warranty|guarantee), warranty, # (year|years) guarantee, guaranteed for (life|# years), (lifetime|# year) (_|) (warranty|guarantee)`,
      not: `money back guarantee`,
    },
    {
      id: 535,
      shortText: 'Low interest',
      sure: `# % (apr|interest|financing|finance|fixed|intro apr|introductory), (0|zero) interest, interest free, low (interest|apr|rate|rates|mortgage rates), (rates|mortgage rates|apr) (from|as low as|starting at|at), (lower|lowest|better|fixed) (interest|mortgage|loan) (rate|rates)
        no interest, without interest`,
      not: `no interest in`,
    },
    {
      id: 536,
      shortText: 'Sign-up bonus',
      sure: `(sign up|sign on|signing|welcome|joining|signup|new player|deposit|first deposit) (bonus|bonuses|offer|reward|credit), (get|earn|receive|claim) (a|up to|) $ # (bonus|when you open|when you sign up|when you join|when you switch|for switching|welcome), $ # (bonus|sign on|sign up), bonus when you (open|sign up|join)
        (when|if) you (switch|open an account), free (bets|spins)`,
    },
    {
      id: 537,
      shortText: 'Refer a friend',
      sure: `refer (a|your|) (friend|friends|family), referral (program|programme|bonus|code|link|reward), invite (a|your) (friend|friends) (and|to get|get|to earn), (give|get) $ # (get|give) $ #, refer and earn`,
    },
  ],
};
