import type { TagCategory } from './category.ts';

/** The narrative form. */
export const story: TagCategory = {
  category: 'story format',
  tags: [
    {
      id: 1001,
      shortText: 'First-person story',
      sure: `my (name is|story|journey), (i|i'm) (used to|was diagnosed|was so|never thought|grew up|lost|started|quit|spent|struggled|decided|founded|remember|finally|bought|tried|couldn't|had|ended up|realized|found|thought|woke|went|didn't|wanted|built|switched|made|moved), when i (was|first|started|found|tried|lost|had|got|turned|moved|became), (last|two|three|five|# |a few) (year|years|months|weeks|summer|month|week) (ago |) (i|my), (hi|hey|hello) (i'm|my name|i am|it's), (i'm|i am) (running for|a mom|a mother|a nurse|a teacher|a veteran|a doctor|a dad|obsessed), i've (been|tried|lost|always|never|struggled|used|spent), i never (thought|believed|expected|knew|imagined), this is my story, my (husband|wife|daughter|son|mom|mother|dermatologist|doctor|kids|dog|best friend|skin|hair) (and|said|told|was|is|has|asked|got|loves|had|noticed), (then|so|until|now) i (tried|found|discovered|decided|started|quit|use|feel|have|met|realized|built|made)`,
      hint: `i was, i wasn't, i went, i got, i cancelled, i bought, <quote>`,
      not: `can i, do i, should i, what if i, how do i, will i, am i, could i, where do i`,
    },
    {
      id: 1002,
      shortText: 'Step by step',
      sure: `step (1|one|i), 1️⃣, step by step, (in|just|follow|only|with) (# |three |these |two |four |five )(easy |simple |quick |) steps, (first|1st) _ then _, here's how it works, how it works, 1 . _ _ . 2, as easy as 1 2 3, easy as 1, # easy steps, # simple steps, three easy steps`,
      not: `step (1|one) of your, one step (closer|ahead), step by step recipe`,
    },
    {
      id: 1003,
      shortText: 'Checklist',
      sure: `<list>, ✅ _ (_ |_ _ |_ _ _ |_ _ _ _ |_ _ _ _ _ |) (. |) ✅, ✔ _ (_ |_ _ |_ _ _ |_ _ _ _ |) (. |) ✔, ✓ _ (_ |_ _ |_ _ _ |) (. |) ✓, ☑ _ (_ |_ _ |_ _ _ |) (. |) ☑`,
    },
    {
      id: 1004,
      shortText: 'Questions and answers',
      sure: `q and a, q a, faq, faqs, (frequently) asked questions, q _, ^ q _, your questions answered, (you|we) (asked|ask) (we|you) (answered|answer), ask me anything, ama, ask (us|an expert) anything, a yes q`,
      not: `q (tip|tips|1|2|3|4|anon)`,
    },
    {
      id: 1005,
      shortText: 'Breaking news',
      sure: `breaking, breaking news, (just in|this just in), 🚨 breaking, big (news|announcement), (exciting|huge|important|great|good) news, news (flash|alert), (it's|now) official, announcement, announcing, special (announcement|report), important (announcement|update), 📢, 🗞️`,
      not: `breaking (bad|point|down|the bank|point|into|free|through|ground|up|records|barriers|a sweat|your), (record|ground|heart|path|back) breaking, without breaking, fox news, news feed, newsletter, in the news, good news for (dogs)`,
    },
    {
      id: 1006,
      shortText: 'Unboxing',
      sure: `unbox, unboxing, unboxed, unboxes, what's (inside|in the box|in my), (look|peek|see what's) inside (the box|our|my|this), open it with us, haul, first impressions, (inside|in) the box`,
      not: `long haul, haul away, haul trailer, junk haul, think outside the box, outside the box, inside the box office`,
    },
    {
      id: 1007,
      shortText: 'Podcast',
      sure: `podcast, podcasts, (new |this |listen to |in |latest |our |)(episode|episodes) (#|one|of|is|out|now|with|on), episode #, listen (now|on|to the|to our|to episode|wherever|in) (spotify|apple podcasts|apple|wherever|_|), wherever you get your podcasts, 🎙️, 🎧 listen`,
      not: `episodes (of|on) (netflix|hulu|season), (new|all|full) episodes (streaming|on hbo|on max), manic episode, podcast (microphone|equipment|studio|hosting|editing), listen to music`,
    },
    {
      id: 1008,
      shortText: 'Interview',
      sure: `we (interviewed|sat down with|spoke with|spoke to|talked to|caught up with), interview (with), in conversation with, fireside chat, (sat|sits) down with, an interview, exclusive interview, q and a with`,
      not: `job interview, interview (prep|questions|coach|process|tips), your interview, we asked for, walk in interview, on the spot interview`,
    },
    {
      id: 1009,
      shortText: 'Recipe',
      sure: `recipe, recipes, (tbsp|tsp|tablespoon|tablespoons|teaspoon|teaspoons), preheat, cup of flour, cups of, (bake|simmer|cook) (for|at) #, rezept, rezepte, recette, recettes, receta, recetas, receita, receitas, レシピ, 레시피`,
      not: `recipe for (success|disaster), (family|grandma's|grandpa's|grandmother's|secret|original|new|improved|our|old|same|century old|the|ancient|traditional) recipe, family recipes, rezept vom arzt, cups of coffee, receitas e despesas, receita federal`,
    },
    {
      id: 1010,
      shortText: 'Day in the life',
      sure: `(a |) (day|week|night) in (the|my|our|her|his) life, day in the life, (my|our|her|her) (morning|night|evening|daily) routine, get ready with me, grwm, come (with me|spend the day), spend (a|the) day with, follow along as, vlog, what i eat in a day`,
    },
    {
      id: 1011,
      shortText: 'Poll',
      sure: `poll (time|of|), vote (in the comments|below|for your favorite|for your favourite|now for), which (one|topping|color|colour|flavor|flavour|side|team|look|style|is your|would you|do you|are you) _ (_ |), (this|that) or that, would you rather, (comment|tell us|let us know|drop) (your|below|in the comments|a|which|what), 👇 (comment|vote), team _ or team, a or b, yes or no, agree or disagree, hot or not, 👍 or 👎`,
      not: `(polling|exit|opinion) poll, comment below to win, which is why, which means, drop a size, drop your (phone|bags|kids|pants|rates), drop a dress, poll workers, polls (open|close), heated poll, which one is right`,
    },
    {
      id: 1012,
      shortText: 'Challenge',
      sure: `(# |#day |# day |take the |take our |the |join the |join our |accept the |our |week |fitness |weight loss |free |)challenge (accepted|yourself|you|your|is|starts|now|today|#|), challenge, challenges you, (can|could) you (solve|beat|finish|guess|find|handle|do it|survive|pass|spot|crack|escape|complete), how (far|high|long|many|fast) (can|will|could) you (get|go|last|score|climb|find), (dare|i dare|we dare|dare you) (to|you), are you (in|up for it|brave|smart enough|tough enough|game) (?|for|to), think you (can|have what), prove (it|them|us), only # % (of people |) (can|will|of), # days . # (workouts|days), give up`,
      not: `(biggest|greatest|face|new|the|common|many|your|every|complex|legal|health|business|overcome|these|faces|facing) (challenge|challenges), challenges (of|in|facing|for), challenging, never give up, don't give up, are you ready for (summer|winter|fall|spring|the|christmas|black|your), challenge (is|the)`,
    },
    {
      id: 1013,
      shortText: 'Watch the video',
      sure: `watch (the |this |our |my |a |how |now |full |short |it |) (video|videos|demo|trailer|film|tutorial|full video|clip|# minute|in action|now|more|to see|how|until the end|till the end|replay|the # minute), (see|play|click) (the|this) (video|trailer|demo), video (tutorial|below|tour|above|shows|demo), (in|this) (this|#second|# second|# minute|short|quick|free|1 minute) video, trailer, 🎥, ▶️, 📹, 🎬, in # seconds`,
      not: `video (game|games|call|calls|conferencing|editor|editing|doorbell|production|marketing|ads|content|camera|chat|consultation|visit|surveillance|poker), (travel|utility|horse|boat|camper) trailer, watch now (band|strap), trailer (hitch|park|for sale|rental), in # seconds`,
    },
    {
      id: 1014,
      shortText: 'Live event',
      sure: `webinar, webinars, (live|virtual|online|hybrid|in person|free|upcoming|special|exclusive|annual|our next|join us for|this) (event|events|workshop|workshops|webinar|training|masterclass|class|session|conference|summit|q and a|seminar|stream), live demo, masterclass, (conference|summit|expo|symposium|meetup|hackathon|trade show|roadshow|convention|fair|gala|open day|workshop|seminar|bootcamp|retreat|fundraiser|workshops), join us (on|at|for|live|in|this|next), (save|reserve|claim) your (seat|spot|place), (doors|gates) open, rsvp, live on (zoom|youtube|instagram|_), meet us at, in attendance, (speakers|keynote|panel discussion), we need # volunteers`,
      not: `fair (price|prices|trade|share|skin|enough|pricing|fair|market|housing|isle), (sale|sales|savings|clearance|shopping|this) event, state of the art, (life|coding) bootcamp, all inclusive retreat, event (planner|planning|venue|space|management|tickets), in the event, yard workshop, in our (workshop|_ workshop), workshop in, our _ workshop, from our workshop, (county|state) fair, fashion fair`,
    },
    {
      id: 1015,
      shortText: 'Case study',
      sure: `case (study|studies), (success|customer|client|growth) (story|stories), how (we|they|he|she|one|this|a|i|our client|_) (grew|scaled|went from|increased|saved|doubled|tripled|cut|made|lost|turned|built|generated|boosted|reduced|got|helped) (_ _ |_ |) (from|to|by|#|$|over|in|his|her|their|sales|revenue), see how (_ |_ _ |) (grew|increased|saved|cut|doubled|scaled|reduced|boosted)`,
      not: `how we made, how they made it, how i got`,
    },
    {
      id: 1016,
      shortText: 'Open letter',
      sure: `^ dear _ (_ |) , (an |) open letter, a letter (to|from), (love|with love|sincerely|yours truly|warmly|best regards|signed) (your|the _ team|_ and the team), yours sincerely, sincerely, p . s, ps , a note from (our|the|me), a message from (our|the)`,
      not: `ps (5|4|3), dear (evan|hansen), a message from the sponsor, sincerely hope`,
    },
  ],
};
