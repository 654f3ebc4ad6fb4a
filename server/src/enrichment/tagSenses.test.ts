import { beforeAll, describe, expect, it } from 'vitest';
import { loadLanguages } from './language.ts';
import { tagDefinitions } from './tags.ts';
import { findTagsAndType } from './wording.ts';

beforeAll(loadLanguages);

const nameOf = new Map(tagDefinitions.map((tag) => [tag.tagDefinitionId, tag.shortText]));

function tagsIn(body: string): (string | undefined)[] {
  const ad = { language: null, headlines: [], bodies: [body], description: null, ctaText: null, cards: [] };
  return findTagsAndType(ad).tags.map((tag) => nameOf.get(tag.tagDefinitionId));
}

describe('a word in another sense', () => {
  it.each([
    ['Only two hours from Lisbon: a house between vines', 'Urgency'],
    ['⏰ Opening hours: nine to five', 'Urgency'],
    ['We reply to every letter as soon as possible', 'Urgency'],
    ['Wine stains, gone for good', 'Fear of missing out'],
    ['Never miss your stop again: the app wakes you before it', 'Fear of missing out'],
    ['A once in a lifetime journey along the Silk Road', 'Fear of missing out'],
    ['Meet our customer happiness team', 'Joy and fun'],
    ['A delightful scent of cedar and lime', 'Joy and fun'],
    ['🎉 We celebrate ten years with 10% off 🥳', 'Joy and fun'],
    ['Why runners love these socks ❤️', 'Love'],
    ['Olive oil from the heart of Umbria', 'Love'],
    ['For the love of cheese, try our raclette', 'Love'],
    ['Fall in love with Madeira in October', 'Love'],
    ['Every clinic offers childhood vaccines', 'Nostalgia'],
    ['A lamp with a vintage look', 'Nostalgia'],
    ['Our retro sneakers in five colours', 'Nostalgia'],
    ['Proudly serving families in Kent with new boilers', 'Pride'],
    ['Show off your holiday pictures on a canvas', 'Pride'],
    ['Scary stories for long winter evenings', 'Worry'],
    ["Don't be afraid of colour: paint the hallway", 'Worry'],
    ['They hope to open a third bakery in May', 'Hope'],
    ['Read a new chapter of the series every Friday', 'Hope'],
    ['An exciting range of door handles', 'Excitement'],
    ['A peaceful protest in front of the town hall', 'Calm'],
    ['Matratzen in allen Größen, jetzt 20 % günstiger', 'Better sleep'],
    ['Matelas et oreillers à prix doux', 'Better sleep'],
    ['Kostenloser Versand, nur solange der Vorrat reicht', 'Urgency'],
    ['Offre valable avant le 12 mai', 'Urgency'],
    ['Kids eat free on Tuesdays', 'Free of charge'],
    ['A complimentary consultation for your garden', 'Free of charge'],
    ['Tired of paying bank fees?', 'Problem and solution'],
    ['Faites un don avant la fin de l’année', 'Giving back'],
    ['Crema dermatologicamente testata', 'Expert recommendation'],
    ['Save up to 40% on boots', 'Save money'],
    ['Retours gratuits pendant 30 jours', 'Free trial'],
    ['Rugs and armchairs, 30% off', 'A beautiful home'],
    ['Pay with a travel card', 'Travel and adventure'],
    ['Apply before 3 March', 'Limited-time offer'],
    ["Won't affect your credit score", 'Financial security'],
    ['A calming serum with oats for red cheeks', 'Calm'],
    ['Recharge your card at any kiosk', 'Calm'],
    ['No judgment, only care: speak with a nurse in confidence', 'Humour'],
    ['Two scoops for kids on Sunday 😜', 'Humour'],
    ['Healthy snacks for toddlers, packed in Leeds', 'Guilt-free pleasure'],
    ["Redeem the points you've earned at any pump", 'Indulgence'],
    ['You deserve a dentist who listens', 'Indulgence'],
    ['Put the keys where they belong', 'Belonging'],
    ['Dogs and all welcome at our hotel bar', 'Belonging'],
    ['Buy a used van in full confidence from the maker', 'Confidence'],
    ['Choose flooring confidently with samples at home', 'Confidence'],
    ['Feel good about the fish on your plate', 'Confidence'],
    ['Amazing tours and incredible food on the Amalfi coast', 'Amazement'],
    ['A mysterious light above the lighthouse, painted on slate', 'Curiosity'],
    ['Curious minds aged six to ten build robots here', 'Curiosity'],
    ["Grandad's secret is slow smoke over beech", 'Curiosity'],
    ['A hidden gem on the coast of Wales', 'Curiosity'],
    ["There's something for every age in the park", 'Curiosity'],
    ['Ten lessons with a native teacher from $99', 'List of reasons'],
    ['A top 100 university on the Baltic coast', 'List of reasons'],
    ['Attention to detail in every seam', 'Calling out a group'],
    ['Hey there, ready for lunch?', 'Calling out a group'],
    ["If you're a little tired, sit down with us", 'Calling out a group'],
    ['We help homeowners this winter with free checks', 'Calling out a group'],
    ["Don't miss another parcel: pick a time", 'Warning'],
    ['Honestly priced bread from our own oven', 'Confession'],
    ['Two million people trust our locks', 'Surprising statistic'],
    ['Meet with a lender in your branch', 'Introducing'],
    ['This is our story, told in twelve quilts', 'Introducing'],
    ['Our sale ends in just 3 days', 'Bold promise'],
    ['Give a child life-changing surgery', 'Bold promise'],
    ['They said no problem and came at once', 'Say goodbye to'],
    ['See how it works in our showroom', 'Step by step'],
    ['📢 Half price on all paint', 'Breaking news'],
    ['Good news for oat milk drinkers: it froths', 'Breaking news'],
    ['First impressions count: get a sharper suit', 'Unboxing'],
    ['Tick the answer in the box below', 'Unboxing'],
    ['Drop your email and get the price list', 'Poll'],
    ['Give up smoking with a coach', 'Challenge'],
    ['Parking is a challenge in the old town', 'Challenge'],
    ['Dare to dream in colour', 'Challenge'],
    ['Wireless speakers with deep bass', 'Live event'],
    ['A fair deal on a used bike', 'Live event'],
    ['Boots that took me to the summit', 'Live event'],
    ['Turn the bedroom into a retreat', 'Live event'],
    ['Live on less without a spreadsheet', 'Live event'],
    ['Join us on our journey to cleaner rivers', 'Live event'],
    ['Gala apples, crisp until spring', 'Live event'],
    ["Order now and you don't pay until March", 'No risk'],
    ["Support us, even if you can't come on Saturday", 'No experience needed'],
    ['All your results in one place', 'Quick result'],
    ['Paid in 4 parts at the till', 'Quick result'],
    ['The sale ends in just two days', 'Quick result'],
    ['Live within minutes of the harbour', 'Quick result'],
    ['Keep the cabin safe and secure with a steel bolt', 'Private and secure'],
    ['Private and state schools compared', 'Private and secure'],
    ['Secure storage units with drive-up doors', 'Private and secure'],
    ['A secure and steady job in Hull', 'Private and secure'],
    ['Read the fine print before you sign', 'No hidden fees'],
    ['We launch in two cities this spring', 'Easy set-up'],
    ['Cookie dough, rolled and ready to use', 'Easy set-up'],
    ['Works on any phone with a USB port', 'Works for everyone'],
    ['For anyone who drinks tea at work', 'Works for everyone'],
    ['No matter your reason, talk to us', 'Works for everyone'],
    ['She survived cancer and now runs marathons', 'Built to last'],
    ['Your gift gives support in a crisis', 'Help at hand'],
    ['Fresh bread, always available', 'Help at hand'],
    ['We tested every helmet in the lab', 'Nothing else worked'],
    ['Every recipe I tried came out well', 'Nothing else worked'],
    ["Have a look, now that you've tried our soup", 'Nothing else worked'],
    ['A water resistant watch for divers', 'Easy to clean'],
    ['Wrinkle resistant trousers', 'Easy to clean'],
    ['Fits perfectly in your glove box', 'Right fit'],
    ['Sofas in blush, moss and sand', 'Beauty'],
    ['Tea in the salon of the old hotel', 'Beauty'],
    ['Radios that nurses and patients can reach', 'Health'],
    ['Compost full of nutrients for tomatoes', 'Health'],
    ['Your energy partner for heat pumps', 'More energy'],
    ['Clean bedding for horses, by the pallet', 'Better sleep'],
    ['Make a day of it: cable car, lunch and a swim', 'Earn money'],
    ['It weighs less than a phone', 'Save money'],
    ['You have saved thousands of birds', 'Save money'],
    ['Build your portfolio with a week of studio shoots', 'Financial security'],
    ['Our spring promotion at every branch', 'Career growth'],
    ['Blades that get the job done', 'Career growth'],
    ['A cozy cabin by the lake, for two', 'Comfort'],
    ['The van seats six comfortably', 'Comfort'],
    ['Breathable membranes for pitched roofs', 'Comfort'],
    ['As snug as a bug, says our nursery', 'Comfort'],
    ['An elegant bridge of oak and steel', 'Status and luxury'],
    ['A sophisticated filter for pond water', 'Status and luxury'],
    ['A march for the independence of judges', 'Freedom'],
    ['A reading adventure for first graders', 'Travel and adventure'],
    ['Sleep on it for 100 nights with no obligation', 'Travel and adventure'],
    ['Plastic-free travel bottle sets', 'Travel and adventure'],
    ['Prune roses before the last frost', 'Romance'],
    ['Broadband that reaches every corner of your home.', 'A beautiful home'],
    ['A battery that runs your kitchen with the sun', 'A beautiful home'],
    ['Tax help without leaving the couch', 'A beautiful home'],
    ['A trunk organizer for muddy boots', 'A beautiful home'],
    ['Free phone wallpaper every month', 'A beautiful home'],
    ['For candidates who are hungry to win', 'Good food'],
    ['A gift of $30 provides 60 meals in Yemen', 'Good food'],
    ['A chocolate lab puppy is waiting for you', 'Good food'],
    ['Train tickets from Leeds at half price', 'Entertainment'],
    ['A new series of short courses for carers', 'Entertainment'],
    ['Boilers of the highest efficiency', 'Productivity'],
    ['Stand out from the competition with a printed van', 'Self-expression'],
    ['Wooden blocks for creativity in class', 'Self-expression'],
    ['Get your orders at the kerb by noon', 'Grow a business'],
    ['Start your certification as a diver in June', 'Certified'],
    ['Tested to the limit on Arctic roads', 'Certified'],
    ['Looking for a dentist who listens?', 'We are hiring'],
    ['Web pages made for mobile readers', 'Download the app'],
    ['The varnish survives rain and a bicycle ride', 'Cyclists'],
    ['Learn the piano at your kitchen table', 'Home cooks'],
    ['Nobody listens to your singing but the teacher', 'Teachers'],
    ['A film about the women who drive trucks across Chile', 'Women'],
    ['Pay off your mortgage ten years sooner', 'Home buyers'],
    ['Scan receipts and send invoices from the warehouse', 'Freelancers'],
    ['Bone protection for players of rugby', 'Gamers'],
    ['A leaderboard of the greenest councils', 'Gamers'],
    ['Fish from the traders of the old harbour', 'Investors'],
    ['Train with us and become a paramedic', 'Health workers'],
    ['Your passport to better bread', 'Travellers'],
    ['Lamps from three designers in Turku', 'Creators'],
    ['Last year 300 children in our county slept in cars', 'Local business'],
    ['Our shop sends somebody for the ceiling', 'Visit us in person'],
    ['The dentist that opens on Saturdays', 'New arrival'],
    ['The average family wastes £700 a year', 'Price named'],
    ['Claim a grant of up to £7,500 for a heat pump', 'Price named'],
    ['Last year was hard. £12 buys a bed for a night.', 'Price named'],
    ['They said I would never run again', 'Say goodbye to'],
    ['Eleven newspapers. Cancel with one tap', 'Simple to use'],
    ['Apply by phone in five minutes', 'Quick result'],
    ['A template to book meetings with your landlord', 'Grow a business'],
    ["The last ladder you'll ever buy", 'Bold promise'],
    ['Pain is a problem of one in five adults', 'Problem and solution'],
    ['Football is back. Watch it at the harbour bar', 'Back in stock'],
    ['The early bird price of the course is $90', 'Early access'],
    ['Two nights in the lighthouse from £480 in October', 'Autumn'],
    ['Our new branch opens in August, opposite the station', 'Summer'],
    ['Resort wear in washed silk', 'Travel and adventure'],
    ['A wedding album bound in linen', 'Entertainment'],
    ['Stands for trade fair and exhibition halls', 'Entertainment'],
    ['A gym bag with a pocket for wet things', 'Strength and fitness'],
    ['Stress-free parking at the station', 'Relief'],
    ['Timeless pieces of oak for the hall', 'Status and luxury'],
    ['Lessons from a hard winter: insulate the loft', 'Learn something new'],
  ])('“%s” is not tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).not.toContain(tag);
  });
});

/** Figures of speech, whose words count for no tag at all. */
describe('an idiom', () => {
  it.each([
    ['Spring into action: every oil change includes a free check of your brakes', 'Spring'],
    ['Our crew springs to mind when a pipe bursts. There is a spring in your step', 'Spring'],
    ['A wedding of flavours: dark chocolate with sea salt', 'Wedding'],
    ['A wedding of chrome and leather for the office', 'Wedding'],
    ['Bring home the bacon with our course for buyers', 'Good food'],
    ['A recipe for success in five short videos', 'Good food'],
    ['It rained cats and dogs, and the tent stayed dry', 'Dog owners'],
    ['Let sleeping dogs lie, but not your pension', 'Dog owners'],
    ['In the dog house? Send her flowers', 'Dog owners'],
    ['Managing volunteers is like herding cats', 'Cat owners'],
    ['The early bird catches the worm: we open at six', 'Early access'],
    ['Gift of the gab? We train callers', 'Gift idea'],
    ['For every student of the game: chess sets in maple', 'Students'],
    ['Gaming the system is over: rents are capped', 'Gamers'],
    ['This is our baby: a lager that rests for nine weeks', 'Parents of babies'],
    ['They cook the books, we audit them', 'Home cooks'],
    ['Christmas came early for savers', 'Christmas'],
    ['Kauf nicht die Katze im Sack: jedes Fahrrad zur Probe', 'Cat owners'],
    ['Un mariage de saveurs entre figue et poivre noir', 'Wedding'],
    ['Que no te den gato por liebre: mira el kilometraje', 'Cat owners'],
    ['Koop geen kat in de zak en test de matras eerst', 'Cat owners'],
  ])('“%s” is not tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).not.toContain(tag);
  });

  it('takes no sense from the words around it', () => {
    expect(tagsIn('Spring into action and save 20% on dog food')).toEqual(
      expect.arrayContaining(['Percentage off', 'Dog owners']),
    );
  });
});

describe('words for the people who sell', () => {
  it.each([
    ['Sales training for real estate agents', 'Home buyers'],
    ['The calendar that busy realtors love', 'Home buyers'],
  ])('“%s” is not tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).not.toContain(tag);
  });
});

describe('to take part, or to win something else than a prize', () => {
  it.each([
    'Doe mee en bestel vandaag je eerste kaaspakket',
    'Doe mee met de proefles op zaterdag in Gent',
    'Mehr Gewinn mit jedem verkauften Brot',
    'Gewinnen Sie Zeit mit einer Kasse, die mitdenkt',
    'Gagnez plus de confort avec des fenêtres neuves',
    'Puedes ganar dinero con la habitación que no usas',
    "Olio di prima estrazione a freddo dalle colline dell'Umbria",
    'Wygraj z bólem pleców dzięki ćwiczeniom w domu',
  ])('“%s” is no giveaway', (text) => {
    expect(tagsIn(text)).not.toContain('Giveaway');
  });

  it.each([
    'Doe mee en win een weekend in Brugge voor vier personen',
    'Doe mee aan de winactie en maak kans op een fiets',
    'Gewinne ein Fahrrad: bis Freitag mitmachen und Daumen drücken',
    'Gana un viaje a Lisboa para dos personas con tu compra',
    'Tra tutti i clienti saranno estratti a sorte dieci caschi',
  ])('“%s” is a giveaway', (text) => {
    expect(tagsIn(text)).toContain('Giveaway');
  });
});

describe('the same word in its sense', () => {
  it.each([
    ['On Monday they are gone forever', 'Fear of missing out'],
    ['A playful hat for every party', 'Joy and fun'],
    ['You deserve a night without dishes', 'Indulgence'],
    ['Speak with confidence on your first day', 'Confidence'],
    ['I finally feel confident at the beach', 'Confidence'],
    ['Seven questions to ask before you rent', 'List of reasons'],
    ['Dear small business owners, your books are late', 'Calling out a group'],
    ['The annual summit of beekeepers is on 3 May', 'Live event'],
    ['Visit our stand at the book fair', 'Live event'],
    ['Your next adventure starts at the harbour', 'Travel and adventure'],
    ['Spring into savings: tulips and daffodils from £3', 'Spring'],
    ['The wedding of Ada and Tom, on film', 'Wedding'],
    ['Real estate agents in Porto that answer the phone', 'Home buyers'],
    ['Dry food for cats and dogs, baked slowly', 'Cat owners'],
    ["We're looking for a baker who loves early mornings", 'We are hiring'],
  ])('“%s” is tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).toContain(tag);
  });
});

describe('a negated word', () => {
  it.each([
    ["You don't need a coupon: the price stays the price", 'Discount code'],
    ['Auch ohne Gutscheincode der beste Preis im ganzen Land', 'Discount code'],
    ['Bij ons betaal je altijd weinig, zonder kortingscode en zonder gedoe', 'Discount code'],
    ['The morning news without a newsletter', 'Subscribe to a newsletter'],
    ['A roof that is not sustainable costs twice', 'Sustainability'],
    ['A printer that is not annoying', 'Frustration'],
    ['Build your shop without developers', 'Developers'],
    ['Our goggles are not patented, but good', 'Patented'],
  ])('“%s” is not tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).not.toContain(tag);
  });

  it.each([
    ['Why not call us today?', 'Call us'],
    ['If it does not please you, send it back. If not, free gift!', 'Free gift'],
    ['No acne, no blemishes', 'Clear skin'],
  ])('“%s” is tagged “%s”, for nothing or a problem is negated', (text, tag) => {
    expect(tagsIn(text)).toContain(tag);
  });
});
