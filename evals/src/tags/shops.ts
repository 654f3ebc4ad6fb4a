/** Ads of shops and makers: one block each, the text, then `= ad type: tags`. See sample.ts. */
export const shops = `
Linen that breathes when the city doesn't. Our summer edit just landed. Take 20% off your first order with code HELLO20.
= offer: Percentage off, Discount code, First-order discount, New arrival, Summer

The Sunday Sale starts now ⏰ 40% off sitewide until midnight. Don't sleep on it.
= offer: Percentage off, Sale, Limited-time offer, Urgency, Weekend

“I bought it for my mother and ended up ordering three more for myself.” – Carla, verified buyer ⭐⭐⭐⭐⭐
= testimonial: Customer quote, Star rating

Hand-stitched in our Porto workshop by four people who refuse to hurry. Each bag takes eleven hours.
= brand story: Made by hand, Behind the scenes

Meet the Drift sneaker: recycled soles, a knitted upper, and a feeling like walking on a cloud.
= announcement: Introducing, Sustainability, Comfort

Sugar-free. Gluten-free. Still the best chocolate bar you'll eat this week. 🍫
= product demo: Free from sugar or allergens, Good food

New York style bagels, boiled and baked every morning on Elm Street. Come hungry.
= other: Good food, Visit us in person, Local business

Buy one, get one free on all candles this weekend only.
= offer: Buy one get one, Limited-time offer, Weekend

Dermatologists recommend it. Your bathroom shelf deserves it. A fragrance-free cream for skin that reacts to everything.
= product demo: Expert recommendation, Sensitive skin safe, Free from harsh ingredients

Our 50 ml travel size is finally back! It sold out twice last year, so be quick.
= announcement: Back in stock, Sold out before, Urgency, Finally

SPF 50 sunscreen that leaves no white cast. Reef-safe and kind to sensitive skin.
= product demo: Sensitive skin safe, Sustainability, Safety and protection

Tired of bras that dig in by noon? We were too, so we redesigned the whole thing around comfort. Sizes A to K.
= question: Opening question, Problem and solution, Comfort, Women, Right fit, Frustration, Understanding

Free shipping on orders over $50. Free returns for 60 days. Because trying on jeans at home should be easy.
= offer: Free shipping, Free returns

Black Friday came early 🖤 Up to 60% off everything, today only.
= offer: Black Friday, Percentage off, Limited-time offer, Sale

5 reasons baristas switched to our oat milk ☕️ Number 3 surprised even us.
= educational: List of reasons, Coffee lovers, Curiosity

Give Dad something he'll really use. Engraved pocket knives, ready to ship before Father's Day.
= other: Father's Day, Gift idea, Personalised

The mattress that 9 out of 10 back sleepers kept after the 100-night trial. Sleep better or send it back for a full refund.
= offer: N out of N people, Better sleep, Free trial, Money-back guarantee, No risk

Say goodbye to frizz. One pump of our argan serum keeps hair smooth for 48 hours, even in August humidity.
= product demo: Say goodbye to, Healthy hair

I was so self-conscious about my skin that I cancelled dates. Six weeks with this serum and I went to my sister's wedding without make-up.
= testimonial: First-person story, Before and after, Clear skin, Confidence, Confession

Small batch hot sauce from two brothers in Oaxaca. Grandpa's recipe, since 1974.
= brand story: Heritage and tradition, Founder's story, Good food

Last chance: the winter coats are leaving and they aren't coming back. Everything must go, prices from $39.
= offer: Clearance, Winter, Urgency, Price named, Limited-time offer

Our coffee is roasted on Monday and on your doorstep by Wednesday. Subscribe and save 15%.
= offer: Subscribe and save, Fast delivery, Percentage off, Coffee lovers, Subscription

Patented ergonomic handle. 25-year warranty. The last pan you'll ever buy.
= product demo: Patented, Warranty, Built to last, Home cooks

Why do professional chefs keep this $12 peeler in their drawer?
= question: Opening question, Expert recommendation, Price named, Curiosity, Home cooks

Vegan leather that doesn't feel like plastic. PETA-approved, and made from cactus.
= product demo: Vegans and vegetarians, Sustainability, Cruelty-free, Certified

Spring is here and so is our new raincoat collection 🌷 Six colours, zero soggy shoulders.
= announcement: Spring, New arrival

Warning: this hoodie will be stolen by your girlfriend.
= other: Warning, Humour, Comfort

Rated 4.9/5 by over 12,000 customers. See why the Nimbus pillow is our number one bestseller.
= product demo: Star rating, Number of customers, Bestseller, Number one, Better sleep

Limited edition: 300 numbered prints, signed by the artist. When they're gone, they're gone.
= announcement: Limited edition, Limited stock, Fear of missing out

POV: your toddler finally eats broccoli. Our veggie pouches hide six vegetables in one squeeze.
= product demo: POV, Parents, Health, Finally, Humour

Wedding bands from recycled gold, made to measure in Antwerp. Book a private viewing.
= other: Wedding, Brides and couples, Sustainability, Personalised, Book an appointment

The viral lip stain everyone on TikTok is talking about is finally in stock.
= announcement: Viral trend, Back in stock, Beauty, Finally

Spend $80, get a free tote bag. Offer ends Sunday.
= offer: Free gift, Limited-time offer, Price named

Stop buying cheap umbrellas. Ours survived 90 mph winds in a lab and comes with a lifetime guarantee.
= product demo: Lab tested, Warranty, Built to last

Every pair sold plants a tree. 214,000 so far, thanks to you. 🌳
= cause: Giving back, Sustainability, Gratitude

A gift she'll open twice: a locket with your photo inside, engraved with her name.
= other: Gift idea, Personalised, Women, Love

Matcha without the jitters. Steady energy until dinner, and no 3 pm crash.
= product demo: More energy

Do you wear glasses for screens? Blue-light lenses from $29, with free virtual try-on.
= question: Opening question, Price named

Gardeners, rejoice! Our peat-free compost is back, and delivery is on us.
= announcement: Gardeners, Calling out a group, Sustainability, Back in stock, Free shipping

Most razors are designed for the shelf. Ours is designed for skin. Compare them and keep the one you like.
= comparison: Compared with alternatives

Only 14 left in size M. Once this colour is gone we will not make it again.
= offer: Limited stock, Fear of missing out

Crafted in Italy from full-grain calfskin. Understated luxury for people who notice.
= brand story: Country of origin, Premium quality, Status and luxury

What's in your dog's bowl? Ours has real chicken, sweet potato and nothing you can't pronounce.
= question: Opening question, Dog owners, Natural ingredients, Good food

Cats are picky. That's why our sampler has 12 flavours, and a refund if she turns up her nose.
= offer: Cat owners, Money-back guarantee

A face oil with three ingredients. All of them grow in our garden in Provence.
= product demo: Natural ingredients, Country of origin

Pre-order the Atlas backpack today and save $40 before it ships in May.
= offer: Pre-order, Amount off

Curvy girls, this one's for you: swimwear in sizes 14 to 32 that actually stays put.
= product demo: Plus sizes, Women, Calling out a group, Right fit, Summer

Klarna available. Split your new sofa into 4 interest-free payments.
= offer: Pay in instalments, Low interest

Our founder Ada started mixing soaps in her kitchen after her son's eczema flared up. Today they wash a million hands.
= brand story: Founder's story, Sensitive skin safe

Machine washable rugs. Spills, paws, birthday cake – just throw it in.
= product demo: Easy to clean, A beautiful home

The free-range eggs your Sunday pancakes have been waiting for.
= other: Good food

Join 80,000 runners who swapped blisters for our seamless socks.
= product demo: Number of customers, Runners and athletes, Comfort

As seen in Vogue and The Guardian: the linen dress that works from desk to dinner.
= product demo: In the press, Women

Students get 15% off all laptops, all year. Verify with your school email.
= offer: Student discount, Percentage off, Students

Christmas is sorted 🎄 Gift boxes from £25, wrapped and delivered by the 23rd.
= offer: Christmas, Gift idea, Price named

Lab-grown diamonds: same sparkle, half the price, none of the mining.
= comparison: Compared with alternatives, Affordable, Sustainability

Doctors hate clutter too. This wall organiser holds everything from keys to stethoscopes.
= product demo: A beautiful home

Assemble it in 5 minutes. No tools, no swearing. The sofa in a box that fits through every door.
= product demo: Easy set-up, Quick result, Humour

Our honey won gold at the 2023 London Honey Awards. Taste what the judges tasted.
= product demo: Award winner, Good food

Cyber Monday: an extra 30% off already reduced styles. Ends at midnight.
= offer: Cyber Monday, Percentage off, Limited-time offer, Sale

Clinically shown to reduce fine lines in 28 days. Join the women who stopped hiding from cameras.
= product demo: Clinical study, Look younger, Women, Confidence

Skip the salon. Gel nails at home in ten minutes, for the price of a latte.
= product demo: Save money, Save time, Beauty, Quick result, Affordable

Remember Saturday morning cartoons? We put them on a cereal bowl.
= question: Nostalgia, Opening question

It's not just a candle. It's the smell of your grandmother's kitchen on a rainy Sunday.
= brand story: Nostalgia

Unbox it with us: everything inside the spring glow kit, from cleanser to mist.
= product demo: Unboxing, Spring, Beauty, Bundle deal

Bundle and save: three tees for $60.
= offer: Bundle deal, Price named, Save money

Use code MAMA10 at checkout for $10 off your first nursing bra.
= offer: Discount code, Amount off, First-order discount, Parents of babies

Baby carriers tested to EN 13209-2, loved by tired dads everywhere.
= product demo: Parents of babies, Certified, Safety and protection, Parents

Back to school, without the tears: labels that survive the washing machine, the dishwasher and third grade.
= product demo: Back to school, Parents, Built to last

The original since 1889. Still woven on the same looms in the Scottish Borders.
= brand story: Heritage and tradition, Country of origin

A watch with 30 days of battery. No, that is not a typo.
= product demo: Amazement, New technology

Happy 10th birthday to us 🎂 Thank you for ten wonderful years. Here's 10% off to celebrate.
= offer: Company anniversary, Percentage off, Gratitude, Birthday

Trick or treat yourself 🎃 Spooky-good bundles inside.
= offer: Halloween, Bundle deal, Humour

Our jeans come in 4 lengths and 22 sizes, so you can stop hemming.
= product demo: Right fit

Wake up before your alarm. Magnesium, ashwagandha and nothing artificial.
= product demo: Better sleep, Natural ingredients, Health

The best-selling water bottle in America now comes in 7 new colors.
= announcement: Bestseller, New arrival, Number one

No parabens, no sulfates, no nonsense. Shampoo bars that last 80 washes.
= product demo: Free from harsh ingredients, Healthy hair, Built to last

How to style a white shirt: 4 looks from our stylist, in 40 seconds.
= educational: How-to advice, Watch the video, Self-expression

Don't miss the warehouse sale: up to 70% off samples and last season's favourites, Friday and Saturday in Leeds.
= offer: Sale, Clearance, Percentage off, Visit us in person, Fear of missing out

I never thought I'd care about socks. Then I tried these.
= testimonial: Confession, First-person story

Our Easter nest is full: hand-painted eggs, milk chocolate bunnies and one golden ticket to Vienna.
= other: Easter, Made by hand, Giveaway, Good food

Galentine's or Valentine's, roses say it better. Order by the 12th.
= other: Valentine's Day, Love, Romance

Meal kits from $4.99 a serving. Skip a week or cancel whenever you like.
= offer: Price named, No commitment, Good food, Home cooks, Subscription

One bag, eleven pockets, zero stress at security. The carry-on that frequent flyers recommend.
= product demo: Travellers, Travel and adventure

Grandma-approved, chemist-formulated: a laundry detergent without the perfume cloud.
= product demo: Science and research, Clean home, Free from harsh ingredients

Mum deserves more than a card this Mother's Day 💐
= other: Mother's Day, Gift idea, Love

Our wool comes from 38 farms we know by name. No mulesing, full traceability.
= brand story: Sustainability, Behind the scenes

Guilt-free ice cream at 90 calories a scoop? Yes, really.
= question: Guilt-free pleasure, Opening question, Good food

We teamed up with ceramicist Hana Mori for twelve one-off tea bowls.
= announcement: Collaboration, Limited edition

Knee pain shouldn't decide where you walk. Our brace takes the load so you can take the stairs.
= product demo: Pain relief, Problem and solution

Every other blender we tried leaked. So we built one with a single seal and a five-year guarantee.
= comparison: Problem and solution, Warranty, Compared with alternatives, Nothing else worked

The chair you can sit in for nine hours and still get up smiling.
= product demo: Comfort

Fresh figs, ripe tomatoes, warm bread. The farmers' box is at your door in two hours.
= product demo: Good food, Fast delivery

This is your sign to buy the boots.
= other: Humour

Non-toxic cookware that even I can't burn eggs in. 30-day risk-free trial.
= offer: Free from harsh ingredients, Free trial, No risk, Home cooks, Humour

Books for people who say they have no time to read. Stories under 60 pages.
= product demo: Readers, Save time

Ever wondered why your candles tunnel? Here's the trick (and a wick trimmer on us).
= educational: Opening question, How-to advice, Curiosity, Free gift

Eid Mubarak 🌙 Our festive abayas are 25% off until the end of the month.
= offer: Ramadan and Eid, Percentage off, Limited-time offer

Light up Diwali with hand-poured diyas. Gift hampers ship across India.
= other: Diwali, Gift idea, Made by hand

Year of the Dragon, year of the red envelope: lucky picks for Lunar New Year.
= other: Lunar New Year

Cyclists: our lights are visible from 800 metres. Drivers will thank you.
= product demo: Cyclists, Safety and protection, Calling out a group

The first 100 orders get a free cap 🧢
= offer: Free gift, Limited stock

We pay shipping both ways. If the shoes don't fit, nothing lost.
= offer: Free shipping, Free returns, No risk

New year, new mattress? Up to $600 off all sizes through January 15.
= offer: New Year, Amount off, Opening question, Limited-time offer, Better sleep
`;
