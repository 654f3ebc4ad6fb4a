import { phrases, type Grammar } from '../grammar.ts';

/**
 * Products are singular and follow `the` or `our`; pains have no article and follow `tired of`; gains are verbs without `to`;
 * features and audiences stand alone or after `with` and `for`.
 */
export const english: Grammar = {
  gap: ' ',
  decimalMark: '.',
  thousandsMark: ',',
  hooks: phrases(`
    Tired of {pain}?
    Still putting up with {pain}?
    What if you could {gain} without the hassle?
    POV: you finally {gain}.
    Stop scrolling if you are done with {pain}.
    Nobody talks about {pain}, so we will.
    3 reasons {audience} are switching to {brand}:
    Want to {gain}? It is simpler than you think.
    Here is why your last {product} let you down.
    Warning: you may never go back to your old {product}.
    Imagine waking up tomorrow, ready to {gain}.
    We asked {audience} what they really want. The answer surprised us.
    Ever wondered how to get rid of {pain}?
    Calling all {audience}!
    You deserve better than {pain}.
    This is your sign to {gain}.
  `),
  pitches: phrases(`
    Our {product} helps you {gain}, day after day.
    Meet the {product} made for {audience}.
    With {feature}, our {product} lets you {gain} from day one.
    {brand} makes it easy to {gain}.
    No more {pain}, just the {product} that does what it promises.
    We built the {product} we always wanted: {feature}, fair prices, zero fuss.
    It takes less than five minutes to get started and {gain}.
    Designed for {audience} who want to {gain} without compromise.
    The {product} that saves you time, money and nerves.
    Thanks to {feature}, you can {gain} and forget about {pain}.
    Simple. Honest. Made to help you {gain}.
    Upgrade to the {product} that works as hard as you do.
    One {product}, endless reasons to smile.
    Made responsibly, with {feature} at its heart.
  `),
  proofs: phrases(`
    Rated {rating}/5 by more than {count} customers.
    Join {count}+ happy customers and {gain}.
    Over {count} five-star reviews can't be wrong.
    Recommended by experts, loved by {audience}.
    9 out of 10 customers recommend us to a friend.
    As seen in the press and trusted by {count} people.
    In an independent survey, 94% noticed a difference within {days} days.
    Award-winning: voted best {product} of the year.
    Tested in the lab and proven by {count} customers.
    Before: {pain}. After: the difference is visible.
    {count} sold and counting, with a {rating}-star average.
    Built by a small team with more than ten years of experience.
  `),
  quotes: phrases(`
    “I was sceptical at first, but after {days} days with {brand} I would never go back.” – Anna, verified customer
    “I wish I had found this {product} years ago!” ⭐️⭐️⭐️⭐️⭐️
    “No more {pain}. I tell all my friends about {brand}.” – Marcus, 34
    “Best {product} I have ever tried. Worth every penny.” – Priya
    “My husband laughed when I told him. Now he will not stop talking about it.” ⭐️⭐️⭐️⭐️⭐️
    “I have tried everything against {pain}, and this is the only thing that worked.”
    “Honestly life-changing. I saw results in just {days} days.” – Joe, London
    “Great service, quick answers, and the {product} is even better than I expected.”
  `),
  news: phrases(`
    It's here: the new {product} by {brand}.
    Just launched: {feature}, now in our best-selling {product}.
    It took us two years: meet our most loved {product} yet.
    New season, new {product}. Be among the first to try it.
    Big news for {audience}: {brand} is now in your city.
    Introducing a whole new way to {gain}.
    We listened to you and made our {product} even better.
  `),
  urgencies: phrases(`
    Hurry, the offer ends tonight!
    Only {hours} hours left.
    Last chance before it's gone.
    Today only.
    Ends Sunday at midnight.
    Limited time only.
    Don't miss out.
    The countdown is on: {hours} hours to go.
  `),
  guarantees: phrases(`
    Try it risk-free for {days} days, or get your money back.
    {days} days to change your mind, no questions asked.
    Backed by our {days}-day money-back guarantee.
    Not for you? Cancel anytime.
    2-year warranty and friendly support included.
    No contracts, no hidden fees.
    Love it or pay nothing.
  `),
  offers: {
    goods: phrases(`
      Get {percent}% off your first order with code {code}.
      Save {percent}% today, plus free shipping.
      Buy one, get one free this week only.
      Now from just {price}.
      Free gift with every order over {price}.
      Bundle and save up to {percent}%.
      Our biggest sale of the year: up to {percent}% off everything.
      Subscribe and save {percent}% on every delivery.
      Black Friday came early: {percent}% off sitewide.
      Students get {percent}% off with code {code}.
      Back in stock: the {product} that sold out in {hours} hours.
      Limited edition: only 500 pieces worldwide.
      Almost sold out! {percent}% off while supplies last.
      Free shipping and free returns, always.
    `),
    service: phrases(`
      Start your free {days}-day trial. No credit card required.
      Sign up today and save {percent}% on the first year.
      Use code {code} for {percent}% off.
      Plans start at {price}.
      Your first month is on us.
      Early-bird price: {percent}% off until Friday.
      Refer a friend and you both get {price}.
      Free for {audience}, forever.
    `),
    app: phrases(`
      Free to play!
      Download now and get {count} bonus coins.
      New players get a {percent}% starter bonus.
      Log in {days} days in a row for a legendary reward.
      Use code {code} for free gems.
      No ads for the first {days} days.
      Join the event now and double your rewards.
    `),
  },
  closings: {
    goods: phrases(`
      Shop now 👉
      Order yours today.
      Discover the collection.
      Tap the link to find your favourite.
      Treat yourself, you've earned it.
      Take the 2-minute quiz and find your match.
      See why everyone is talking about it.
      Get yours before it's gone.
    `),
    service: phrases(`
      Start today, it only takes two minutes.
      Book your free demo.
      Sign up in minutes.
      Learn more on our website.
      Download the free guide.
      Compare the plans and choose yours.
      See how it works.
      Get started for free.
    `),
    app: phrases(`
      Install now and play for free! 🎮
      Can you beat level 10?
      Only 1% of players reach the top. Can you?
      Download today.
      Play with friends around the world.
      Start your adventure now.
      Tap to play.
    `),
  },
  headlines: phrases(`
    {Gain} with {brand}
    The {product} for {audience}
    {percent}% off today only
    {brand}: made for {audience}
    Say goodbye to {pain}
    Rated {rating}/5 by {count} customers
    {count} people can’t be wrong
    Your new favourite {product}
    Try {brand} risk-free for {days} days
    {Product} with {feature}
    New: our {product}
    From {price}. Only this week.
    Why {audience} love {brand}
    Ready to {gain}?
    The last {product} you will ever need
  `),
  descriptions: phrases(`
    The official site of {brand}
    {rating} stars from {count} reviews
    {Feature}
    Loved by {audience}
    {days}-day money-back guarantee
    Only at {brand}
    From {price}
  `),
  ctas: {
    SHOP_NOW: 'Shop now',
    LEARN_MORE: 'Learn more',
    SIGN_UP: 'Sign up',
    GET_OFFER: 'Get offer',
    ORDER_NOW: 'Order now',
    SUBSCRIBE: 'Subscribe',
    BOOK_NOW: 'Book now',
    APPLY_NOW: 'Apply now',
    INSTALL_NOW: 'Install now',
    PLAY_GAME: 'Play game',
    DOWNLOAD: 'Download',
    CONTACT_US: 'Contact us',
  },
  words: {
    skincare: {
      products: phrases('vitamin C serum | night cream | gentle cleanser | mineral sunscreen | retinol oil'),
      pains: phrases('dull, dry skin | breakouts before big days | dark circles | ten-step routines'),
      gains: phrases(
        'wake up to glowing skin | calm redness overnight | smooth fine lines | love your bare face',
      ),
      features: phrases(
        'clinically tested niacinamide | fragrance-free formula | vegan hyaluronic acid | clean ingredients',
      ),
      audiences: phrases('people with sensitive skin | busy mums | women over 40 | skincare beginners'),
    },
    sneakers: {
      products: phrases(
        'running shoe | everyday sneaker | trail shoe | white leather trainer | walking shoe',
      ),
      pains: phrases('sore feet after work | blisters on every run | worn-out soles | shoes that never fit'),
      gains: phrases(
        'run your fastest 10K | walk all day without pain | stand out on the street | go the extra mile',
      ),
      features: phrases('cloud-foam cushioning | recycled mesh | a carbon plate | a wide toe box'),
      audiences: phrases('runners | nurses on their feet all day | sneakerheads | commuters'),
    },
    apparel: {
      products: phrases('linen shirt | merino hoodie | high-waist legging | rain jacket | wrap dress'),
      pains: phrases(
        'clothes that fade after one wash | chaotic wardrobes | fast fashion | jeans that pinch',
      ),
      gains: phrases(
        'look put together in seconds | feel confident in every size | stay warm in any weather | dress better for less',
      ),
      features: phrases(
        'organic cotton | sizes XXS to 5XL | pockets that hold things | fabric made in Portugal',
      ),
      audiences: phrases('petite women | tall men | travellers | minimalists'),
    },
    supplements: {
      products: phrases('greens powder | magnesium complex | collagen drink | protein shake | probiotic'),
      pains: phrases('afternoon slumps | bloating | handfuls of pills | restless nights'),
      gains: phrases(
        'feel energised all day | support your gut | recover faster | sleep deeper | focus for longer',
      ),
      features: phrases(
        '75 vitamins and minerals | no added sugar | third-party lab tests | plant-based protein',
      ),
      audiences: phrases('busy professionals | athletes | new mums | people over 50'),
    },
    coffee: {
      products: phrases('espresso blend | cold brew kit | single-origin roast | coffee subscription | decaf'),
      pains: phrases('bitter supermarket coffee | stale beans | expensive takeaway cups | jitters'),
      gains: phrases(
        'brew café-quality coffee at home | start the morning right | taste the difference | support small farms',
      ),
      features: phrases(
        'beans roasted to order | direct trade from Ethiopia | compostable pods | notes of cherry and cocoa',
      ),
      audiences: phrases('home baristas | espresso lovers | early risers | office teams'),
    },
    petFood: {
      products: phrases('fresh dog food | grain-free kibble | cat food | dental chew | puppy box'),
      pains: phrases('itchy skin and dull coats | picky eaters | mystery ingredients | smelly bowls'),
      gains: phrases(
        'see an empty bowl every evening | keep your pet at a healthy weight | give them a shinier coat | feed real meat',
      ),
      features: phrases(
        'human-grade meat | vet-approved recipes | gently cooked vegetables | portions to the gram',
      ),
      audiences: phrases('pet parents | animal lovers | rescue families | busy owners'),
    },
    mattresses: {
      products: phrases('hybrid mattress | memory foam pillow | cooling duvet | bed frame | mattress topper'),
      pains: phrases('back pain in the morning | hot, sweaty nights | saggy mattresses | restless partners'),
      gains: phrases(
        'sleep through the night | wake up without back pain | stay cool until morning | fall asleep faster',
      ),
      features: phrases(
        'seven ergonomic zones | breathable cooling gel | a 10-year warranty | free doorstep delivery',
      ),
      audiences: phrases('side sleepers | couples | hot sleepers | people with back pain'),
    },
    jewellery: {
      products: phrases('gold necklace | engagement ring | pearl earring | charm bracelet | signet ring'),
      pains: phrases('gifts that get forgotten | jewellery that turns green | luxury mark-ups'),
      gains: phrases(
        'give a gift to remember | sparkle every day | say it without words | wear gold in the shower',
      ),
      features: phrases('recycled 14k gold | lab-grown diamonds | free engraving | a gift box included'),
      audiences: phrases('brides | best friends | mothers | last-minute gifters'),
    },
    homeFitness: {
      products: phrases('resistance band set | smart rower | walking pad | adjustable dumbbell | yoga mat'),
      pains: phrases('crowded gyms | excuses | expensive memberships | workouts that take hours'),
      gains: phrases(
        'get stronger at home | burn more in 20 minutes | lose the first 5 pounds | stick to your routine',
      ),
      features: phrases(
        'live coaching | a foldable frame | over 500 guided workouts | whisper-quiet resistance',
      ),
      audiences: phrases('busy parents | beginners | people who hate the gym | home office workers'),
    },
    cookware: {
      products: phrases('ceramic pan | chef knife | cast-iron pot | air fryer | knife set'),
      pains: phrases('food that sticks | blunt knives | toxic coatings | cluttered cupboards'),
      gains: phrases(
        'cook like a chef | get dinner on the table in 20 minutes | clean up in seconds | eat healthier at home',
      ),
      features: phrases('a non-toxic coating | Japanese steel | oven-safe handles | a lifetime guarantee'),
      audiences: phrases('home cooks | students | newlyweds | Sunday bakers'),
    },
    automotive: {
      products: phrases('electric SUV | all-season tyre | dash cam | car subscription | wallbox'),
      pains: phrases('rising fuel prices | hidden workshop costs | range anxiety | endless paperwork'),
      gains: phrases(
        'drive 400 miles on one charge | save on every mile | feel safe on wet roads | park without stress',
      ),
      features: phrases('fast charging in 18 minutes | 5-star safety | all-inclusive leasing | night vision'),
      audiences: phrases('families | commuters | first-time drivers | company fleets'),
    },
    fintech: {
      products: phrases('fee-free account | travel card | savings app | business account | budgeting app'),
      pains: phrases('hidden bank fees | paperwork and queues | bad exchange rates | money worries'),
      gains: phrases(
        'save without thinking | send money abroad in seconds | earn more on your savings | see where your money goes',
      ),
      features: phrases('instant notifications | deposit protection | virtual cards | 4% interest'),
      audiences: phrases('freelancers | travellers | small businesses | students'),
    },
    saas: {
      products: phrases('project board | invoicing tool | help desk | CRM | reporting dashboard'),
      pains: phrases('endless meetings | messy spreadsheets | lost leads | copy-pasting reports'),
      gains: phrases(
        'ship projects on time | automate the boring work | close more deals | get paid faster | save 10 hours a week',
      ),
      features: phrases('200+ integrations | AI summaries | GDPR-ready hosting | setup in one day'),
      audiences: phrases('agencies | founders | HR teams | sales leaders | growing teams'),
    },
    education: {
      products: phrases('language course | coding bootcamp | data certificate | online tutor | exam trainer'),
      pains: phrases('boring lectures | dead-end jobs | forgetting every word | exam stress'),
      gains: phrases(
        'speak with confidence | land your first tech job | learn in 15 minutes a day | pass your exam first time',
      ),
      features: phrases('live classes | certified teachers | bite-sized lessons | a career coach'),
      audiences: phrases('beginners | career changers | working parents | students'),
    },
    travel: {
      products: phrases('city break | beach holiday | rail pass | cabin getaway | group tour'),
      pains: phrases('grey Mondays | overpriced flights | planning chaos | crowded resorts'),
      gains: phrases(
        'escape for the weekend | see more for less | swim in turquoise water | travel without stress',
      ),
      features: phrases('free cancellation | local guides | breakfast included | 24/7 support'),
      audiences: phrases('families | solo travellers | couples | digital nomads'),
    },
    mobileGames: {
      products: phrases('puzzle adventure | strategy game | farm game | racing game | word quiz'),
      pains: phrases('boring commutes | waiting rooms | fake gameplay ads | games that cost a fortune'),
      gains: phrases(
        'build your own kingdom | train your brain daily | beat your friends | relax after work',
      ),
      features: phrases('2,000 levels | offline mode | real-time battles | weekly events'),
      audiences: phrases('puzzle fans | strategy lovers | casual players | competitive minds'),
    },
  },
};
