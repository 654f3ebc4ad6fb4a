import type { TagCategory } from './category.ts';

/** The call to action, beyond “buy”. */
export const nextStep: TagCategory = {
  category: 'next step',
  tags: [
    {
      id: 1101,
      shortText: 'Download the app',
      sure: `(download|install|get|update|try|open|use|on|in|with|via) (the|our|this|your) (_ |free |mobile |) app, (download|install) (now|it|today|free|for free|on), (free|mobile|#1|our|this|dating|fitness|meditation|banking|the) app (on|for|that|today|now|to|is|and|available|lets|helps|makes|store|reminds), (app|play) store, google play, (on|for) (ios|android|iphone|mobile), (ios|iphone) (and|or) android, available on (ios|android|mobile), play (now|free) on (mobile|your phone|ios|android), in app, app (download|downloads|installs), scan to download, install now, use app, play game`,
      not: `download (the|our|your|a|this|it) (free |) (guide|ebook|report|checklist|template|pdf|whitepaper|brochure|playbook|toolkit), mobile app (development|developers|developer|testing), app developers, get the app developers, web app, whats app, whatsapp, app (developer|developers|development|builder), download (now|free) (the|your|our) (guide|ebook|report|pdf|template|checklist), store installs`,
    },
    {
      id: 1102,
      shortText: 'Book an appointment',
      sure: `(book|schedule|request|make|reserve|arrange|set up) (a|an|your|my|now your) (free |first |private |online |virtual |complimentary |no obligation |personal |in person |same day |next |) (# minute|) (appointment|consultation|consult|viewing|visit|call|session|demo|slot|assessment|tour|test drive|fitting|class|treatment|cleaning|exam|eye exam|massage|haircut|facial|lesson|inspection|evaluation|showing|meeting|check up|estimate|discovery call|strategy call), book (online|now|today|yours) (or call|with|for your), by appointment, appointments (available|are|online|open|now), schedule (online|now|today|yours), (evening|weekend|same day|walk in) appointments, book now, book your`,
      not: `book your (flight|flights|trip|holiday|stay|getaway|tickets|ticket|room|table|vacation|seat|cruise|hotel|escape|adventure|spot|place), book now pay later, book now (for|and save|from), notebook`,
    },
    {
      id: 1103,
      shortText: 'Call us',
      sure: `call (us|now|today|me|our|for|the|#|toll free|or text|1|tap to), (give us|with|one) (a|phone|one phone) call, (phone|tel|telephone|ring) (us|#), click to call, tap to call, call or (text|email|message|visit|click), 📞, ☎️, toll free, hotline, helpline, text or call`,
      not: `call (it|them|us crazy|of duty|center|centre|me maybe|for (papers|entries|submissions|applications|action|speakers|volunteers|change)|the shots|me by|recording), we call, sales call, wake up call, last call, booty call, call to, call for, cold call, call for action, so call, call out`,
    },
    {
      id: 1104,
      shortText: 'Send a message',
      sure: `(message|dm|text|whatsapp|email|inbox|pm) (us|me|now|today|our team), send (us |me |a |) (a |) (message|dm|whatsapp|text|email|inquiry|direct message), (chat|talk|speak) (with |to |) (us |) (on|via|through) (whatsapp|messenger|wechat|telegram|line), (on|via|by|through) (whatsapp|messenger|telegram), dm (for|to|me|us), text _ to #, comment (_ |) (and|below and) (we'll|i'll) (send|dm|message), send message, whatsapp us, reply with, drop us a line`,
      not: `text messages, message from, email us your, (read|reading) message, whatsapp api, whatsapp business, via email, by email`,
    },
    {
      id: 1105,
      shortText: 'Visit us in person',
      sure: `(visit|come visit|come see|stop by|drop by|swing by|pop in|come by|come to|see us at|find us at|shop at|come and see) (us|our|the|your|a) (in|at|today|this|on|showroom|store|stores|shop|location|locations|nearest|boutique|taproom|local|restaurant|studio|farm|in store|dealership), (in|find in|now in|available in|shop in) (store|stores) (now|today|only|and|or|near|at|.|), in stores, (our|new|nearest|flagship|local|retail) (showroom|store|stores|shop|location|locations|boutique|taproom|dealership|storefront), (store|shop) (locator|near you|hours|opening), find (a|your) (nearest |local |) (store|location|shop|dealer|showroom|branch|retailer), get directions, (now|grand) (open|opening) (in|at|on), open house, doors open, open (daily|#|7 days|from|today|until|every day|monday|mon), walk ins welcome, walk in, 📍, come (hungry|in|on in|say hi|join us|see|visit|and), free parking, in the (park|mall), opens on (saturday|sunday|friday|monday)`,
      not: `visit (our|the|us|) (website|site|web|page|online|www|link|http|profile|link in|on) (_|), wall street, main street bank, street (style|wear|smart|art|food|fighter), come (in (# |) (sizes|colors|colours|packs)|with|true|back|and go|from|as|in), walk in (closet|tub|tubs|shower|bath), (online|app|our online) (store|shop), in store for, open # , park avenue, visit us online, app store, come and go, come in`,
    },
    {
      id: 1106,
      shortText: 'Apply now',
      sure: `apply (now|today|online|here|in|by|for|at|to|with|before|directly|via), applications (are |) (open|close|now open|due|welcome), (submit|send|start) (your|an|my) (application|resume|cv), easy apply, quick apply, deadline to apply`,
      not: `(terms|restrictions|conditions|exclusions|t cs|fees|rules|limits|may) apply, apply (to your|to skin|to damp|to clean|to face|code|a|the|in the morning|at night|directly|with fingertips|for|to|with|in|generously|evenly|liberally|here code)`,
    },
    {
      id: 1107,
      shortText: 'Donate',
      sure: `donate, donates, donating, donation, donations, donor, donors, (make|give|send) (a|your) (gift|contribution|monthly gift|tax deductible) (today|now|to|of|that), chip in, contribute (now|today|$|to), give (now|today|$ #|monthly|what you can|generously|blood), (your|a) (gift|contribution) (will|of|can|helps|today|provides|doubles|is), fundraising (goal|deadline), sponsor a (child|dog|family), pitch in $, zakat, feeds a (child|family), spenden, spende`,
      not: `we donate, (will|we'll) (be |) donate, (we|company|brand|they|us) (donate|donates|donated), donates (to|#|a|one), organ donor, donor egg, donation bin, (is|are|be) donated, spenden sie weniger zeit, (every|each|your) (purchase|order|pair|box|bag) (_ |) (donates|is a donation), (portion|% of|proceeds) _ (_ |) (donated|donate), your gift card, a gift card`,
    },
    {
      id: 1108,
      shortText: 'Sign or vote',
      sure: `(sign|add your name to|signing) (the|our|this) (petition|pledge|letter), petition, petitions, (vote|voting) (for|by|on|early|yes|no|in|now|democrat|republican|november|tuesday|today|like|him|her|them|them out|blue|red|by mail|to|is), (register|registered) to vote, (your|the|every|one) (vote|ballot), ballot, ballots, (polling|voting) (place|location|station|booth), polls (open|close|are), (early|absentee) voting, (running|campaign|candidate|elect|re elect|reelect|vote) for (congress|senate|mayor|governor|president|city council|school board|sheriff|county sheriff|state|judge|county|council|_ sheriff), (congressman|congresswoman|senator|senate|governor) _, add your name, (tell|call|email|contact) (congress|your (senator|senators|representative|representatives|mp|congressman|governor)), election, elections, voter, voters, get registered, primary election, election day, midterms, campaign (trail|contribution), elect`,
      not: `vote (in the comments|for your (favorite|favourite)|below|for us|now for), (customer|readers|people) voted, voted (best|the best|#1|number), elect to, cast your vote for the best, sign the lease, petition for, running for your life`,
    },
    {
      id: 1109,
      shortText: 'Tag a friend',
      sure: `tag (a|your|someone|the|who|somebody|two|#|three|all|them|us and) (friend|friends|bestie|besties|best friend|who|you|people|mom|sister|partner|person|loved|mum|crew|squad|that|_), tag who, tag us, share (this |) with (a|your|someone|the) (friend|friends|loved|who|family|person|mom|_), send this to (a|your|someone|the), tell (a|your) (friend|friends)`,
      not: `tag sale, price tag, dog tag, tag heuer, name tag, share with your (team|doctor|healthcare|coworkers|colleagues), tag line`,
    },
    {
      id: 1110,
      shortText: 'Follow us',
      sure: `follow (us|me|along|the page|our page|our account) (on|for|page|account|and|to|instagram|tiktok|more|_|), (like|hit|smash) (and|our|that|the) (follow|subscribe|page|share|follow button), like (this|our|the) (post|page|photo), give us a (follow|like), follow and (like|share), (join|find) us on (facebook|instagram|tiktok|twitter|linkedin|youtube|pinterest|discord), like our page, like and share`,
      not: `follow (the|these|our|simple|along with) (steps|instructions|recipe|rules|science|guide|link), follow up, follow through, follow for`,
    },
    {
      id: 1111,
      shortText: 'Take the quiz',
      sure: `(take|start|try|complete|do) (the|our|this|a|your) (free |quick |short |# minute |#minute |online |style |skin |fun |personality |sleep |fit |hair |# second |) (minute |) (quiz|test|assessment|survey|questionnaire|questionaire), quiz, quizzes, find your (match|perfect match|type) in, take quiz`,
      not: `quiz (night|show|master), pub quiz, take the (driving |covid |sat |) test, pop quiz`,
    },
    {
      id: 1112,
      shortText: 'Get tickets',
      sure: `(get|buy|grab|book|secure|your|free|win|# |two|reserve|limited) (your |) (ticket|tickets|passes), tickets (are|on sale|available|now|from|for|start|starting|at|go|selling|going|here|to|and|still), ticketmaster, eventbrite, ticket (sales|prices|link|holders|office), box office, (day|season|lift|festival|weekend|early bird) (pass|passes|tickets), 🎟️, 🎫, get showtimes, early bird tickets, show tickets`,
      not: `golden ticket, (parking|speeding|traffic|support|lottery|raffle|jira|service|meal) (ticket|tickets), plane tickets, big ticket, hot ticket, just the ticket, ticket price of, win tickets, lift pass, free passes`,
    },
    {
      id: 1113,
      shortText: 'Test drive',
      sure: `test (drive|drives|ride|rides|driving), (book|schedule|take) (a|your) (test )(drive|ride), get behind the wheel, probefahrt, prueba de manejo, essai routier, 試乗, 시승`,
      not: `test drive (our|the) (software|app|platform|tool)`,
    },
    {
      id: 1114,
      shortText: 'Order food',
      sure: `order (online|now|your|for|ahead|a|on|through|via|by|from|food|pizza|dinner|lunch|takeout|takeaway|delivery|in|with|direct|pickup) (_ |_ _ |) (pizza|dinner|lunch|food|meal|delivery|pickup|takeaway|takeout|doordash|uber eats|ubereats|grubhub|deliveroo|sushi|burgers|tacos|catering|feast|wings|breakfast), (takeout|takeaway|take away|take out|curbside) (or|and|available|menu|now|tonight|delivery|pickup|orders), doordash, uber eats, ubereats, grubhub, deliveroo, (dine in|drive thru|reserve a table|book a table|table reservation|reservations), (pizza|dinner|lunch|meal|food) (delivery|delivered|is sorted|to go|orders), order food, (pizza|burger|burgers|tacos|wings|pizzas) (every|on|for) (tuesday|monday|wednesday|thursday|friday)`,
      not: `meal kits, your last takeaway, key takeaway, takeaway (from|s), hotel reservations, without reservations, (dog|cat|pet) food (delivery|delivered)`,
    },
    {
      id: 1115,
      shortText: 'Subscribe to a newsletter',
      sure: `newsletter, newsletters, (subscribe|sign up) (to|for) (our|my|the|free|weekly|daily|updates|email|emails|more), (join|on|get on) (our|the|my) (mailing|email|vip) list, email (list|updates), (in|to) your inbox, weekly (email|digest|roundup), subscribe for (free|more|updates|weekly)`,
      not: `newsletter (software|platform|tool|templates), newsletters that convert, email list (building|cleaning|growth), emails to your inbox, (your|grow your) (newsletter|email list), sign up for (a|your|our) (free )(trial|class|demo|account), sign up (for|to) (the|our|a|your) (class|race|trial|event|webinar|workshop|course), sign up for free`,
    },
    {
      id: 1116,
      shortText: 'Register',
      sure: `register (now|today|here|for|by|online|free|before|your|at|to attend|to join|early|with), registration (is|now|open|opens|closes|ends|deadline|required|link), (reserve|save|claim|secure|book|grab|hold) (your|a|my) (seat|spot|place|space|slot), sign up (now|today|here) (for|to) (the|our|this|a) (webinar|event|workshop|class|race|camp|course|session|masterclass|training|program), enroll (now|today|here|in|before|by), enrol (now|today|here|in|by), enrollment (is|open|now|ends|closes), rsvp`,
      not: `register to vote, cash register, register your (product|business|domain|interest in buying|trademark|company), voter registration, register for vote, vehicle registration, trademark registration, registration fees, registered`,
    },
  ],
};
