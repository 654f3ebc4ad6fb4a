/** Ads of causes, places, events, games and travel: one block each, the text, then `= ad type: tags`. See sample.ts. */
export const peopleAndPlaces = `
Tonight 828 million people will go to bed hungry. $15 feeds a child for a month. Donate now.
= cause: Donate, Surprising statistic, Giving back, Price named

Sign the petition: our river is not a sewer.
= cause: Sign or vote, Sustainability

Early voting ends on Friday. Find your polling place and bring a friend.
= cause: Sign or vote, Urgency

Tickets for the Harbour Jazz Festival are on sale now. Early bird prices until 1 March.
= event: Get tickets, Limited-time offer, Early access, Entertainment

Escape to Madeira: 7 nights with breakfast from £489 per person, flights included.
= offer: Travel and adventure, Price named, Travellers

Build your empire. Betray your friends. Play free on mobile.
= app install: Gamers, Free of charge, Download the app, Entertainment

Open house this Sunday, 2–4 pm: a three-bed terrace with a south-facing garden.
= event: Visit us in person, Home buyers, Weekend

Doors open at 8. Free entry for students before 10.
= event: Students, Free event

Win a trip for two to Iceland! Follow us, like this post and tag who you'd take. 🇮🇸
= giveaway: Giveaway, Follow us, Tag a friend, Travel and adventure

The mountains are calling, and the lift pass is 30% off before 1 November.
= offer: Percentage off, Limited-time offer, Winter, Travel and adventure

Adopt, don't shop. Biscuit is three, loves tennis balls and has been waiting 400 days for a home.
= cause: Dog owners, Love, Giving back

Our new taproom opens on Saturday at noon. First 50 guests get a pint on us. 🍺
= event: Visit us in person, Free gift, Weekend, New arrival

Hungry? 2-for-1 pizza every Tuesday. Order online or come and see us on the pier.
= offer: Buy one get one, Order food, Good food, Opening question, Visit us in person

“Worth every minute of the drive.” The Sunday Times on our tasting menu.
= testimonial: In the press, Customer quote, Good food

Level 1 crook. Level 60 boss. How far will you get? Install now.
= app install: Gamers, Download the app, Challenge

Your kids grow up in the back seat. Make the miles count with a family road trip through Utah.
= brand story: Family time, Travel and adventure, Parents

Get married where the vineyard meets the lake. Dates for 2026 are nearly full.
= other: Wedding, Brides and couples, Limited stock

Brunch is back. Bottomless mimosas, $22, Saturdays and Sundays.
= offer: Price named, Weekend, Good food

We need 200 volunteers to clean the beach on Earth Day. Bring gloves, we'll bring lunch.
= cause: Giving back, Sustainability, Live event

Only 3 rooms left at this price for the August bank holiday.
= offer: Limited stock, Summer, Urgency

The truth about tap water that bottled brands don't want you to hear.
= educational: Secret revealed, Myth busting, Curiosity

Season 4 is streaming now. Bring tissues.
= announcement: Entertainment, New arrival

This weekend only: kids eat free at all 14 restaurants.
= offer: Weekend, Limited-time offer, Parents, Good food

Museum late: wine, live music and the whole dinosaur hall to yourself. Book tickets.
= event: Get tickets, Entertainment

Stop scrolling. Your next holiday costs less than your last takeaway.
= offer: Stop scrolling, Travel and adventure, Affordable

Run your first 10K with us. Twelve weeks, all levels, one finish line. Register by Sunday.
= event: Runners and athletes, Register, Beginners, Challenge

A day in the life of our sled dogs. (Spoiler: snacks.)
= brand story: Day in the life, Humour, Behind the scenes

Thank you, Rotterdam. You raised €41,000 for the children's ward in one night.
= cause: Gratitude, Giving back

Match with people who'd rather hike than text. Download it for free.
= app install: Romance, Download the app, Free of charge

The 4th of July deserves better than dry burgers. Dry-aged beef, delivered by Thursday.
= other: Independence Day, Good food, Fast delivery

Ramadan food packs: your zakat reaches families in Yemen within 72 hours.
= cause: Ramadan and Eid, Giving back, Donate

Thanksgiving pies are open for order. Pecan, pumpkin and the one we don't tell anyone about.
= other: Thanksgiving, Good food, Curiosity

Free entry. Free parking. Free popcorn. Movie night in the park, Friday at dusk.
= event: Free event, Entertainment, Visit us in person

Luxury apartments in the old mill. Rooftop pool, concierge, river views. Private tours by appointment.
= other: Status and luxury, Home buyers, Book an appointment

Breaking: the city's oldest bakery is reopening, with the same oven and the same sourdough.
= announcement: Breaking news, Heritage and tradition, Good food, Local business

Which topping belongs on pizza? Vote in the comments 👇
= question: Poll, Opening question, Good food

Grandma's lasagne in 30 minutes. Save this recipe for Sunday.
= educational: Recipe, Good food, Home cooks, Quick result

Can you solve level 7? 98% of players give up.
= app install: Opening question, Challenge, Gamers, Surprising statistic

Your donation will be doubled until 31 December.
= cause: Donate, Limited-time offer

Five-star comfort, ten minutes from the slopes. Stay 4 nights, pay for 3.
= offer: Status and luxury, Travel and adventure, Winter, Comfort

The forest bath you didn't know you needed. A quiet cabin, no wifi, no neighbours.
= brand story: Calm, Travel and adventure

What do 10,000 bees and one rooftop in Brooklyn have in common? Our honey.
= question: Opening question, Local business, Good food

Book direct and save 15%. Free cancellation up to 24 hours before you arrive.
= offer: Percentage off, No commitment, Travellers

My name is Sergeant Lena Ortiz and I'm running for county sheriff because families here deserve to feel safe.
= cause: First-person story, Sign or vote, Safety and protection

Blood stocks are low. It takes 40 minutes to save three lives. Find a donation centre near you.
= cause: Donate, Urgency, Giving back

Tag the friend who always says “one more round” 😂
= other: Tag a friend, Humour

Sailing lessons for complete beginners. By Sunday you'll be the one at the helm.
= product demo: Beginners, Learn something new, No experience needed, Confidence

Calling all new mums in Dublin: baby yoga every Wednesday, first class free.
= event: Calling out a group, Parents of babies, Free trial, Local business

Free shipping isn't free. Here's who pays for it.
= educational: Curiosity, Myth busting

Sold out in 2022, 2023 and 2024. The Lantern Walk returns on 6 December.
= event: Sold out before, Winter

Message us “PIZZA” on WhatsApp and dinner is sorted.
= other: Send a message, Order food, Good food

50 years of Pride. Come as you are.
= event: Belonging, Pride, Self-expression, Heritage and tradition

Feel the rush: Europe's tallest coaster opens on 12 April. 🎢
= announcement: Excitement, New arrival, Entertainment

Myth: carbs make you fat. Fact: it's not that simple. Our dietitian explains.
= educational: Myth busting, Expert recommendation, Health, Weight loss

Ladies' night at the climbing hall. No experience, no problem.
= event: Women, No experience needed, Strength and fitness

Be one of us. 12,000 members who swim all winter and laugh about it.
= brand story: Belonging, Number of customers, Winter

Gaming laptops with RTX graphics, now from $899. Respawn faster.
= offer: Gamers, Price named

Hope starts with one phone call. Our counsellors are here 24 hours a day.
= cause: Hope, Call us, Help at hand

Two tickets for the price of one, every Wednesday in June.
= offer: Buy one get one, Get tickets, Summer

Visit our showroom in Queens and sit on everything.
= other: Visit us in person, Local business

We interviewed six nurses about their hardest night. Listen to episode one.
= brand story: Health workers, Podcast

Proudly made in Detroit. Proudly paid a living wage.
= brand story: Country of origin, Pride, Local business

Expecting in spring? Your hospital bag, packed by midwives.
= question: Expectant mothers, Opening question, Expert recommendation, Spring

Free-to-play? No. Worth it? Ask the 2 million people who bought it.
= testimonial: Gamers, Number of customers, Opening question

Taste Sicily without the flight. Blood orange gelato, only in summer.
= other: Good food, Summer, Indulgence

Treat yourself: a spa day for two, champagne included, midweek only.
= other: Indulgence, Calm

One vote decided this ward in 2021. Yours could be next. Polls open at 7.
= cause: Sign or vote, Surprising statistic

Your new local: 14 taps, one dog, no TV.
= other: Local business, Humour

The exhibition closes on 3 May. If you haven't seen the blue room, go.
= event: Urgency, Entertainment, Limited-time offer

Train to be a paramedic. Paid from day one, and pride for life.
= job: We are hiring, Career growth, Pride, Job seekers
`;
