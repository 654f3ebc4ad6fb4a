import type { TagCategory } from './category.ts';

/** Season or life event. */
export const occasion: TagCategory = {
  category: 'occasion',
  tags: [
    {
      id: 901,
      shortText: 'Black Friday',
      sure: `black (friday|fridays|week|november), blackfriday, blackweek, bfcm, black friday cyber monday, bf sale`,
    },
    {
      id: 902,
      shortText: 'Cyber Monday',
      sure: `cyber (monday|mondays|week|weekend|deals), cybermonday, cyberweek, bfcm`,
    },
    {
      id: 903,
      shortText: 'Christmas',
      sure: `christmas, xmas, x mas, noel, santa, (secret|dear) santa, stocking (stuffer|stuffers|filler|fillers), advent (calendar|calendars), 🎄, 🎅, 🤶, mistletoe, under the tree, (# |twelve )days of christmas, weihnachten, weihnachts, navidad`,
      not: `santa (monica|barbara|fe|cruz|clara|ana|clarita|rosa), prenatal natal, pre natal, (neo|peri|post|ante) natal, natal chart, 🎄🎄🎄🎄`,
    },
    {
      id: 904,
      shortText: "Valentine's Day",
      sure: `valentine, valentines, valentine's day, valentinstag, galentine, galentines, saint valentin, st valentin, san valentin, be mine, 💘, vday, v day`,
    },
    {
      id: 905,
      shortText: "Mother's Day",
      sure: `mother's day, mothers day, mothersday, mothering sunday, (gift|gifts) for (mom|mum|moms|mums|your mom|your mum), muttertag, fete des meres, dia de la madre, dia das maes`,
    },
    {
      id: 906,
      shortText: "Father's Day",
      sure: `father's day, fathers day, fathersday, (gift|gifts) for (dad|dads|your dad), vatertag, fete des peres, dia del padre, dia dos pais`,
    },
    {
      id: 907,
      shortText: 'Easter',
      sure: `easter, (egg) hunt, easter (bunny|egg|eggs|basket|baskets|sunday|weekend|sale), ostern, oster, paques, pascua, pascoa, 🐣, 🐰`,
      not: `easter island, middle easter`,
    },
    {
      id: 908,
      shortText: 'Halloween',
      sure: `halloween, trick or treat, trick or treating, spooky, spooktacular, jack o lantern, 🎃, haunted, costume, costumes, spooky season`,
      not: `(folk|dance|theater|theatre|cosplay) costumes, costume jewelry, haunted by`,
    },
    {
      id: 909,
      shortText: 'New Year',
      sure: `new year, new years, new year's (eve|day|resolution|resolutions|sale), new year new _, (ring|start) in the new year, resolution, resolutions, happy new year, nye, silvester, nouvel an, ano nuevo, ano novo, reveillon, new you`,
      not: `(lunar|chinese|islamic|jewish|tamil|persian) new year, (4k|hd|high|screen|image|dispute|conflict|#) (resolution|resolutions), new year of the, resolution (4k|display|screen|photos|images), tet new year, school new year`,
    },
    {
      id: 910,
      shortText: 'Summer',
      sure: `summer, summertime, summer's, (beach|pool) (day|days|season|ready|party|bag|towel|vacation), swimwear, swimsuit, swimsuits, bikini, (in|this|the) (june|july|august) (humidity|heat|bank holiday|), heatwave, heat wave, hot weather, verano, sommer, verao`,
      not: `indian summer, donna summer, summer house series, summer's eve, (may|call) august, augustus, by june, until july, through august, by august, until august, ends august, until june, through june, through july, by july, ends july, ends june, sommerfeld`,
    },
    {
      id: 911,
      shortText: 'Winter',
      sure: `winter, wintertime, winter's, snow, snowy, ski, skiing, skis, snowboard, snowboarding, (cold|freezing|chilly|frosty) (weather|months|nights|days|season|mornings|temperatures), (the|your) slopes, lift pass, ⛄, ☃️, invierno, hiver, inverno, wintermantel`,
      not: `snow white, jon snow, winter (park|haven|garden|springs), ice cold weather beer, jet ski, snow crab, winter is coming game, snow cone, ski mask way, winter olympics`,
    },
    {
      id: 912,
      shortText: 'Spring',
      hint: `🌷, 🌸`,
      sure: `spring (is|collection|sale|break|into|has|cleaning|styles|edit|arrivals|season|refresh|wardrobe|fashion|summer|favorites|blooms|clean|essentials|#|glow|look|looks|dresses|vibes|deals|savings|drop|racing), (this|for|hello|new|in|early|late|welcome|is) spring, springtime, primavera, printemps, fruhling, fruhjahr`,
      not: `(hot|coil|box|pocket|mineral|natural|water|leaf|off|day) spring, (palm|colorado|saratoga|silver|hot|coral) springs, spring (water|mattress|roll|rolls|onion|onions|loaded|steel|valley|lake|street|hill|texas|boot), in spring (tx|texas|hill|valley|lake), 🌸🌸🌸🌸`,
    },
    {
      id: 913,
      shortText: 'Autumn',
      sure: `autumn, autumnal, (this|for|hello|welcome|early|your|in the|new) fall, fall (is|collection|sale|styles|fashion|season|favorites|arrivals|weather|vibes|edit|into|wardrobe|decor|flavors|colors|refresh|looks|essentials|foliage|leaves|cleaning|semester|clothing|outfits|jackets|boots|deals|savings|ready), pumpkin spice, sweater weather, 🍂, 🍁, herbst, otono, automne, outono, (in|from|on|starts) (# |early |late |) october`,
      not: `(don't|free|hair|water|night|rise and|rain|to|let|could|will|might) fall, fall (asleep|in love|for|behind|apart|short|back|off|out|over|victim|flat|prevention|protection), fall is, fall into (a|the|debt), fall river, 🍁🍁🍁🍁`,
    },
    {
      id: 914,
      shortText: 'Back to school',
      sure: `back to (school|class|college|campus|uni|university), backtoschool, (new|first day of) (school year|school|school day), school (supplies|uniform|uniforms|year|bag|bags|backpack|backpacks|essentials|lunch|lunches|shoes|run|shopping|ready), rentree, schulanfang, vuelta al cole, volta as aulas`,
      not: `(old|grad|law|med|medical|film|flight|driving|high|art|nursing|business) school (year|bag), teachers school year plan`,
    },
    {
      id: 915,
      shortText: 'Wedding',
      sure: `wedding, weddings, (say|saying) i do, (bride|bridal|bridesmaid|bridesmaids|groomsmen|honeymoon|engagement ring|engagement rings), (get|getting) (married|engaged), tie the knot, i do's, your big day, save the date (cards|magnets|invitations), hochzeit, mariage, boda, casamento, 👰, happily ever after`,
      not: `(my|his|her) (sister's|brother's|best friend's|friend's) wedding, sister wedding, my best friend wedding`,
    },
    {
      id: 916,
      shortText: 'Birthday',
      sure: `birthday, birthdays, b day, bday, happy birthday, geburtstag, anniversaire, cumpleanos, aniversario, 🎂, 🥳 birthday`,
      not: `birthday cake (flavor|flavored|ice|oreo|protein|crunch), birthday suit, just throw, birthday cake, aniversario de`,
    },
    {
      id: 917,
      shortText: 'Ramadan and Eid',
      sure: `ramadan, ramadhan, ramzan, eid, eid mubarak, eid al (fitr|adha), iftar, suhoor, zakat, sadaqah, raya, hari raya, lebaran`,
    },
    {
      id: 918,
      shortText: 'Lunar New Year',
      sure: `lunar new year, chinese new year, year of the (dragon|snake|horse|rabbit|tiger|ox|rat|goat|monkey|rooster|dog|pig), cny, red (envelope|envelopes|packet|packets), tet, seollal, spring festival, 🧧, 春节, 설날, 春節`,
    },
    {
      id: 919,
      shortText: 'Gift idea',
      sure: `(perfect|great|ideal|thoughtful|unique|meaningful|best|last minute|personalized|personalised|memorable|special|amazing|beautiful|unforgettable|a|the|christmas|holiday|birthday|wedding|graduation|anniversary|valentine's|mother's day|father's day|housewarming|custom|easy|luxury|corporate|stocking) (gift|gifts|present|presents) (for|ideas|idea|guide|to|that|she|he|they|of|from|box|boxes|under|set|sets|you|.|is|this|hamper|hampers|card|cards|), gift (ideas|idea|guide|guides|for|shop|set|sets|box|boxes|basket|baskets|hamper|hampers|giving|wrap|wrapped|wrapping|card|cards|certificate|certificates|her|him|them|mom|dad|of|that|the|your|a), (gifts|presents) (for|that|under|they|she|he|to|from|of|you|mom|dad|everyone), giftable, gifting, makes (a |the |) (great|perfect|ideal|wonderful|thoughtful) gift, (give|surprise|treat|spoil) (dad|mom|mum|her|him|them|someone|your (wife|husband|mom|mum|dad|loved ones|partner|best friend|girlfriend|boyfriend|valentine)) (_ |) , (deserves more than|something (he'll|she'll|they'll)), geschenkidee, idee cadeau, roses say`,
      not: `free gift, (free|bonus|complimentary|mystery|your|a) gift (with|when|on|inside|worth|card when), gift with (purchase|every), gift card (bonus|giveaway|to|worth|of|for), your gift (today|will|of|can|helps|is|provides|doubles|to), gift of $, $ # gift card, (make|send) (a|your) gift (today|now|by), (treat|give) (yourself|your|him|her|them) (a|the) (best|chance|boost|break|call|try|hand|voice), 🎁 (free|win), matching gift, gift matched, get a gift, spoil your (dog|pet|cat|pup|skin), treat your (skin|hair|feet|self|dog|pet), surprise your (taste), present day, at present, gift wrap station`,
    },
    {
      id: 920,
      shortText: 'Weekend',
      sure: `weekend, weekends, (this|every|on|open|each|open this|until|by|next) (saturday|sunday|saturdays|sundays), saturday and sunday, saturdays and sundays, (the|our) (sunday|saturday) (sale|market|roast|brunch|session|edit|drop), friday and saturday, wochenende, fin de semana, fim de semana, le week end`,
      not: `weekend (warrior|warriors|bag|bags|effect|getaway bag|duffel), sunday times, by sunday you'll, by sunday, until sunday, every weekend off, your weekends back, (last|bloody|super|palm|mothering) sunday, weekender, in a weekend, until saturday`,
    },
    {
      id: 921,
      shortText: 'Thanksgiving',
      sure: `thanksgiving, friendsgiving, turkey day, 🦃, giving thanks`,
      not: `days of giving thanks`,
    },
    {
      id: 922,
      shortText: "Singles' Day",
      sure: `singles day, single's day, double 11, 11 . 11, 11.11, doppel 11, 双11, 双十一`,
    },
    {
      id: 923,
      shortText: 'Diwali',
      sure: `diwali, deepavali, deepawali, dhanteras, diya, diyas, festival of lights, 🪔`,
    },
    {
      id: 924,
      shortText: 'Company anniversary',
      sure: `(our|#|th|#th|st|rd|nd) (# |#th |th |) (anniversary|birthday sale|birthday event) (sale|event|celebration|edition|collection|is|.|), anniversary (sale|event|edition|collection|special|celebration|deal|deals|offer), (we're|we are) turning #, (we|brand|shop) (turned|turn|turns) #, celebrating (# |our #|our|ten|# wonderful) (years|anniversary|th|birthday|year), birthday to us, our birthday, (it's|celebrate) our (# |#th |) (birthday|anniversary), (thank you for|here's to) (# |ten |) (wonderful |amazing |great |) years`,
      not: `(wedding|your|their|parents) anniversary`,
    },
    {
      id: 925,
      shortText: 'Graduation',
      sure: `graduation, graduate, graduates, grad (gift|gifts|party|season|caps|photos), graduating, class of #, cap and gown, commencement, congrats grad, congratulations grads`,
      hint: `🎓`,
      not: `graduate (school|degree|program|programs|certificate|studies|student|students|level|courses), salary after graduation, graduate from, graduates (earn|get|of our|found), after graduation, our graduates`,
    },
    {
      id: 926,
      shortText: 'Holiday season',
      sure: `(the|this|happy|holiday|for the|home for the|your|through the|ahead of the|before the) holidays, holiday (season|gift|gifts|gifting|shopping|sale|cheer|collection|deals|party|parties|magic|guide|cards|savings|spirit|edition|entertaining|decor|decorations|shoppers|event|ready|exclusive|bundle|list|orders|hours|catalog|box|set|sets), this holiday, festive (season|gifts|collection|cheer|deals|offers|period|spirit), tis the season, season of giving, season's greetings, hanukkah, chanukah, kwanzaa`,
      not: `bank holiday, summer holidays, school holidays, holiday (inn|home|homes|rental|rentals|let|lets|park|parks|destination|package|packages|deals to|villas|cottages|club|in|to|insurance), your holidays in, national holiday`,
    },
    {
      id: 927,
      shortText: 'Independence Day',
      sure: `independence day, (4th|fourth) of july, july (4th|4|fourth), fourth of july, 🎆, red white and (blue|boom|brew), memorial day, labor day, presidents day, presidents' day, bastille day, dia da independencia, australia day, canada day, veterans day`,
      not: `🎆🎆🎆🎆, through july 4, by july 4, until july 4`,
    },
  ],
};
