import type { TagCategory } from './category.ts';

/** How the ad opens. */
export const hook: TagCategory = {
  category: 'hook',
  tags: [
    { id: 401, shortText: 'Opening question', sure: `<question>` },
    {
      id: 402,
      shortText: 'Curiosity',
      sure: `(you|you'll) (won't|never|wouldn't) (believe|guess), (find|here's) (out|) (why|what happened|what they|what nobody), (see|discover|learn|know) why, the (real |surprising |shocking |one |)reason (why|your|you|most|so many), (number|no|reason|tip|#) # (will|surprised|is|shocked|might), what (happens|happened) (when|next|if), (what|who|why) (nobody|no one) (tells|told|is telling|talks), (nobody|no one) (is talking|talks|tells you|told me) about, (surprised|surprising) (even|us|me|everyone|truth|reason), ever (wonder|wondered), (have you|did you) ever (wonder|wondered|notice|noticed), guess (what|who|why|how), (you're|most people are) (doing|making) (it|this) wrong, (weird|strange|simple|odd|one|clever|little known) trick, hidden (gem|truth|feature|reason|meaning), (there's|here's) (a reason|one thing|something|what|who|the thing|the catch), (weren't|wasn't|not) what (we|you|i) expected, mystery, mysterious, (don't|do not|doesn't|didn't) want you to (know|hear|see), it's not what you think, before you read this, read this (first|before), before you (read|see|watch) this, the one (thing|stretch|trick|food|habit|ingredient|word|mistake|question) (you|that|your|every|most), what (do|does) _ and _ have in common, wait (until|till|for it), we don't tell anyone`,
      likely: `curious, (^ why|ever wonder) (do|does|are|is|did|so many|most|i|we|this|your), this is why, here's why, here's what, the answer (may|might|will|isn't|wasn't), secret, secrets`,
      not: `murder mystery, mystery (box|gift|bag|novel|novels|shopper), victoria's secret, secret (santa|garden|deodorant), no secret, trade secrets`,
    },
    {
      id: 403,
      shortText: 'List of reasons',
      sure: `(#|# top|top #|the top #|# big|# good|# great|# simple|# surprising|# key|# easy) (reasons|ways|things|tips|signs|mistakes|secrets|facts|benefits|habits|myths|lessons|steps|questions|rules|foods|hacks|clauses|ideas|trends|strategies|tricks|looks|examples|templates|red flags|warning signs) (to|why|you|that|your|for|every|of|we|i|most|our|not|before|baristas|people|from|with|_), top # _, here are # _`,
      not: `# ways to pay, # things (in|at) once, top # (in|of)`,
    },
    {
      id: 404,
      shortText: 'Calling out a group',
      sure: `^ (attention|calling|calling all|hey|dear|listen up|psst|psa) (all|to all|homeowners|parents|moms|ladies|men|women|drivers|students|veterans|seniors|teachers|business|small business|dog|cat|_) (owners|moms|lovers|parents|women|men|homeowners|teachers|_|), calling all, attention (all|homeowners|parents|veterans|seniors|drivers|teachers|ladies|business|residents|students|dog|cat|men|women|shoppers|small), this (is|one's|one is) for (you|the|all|my|every|anyone|those), (moms|mums|dads|parents|ladies|girls|guys|gamers|runners|gardeners|homeowners|renters|teachers|nurses|seniors|veterans|students|freelancers|marketers|developers|founders|creators|cyclists|investors|dog owners|cat owners|dog lovers|cat lovers|dog moms|business owners|bookworms|brides|drivers|realtors|coaches|photographers) (rejoice|listen up|this|this one's|take note|unite|we see you|meet your), if you're a _, if you are a _, (hey|hi|hello) (moms|mums|dads|ladies|guys|girls|parents|gamers|friends|y'all|mamas)`,
      likely: `^ (small business owners|homeowners|parents|moms|gardeners|cyclists|developers|marketers|freelancers|seniors|veterans|students|teachers|nurses|runners|gamers|dog owners|cat owners|drivers|founders|creators|business owners|renters|ladies|investors|photographers|curvy girls)`,
      not: `dear (future|diary|santa|god), students get, if you're a member, creators (keep|earn|get), (drivers|nurses|teachers) (wanted|needed|earn), homeowners (insurance|association)`,
    },
    {
      id: 405,
      shortText: 'Stop scrolling',
      sure: `stop (scrolling|the scroll|what you're doing|everything|right there), wait (don't scroll|before you scroll|stop), don't (scroll past|keep scrolling|skip this), keep scrolling (if|unless), if you're (seeing|reading) this, this is your sign, 🛑, hold up, (scrolling|still scrolling) (?|past)`,
    },
    {
      id: 406,
      shortText: 'Imagine',
      sure: `imagine (if|a|an|the|being|having|waking|your|never|what|you|this|that|how|_), picture this, picture yourself, just imagine, close your eyes and`,
      not: `imagine dragons`,
    },
    {
      id: 407,
      shortText: 'Did you know',
      sure: `did you know, didn't know (you|this|that) _ ?, you (might|may) not know, fun fact, (here's|quick|true) (a|) fact, little known fact, do you know (that|how many|what|why), here's something you`,
    },
    {
      id: 408,
      shortText: 'Warning',
      sure: `^ warning, warning , ^ (caution|beware|alert|danger|heads up), (don't|do not|never) (buy|sign|book|hire|start|take|use|get|pay|sell|file) (a|an|another|any|your|the|this) _ (until|before|without), (don't|do not|never) _ (another|until you|before you), warning (signs|sign), ⚠️, 🚨 warning, think twice before, read this before, red flags, stop (using|buying|wearing|eating|paying|taking|doing|wasting) (your|this|these|cheap|toxic|for|_)`,
      not: `early warning system, stop paying (for|too), stop wasting (time|money), stop buying`,
    },
    {
      id: 409,
      shortText: 'Confession',
      sure: `i (used to|never thought|was so|was skeptical|was a skeptic|didn't (believe|think)|have to admit|have a confession|confess|admit|almost gave up|couldn't believe|hated|wish i|had no idea|was wrong|struggled|was embarrassed|was ashamed|was broke|was scared|was afraid|was tired|was terrified), confession, confessions, true story, (let's be honest|honestly|not gonna lie|ngl|i'll be honest|to be honest) (i|_|), my biggest (mistake|secret|fear|regret), i never (thought|believed|expected|knew|imagined), i didn't (believe|think|expect), i'm (not|) (embarrassed|ashamed) to`,
      not: `i wish i could give`,
    },
    {
      id: 410,
      shortText: 'Surprising statistic',
      sure: `(over|nearly|almost|more than|about|only|just|did you know|that) # % of (all|people|women|men|adults|americans|us|homes|homeowners|businesses|companies|small|carts|the|children|users|players|customers|students|workers|drivers|our|_), # % of (people|women|men|adults|americans|players|businesses|companies|users|homeowners|children|households|drivers|workers|students|germans|small businesses) (_|are|have|don't|will|say|give|fail|quit), # (out of|in) # (people|women|men|adults|americans|children|businesses|homes|kids|dogs|cats|families|households|of us), # million (people|americans|children|women|families|adults|tons|pounds|kids), the average (household|person|american|family|woman|man|worker|adult|home|homeowner|business|company), (every|each) # (seconds|minutes) (a|someone|one), # billion (people|tons|pounds), every year # _, half of (all|americans|women|startups|us)`,
      not: `# % of (profits|proceeds|sales|your|our|users love|women agreed|customers|every|what), (join|ask) (the|over|more than|) # million`,
    },
    {
      id: 411,
      shortText: 'What if',
      sure: `what if (you|your|we|i|the|there|it|a|an|everything|one|this|that|_)`,
      not: `what if i (don't|can't|need|change)`,
    },
    {
      id: 412,
      shortText: 'Introducing',
      sure: `introducing, ^ meet (the|our|your|_), say hello to, say hi to, we'd like you to meet, (presenting|announcing|unveiling) (the|our|_), ^ this is (the|our) _, meet (the|our|your) (new|first|newest|all new|only|world's), 👋 meet`,
      not: `meet (the|our|your) (demand|needs|team|goals|deadline|makers|farmers|neighbors|match|soulmate|people|artist|author|doctor|candidates|expectations), meet (us|me|you|up|singles|people|local|new people|women|men), ^ meet (us|me|up|singles|people|new), introducing (solids|a friend), ^ this is (your|not|why|what|how|the (time|moment|day|year|best|last|exact|end|only|one|way|most|part))`,
    },
    {
      id: 413,
      shortText: 'Viral trend',
      sure: `viral, tiktok (made me|famous|favorite|viral|trend|sensation), (all over|taking over|breaking|seen on) (tiktok|instagram|the internet|social media|your feed|your fyp), trending, (internet|tiktok) (famous|sensation|is obsessed), everyone (is|'s|on tiktok|on instagram) (is |)(talking about|obsessed|raving|wearing|buying), everyone's (talking about|obsessed|raving), as seen on tiktok, (broke|breaking) the internet, went viral, gone viral, going viral, #tiktokmademebuyit, tiktokmademebuyit, (million|#) views`,
      not: `viral (infection|infections|load|disease|marketing), follow (us|me) on (tiktok|instagram)`,
    },
    {
      id: 414,
      shortText: 'Say goodbye to',
      sure: `(say|said|saying|kiss|kissed|wave) (goodbye|good bye|bye|farewell|no) (to|_), (goodbye|bye bye|bye|farewell|so long) (to|_), ditch (the|your|that|those), no more _ no more, (get|getting) rid of, never _ (again|another), banish, put an end to, (^ no more|. no more|^ stop)  (_), forget (about|everything)`,
      not: `say no to, say no _, forget (about it|to), never again will, don't forget, ^ stop (by|in|scrolling|and)`,
    },
    {
      id: 415,
      shortText: 'Secret revealed',
      sure: `(the|my|our|her|his|their|best kept|industry|beauty|dirty|one|a|insider) (secret|secrets) (to|of|behind|is|that|for|they|your|weapon|sauce|recipe|revealed), (secret|secrets) (revealed|exposed|behind|to|of), insider (secret|secrets|tips|info), best kept secret, (reveals|revealed|revealing|exposed|exposes|exposing) (the|his|her|how|what|why|), (don't|doesn't|won't) (want|tell) you (to know|to hear|about|this|that), (wishes|wish) you knew, nobody (tells|told) you, what (_|your _) (isn't|won't|aren't) (telling|tell) you, the truth about, what (doctors|dentists|banks|experts) (don't|won't)`,
      not: `secret (santa|garden), no secret`,
    },
    {
      id: 416,
      shortText: 'Bold promise',
      sure: `(results|success|satisfaction|quality|delivery|lowest price|best price|arrival) guaranteed, (we|i) (guarantee|promise) (you|you'll|that|it|your|results|to), guaranteed (to|results|approval|success|income), (the|our) (last|only) _ (you'll|you will|you) (ever |)(need|buy|own|want), you'll never (go back|need another|look back|want|buy|wear), (will|is going to) change (your life|the way|everything|how you), (life|game) (changing|changer), (the|world's) (best|most comfortable|softest|fastest|strongest|easiest|perfect|smartest|most advanced|cleanest|ultimate|greatest) _ (ever|on the planet|in the world|you'll|on earth|you've ever), works (or|every time), once and for all, in just # (days|weeks|minutes)`,
    },
    {
      id: 417,
      shortText: 'POV',
      sure: `pov, (that moment when|me when|tfw|that feeling when) (you|your|you're), point of view`,
      not: `when you (buy|order|sign|join|spend|open|subscribe|shop|switch|book|use|refer|purchase|need|want|can|visit|get|register|download|click|add|select|choose|enter|start|become|have|are|arrive), when your (order|subscription|trial)`,
    },
    {
      id: 418,
      shortText: 'Mistakes to avoid',
      sure: `(mistake|mistakes) (to avoid|you're|you|that|people|most|everyone|every|we|i|when|with|in|costing|homeowners|beginners|new), (avoid|stop making|don't make|making) (these|this|the|same|costly|common|a|# ) (mistake|mistakes), (biggest|common|costly|rookie|#|top #|the #) (mistake|mistakes), (you're|are you|you might be|we're all) (doing|using|making|wearing|storing|washing) (it|this|your _|_|) wrong, (don't|do not) (sign|buy|book|hire|start|sell|file|invest|do) (a|an|your|the|this|anything) _ (before|until|without), (pitfalls|what not to do|before it's too late)`,
    },
    {
      id: 419,
      shortText: 'Finally',
      sure: `^ finally, finally (a|an|here|in|back|get|found|the|there|available|some|someone|something|eats|sleep|your|you|that|arrived|feel|_), (at|) long last, the wait is over, at last , (you've|we've) been waiting for, (it's|is|are) finally`,
      not: `finally (decided|gave)`,
    },
  ],
};
