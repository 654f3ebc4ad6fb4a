import type { TagCategory } from './category.ts';

/** What the reader is meant to feel. */
export const emotion: TagCategory = {
  category: 'emotion',
  tags: [
    {
      id: 201,
      shortText: 'Urgency',
      sure: `hurry, act (now|fast|quick|quickly), last (chance|call|minute|hours), don't (wait|delay|sleep on), (don't|do not) wait (until|any|another|too), before (it's|it is) too late, (time|clock|days|hours) (is|are|) (running|ticking) (out|), running out of time, final (hours|call|chance|days|day), be quick, now or never, going fast, (order|buy|act|shop|book|call) (now|today) before, while you (still|) can, ends (tonight|at midnight|today|soon), almost (over|gone|out of time), only # hours, (selling|sell|sells|sold) out (fast|quickly|soon), urgent, urgently, (today|tonight) is the last, last day, only # (days|hours) left, # (hours|days) left, run don't walk, asap, ⏳`,
      likely: `⏰, 🚨, (ends|closes|closing) (on|this|tomorrow) (friday|sunday|monday|saturday|thursday|), what are you waiting for, as soon as possible`,
    },
    {
      id: 202,
      shortText: 'Fear of missing out',
      sure: `(don't|do not|never) miss (out|this|it|your|the|our), (miss|missing) out, fomo, (once|when) (it's|they're|it is|they are) gone, gone (for good|forever), before (everyone|everybody) else, (everyone|everybody|everyone's|everybody's) (is|are|) (talking|obsessed|wearing|buying|raving|switching|loves), never (be|coming) back, (won't|aren't|not|never) (be|coming|make it|return|restock) (back|again|restocked), once in a lifetime, not to be missed, your friends (are|already), you'll regret, (will|we) not make it again, last chance to (own|see|get)`,
    },
    {
      id: 203,
      shortText: 'Joy and fun',
      sure: `(fun|joy|happiness|smiles|laughter|laughs) (for|in|to|of|starts|is|all|and), so much fun, have fun, (pure|spark|sparks|bring|brings|spread|more) (joy|happiness|fun), make (you|them|her|him|someone) smile, happiness, joyful, playful, let's party, put a smile, good times, celebrate, celebration, fun filled`,
      likely: `happy place, delightful`,
      hint: `fun, 🎉, 🥳, party, joy`,
      not: `fun fact, happiness guarantee, bachelor party, third party, political party, party of #, (democratic|republican|labour|conservative|green|our) party, party line`,
    },
    {
      id: 204,
      shortText: 'Love',
      sure: `(someone|those|people|person|ones|the ones) you love, i love you, with (all my|all our|lots of) love, (loved|love) ones, unconditional love, (your|my|a|true|mother's|made with) love, show (them|her|him|mom|your) (how much|you care|some love), (say|show) (you care|i love), sweetheart, the love of, love story, fall in love, from the heart, soulmate, to my (wife|husband|daughter|son|mom)`,
      hint: `❤️, 💕, 💖, 🥰, 💘, love`,
      not: `you'll love, (we|i|you|they) love, love it or, your love of, love your (skin|hair|home|body|smile)`,
    },
    {
      id: 205,
      shortText: 'Nostalgia',
      sure: `remember (when|the|saturday|those|being), nostalgia, nostalgic, childhood (favorite|favorites|favourite|memories|memory|dream|_), (good old|old school|old fashioned|bygone|simpler) (days|times|feel|charm), like (grandma|grandmother|your grandmother|mom|nonna) (used to|made|makes), (grandma|grandmother|your grandmother) (kitchen|house|garden|cooking), (retro|throwback|vintage) (vibes|style|feel|look|inspired|games|game|arcade), throwback, takes you back, back in the day, (70s|80s|90s|1980s|1990s|y2k) (kids|style|nostalgia|vibes|classic), remember this, blast from the past, memory lane`,
      likely: `retro, the 90s, the 80s`,
    },
    {
      id: 206,
      shortText: 'Pride',
      sure: `(proud|proudly) (to|of|made|supporting|serving|paid|_), wear (it|your _|them) with pride, pride (month|for|in|flag|parade|of), take pride, with pride, show off your, national pride, be proud, years of pride, hometown pride, bragging rights, earned it`,
      not: `proudly present`,
    },
    {
      id: 207,
      shortText: 'Relief',
      sure: `(what a|finally|such a|a|sweet) relief, peace of mind, weight off (your|my) shoulders, (never|no need to|don't|stop|without) (worry|worrying) (about|again|anymore), worry free, stress free, one less thing, breathe easy, breathe a sigh, we've got you covered, rest easy, rest assured, (without|minus|zero|none of) the (stress|headache|hassle|headaches), leave it to us, we (handle|take care of) (everything|the rest|it all), off your plate`,
      not: `pain relief, debt relief, disaster relief`,
    },
    {
      id: 208,
      shortText: 'Frustration',
      sure: `(tired|sick|fed up) (of|with|and tired), frustrated, frustrating, frustration, (hate|hates|hated) (when|it when|doing|the), annoyed, annoying, drives you (crazy|mad|nuts), had enough, enough is enough, (drives|driving) me (crazy|mad), wasted (hours|money|time), waste of (time|money), ugh, no more (late|endless|wasted|spreadsheets|guessing|hunting|chasing|messy|boring), nightmare, headache, headaches, over it`,
      not: `(headache|headaches) relief, nightmare before, migraine and headache`,
    },
    {
      id: 209,
      shortText: 'Worry',
      sure: `(worried|anxious|scared|afraid|nervous|concerned|stressed) (about|of|that|by), what if (something|you lost|the worst|your _ (dies|fails)), (scary|terrifying|frightening), (at|your family at) risk, (dangerous|deadly|toxic|hidden dangers|silent killer), (danger|dangers|threat|threats) (of|to|in|lurking|from), is your (family|home|data|child|dog|money) safe, (keeps|keeping|kept) you (up|awake) at night, identity theft, before disaster, don't let (hackers|thieves|a), crisis, alarming`,
      likely: `anxiety, fear, danger, worry, scared`,
      not: `fear of missing, no fear, don't worry, never worry, without worry, worry free, worry about`,
    },
    {
      id: 210,
      shortText: 'Hope',
      sure: `(there is|there's|new|give|gives|bring|brings|find|restore|a message of) hope, hope (for|starts|is|lives|and|to), brighter (future|tomorrow|days), (a|your) better (future|tomorrow|world|life), never too late, (dream|dreams) (come|come true|can|become|big), (second|new) (chance|beginning|beginnings|chapter), (change|save) (the world|lives|a life|a child's life), together we can, make a difference, it's possible, fresh start, start over`,
      not: `(we|i) hope (to|you|this|for), hope to see`,
    },
    {
      id: 211,
      shortText: 'Excitement',
      sure: `(we're|so|super|beyond|i'm|we are|get|very) (excited|thrilled|pumped|stoked), exciting (news|new|announcement|times|opportunity), (feel|for) the (rush|thrill|excitement|adrenaline), adrenaline, thrilling, thrill, (can't|cannot) wait (to|for|any), get (ready|hyped|pumped) (for|to), mind blowing, epic, the wait is (over|finally), it's (finally|almost) (here|time), drumroll, countdown`,
      likely: `action packed, exciting`,
      hint: `🚀, 🤩, 🔥`,
    },
    {
      id: 212,
      shortText: 'Calm',
      sure: `calm, calming, relax, relaxing, relaxation, unwind, serene, serenity, tranquil, tranquility, peaceful, peace and quiet, stress relief, (de|) stress (less|free|relief), mindfulness, meditation, meditations, meditate, zen, slow down, (melt|melts|wash) away (stress|the stress|tension), soothe (your|the) (mind|soul), (quiet|breathe|breathing) (the|in|along|exercises|your mind|cabin|moment), forest bath, spa day, recharge your`,
      not: `relaxed fit, relaxing fit, stress test, relaxed jeans`,
    },
    {
      id: 213,
      shortText: 'Humour',
      sure: `😂, 🤣, 😅, 😜, 🤪, lol, lmao, just kidding, (spoiler|plot twist) (alert|_|), no (swearing|judgment|judgement|pants), dad (joke|jokes), (funny|hilarious|hilariously|laugh out loud|sarcastic), joke, jokes, punny, pun intended, not even sorry, sorry not sorry, (yes|no) really, side effects (may|include), will be stolen by, your (ex|mother in law|boss), (we|i) won't (tell|judge), oops, meme, memes, comedy`,
      not: `no joke, isn't a joke, is not a joke`,
    },
    {
      id: 214,
      shortText: 'Guilt-free pleasure',
      sure: `guilt free, without (the|any|) guilt, zero guilt, no guilt, (healthy|better for you) (treat|treats|snack|snacks|dessert|junk food|indulgence|cookies|candy|alternative), (treat|snack|indulge|dessert) (you can|without) (feel|the guilt|guilt|worry), cheat (day|meal) (every|without|approved), low calorie (treat|dessert|snack|ice cream), feel good about (eating|snacking)`,
    },
    {
      id: 215,
      shortText: 'Gratitude',
      sure: `thank you (for|to|so|all|_|), thanks (to|for) (you|your|our|all|being|helping|supporting), (our|with|so|forever|deeply|eternally) (grateful|thankful|gratitude), gratitude, (we|we're|we are) (grateful|thankful), (appreciate|appreciation) (you|your|our|for|week|day|sale), a big thank, a way (to say|of saying) thanks, say (thanks|thank you)`,
      not: `no thanks, will thank you, thank you note, thank you notes, thank you card, thank you cards, gratitude journal, you'll thank`,
    },
    {
      id: 216,
      shortText: 'Understanding',
      sure: `we (get|understand|know) (it|how|the feeling|what it), (we've|we have) (all|) been there, (i|we) (know|understand) (how|what it|the feeling|exactly how), you're not alone, you are not alone, it's not your fault, it's ok (to|not), it's okay (to|not), we were too, us too, (so|just) like you, we see you, been there, sound familiar, sounds familiar, life (is|gets) (busy|hectic|hard|messy), you've tried (everything|the|it all)`,
      not: `(know|get) it (now|today|here), we know that you'll, get it (by|in)`,
    },
    {
      id: 217,
      shortText: 'Indulgence',
      sure: `indulge, indulgent, indulgence, decadent, (treat|pamper|spoil) (yourself|your self|yo self|him|her|them|someone), pampering, you deserve (it|this|a|to), you've earned, (because|since) (you|you're) (worth|deserve), (self|) care (day|night|ritual|routine), (spa|bubble) (day|bath), go on you deserve, sinfully, melt in your mouth, rich and creamy, luxurious (bath|treat|treatment), retail therapy`,
      not: `trick or treat, you deserve (a bank|better|to know|to feel safe|answers|compensation|justice)`,
    },
    {
      id: 218,
      shortText: 'Belonging',
      sure: `(join|part of|be part of|become part of|welcome to) (our|the|a) (community|family|club|movement|tribe|crew|sisterhood|squad), (be|become) one of us, you belong, belong, belonging, a community (of|where|that|for), (find|meet) your (people|tribe|community|crew), (like minded|all) (people|are welcome|welcome), come as you are, (together|united) (we|as|we're), sisterhood, brotherhood, everyone is welcome, you're (welcome|one of us)`,
      hint: `community, movement, together`,
      not: `community (college|bank|center|centre|county|health|guidelines|service), bowel movement, watch movement, (swiss|quartz|automatic|range of) movement, join the community bank`,
    },
    {
      id: 219,
      shortText: 'Confidence',
      sure: `confidence, confident, confidently, (feel|look) (good|great|amazing|beautiful|your best|like yourself|unstoppable|powerful|sexy) (in|about|again|every|and), (feel|look) your best, self (esteem|assured|worth|conscious), (love|own|embrace) (your|the) (body|curves|skin you're in|way you look|look), without (makeup|make up), stop hiding, comfortable in your own skin, be (unapologetically|fearless|bold), fearless, turn heads, show off`,
      hint: `empower, empowered, empowering, empowers`,
      not: `with confidence guarantee, (shop|buy|order|book) with confidence, confident that, confidence (interval|level), confidential`,
    },
    {
      id: 220,
      shortText: 'Amazement',
      sure: `mind (blown|blowing), (blow|blew|blown) (your|my|our|) (mind|away), (jaw dropping|astonishing), (can't|couldn't|won't|wouldn't|will not) believe, (not|isn't) a typo, too good to be true, like magic, it's magic, (amazed|shocked|stunned|speechless|wowed), you read that right, yes you read, 🤯, 😱, 😮, holy, seriously impressive, yes really`,
      hint: `amazing, wow, magic, unbelievable, incredible, insane, breathtaking, magical`,
      not: `magic (kingdom|mike|eraser|the gathering|johnson|bullet), amazing (grace|race), incredible india, holy (bible|land|quran|spirit|week), amazing (deals|offers|prices|value|price|deal|savings)`,
    },
  ],
};
