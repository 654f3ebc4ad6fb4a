/** English copies: one block each, a line for each sentence with its part in front. See sample.ts. */
export const english = `
en
hook| Tired of bras that dig in by noon?
-| We redesigned ours around comfort, in sizes A to K.
proof| Rated 4.8/5 by more than 12,000 women.
cta| Find your fit today.

en
hook| Your mattress is lying to you.
problem| Most foam traps heat and sags after two years.
-| Ours is woven from wool and springs.
offer| Try it at home for 100 nights, or get your money back.
button| Shop now

en
offer| 40% off sitewide until midnight.
cta| Don't wait, grab yours now.
button| Shop now

en
proof| “I bought it for my mother and ended up ordering three more for myself.” – Carla, verified buyer ⭐⭐⭐⭐⭐
/offer| Free shipping on every order this week.
/cta| Order yours at the link below.

en
hook| What if Monday mornings felt like this?
-| One scoop of our matcha, cold water, thirty seconds.
offer| Save 20% on your first bag with code MATCHA20.
button| Get offer

en
hook| 5 signs your accountant is costing you money
/problem| Missed deductions, late filings, bills you can't explain.
/-| We file for 3 kinds of small companies.
/cta| Book a free call with our team.

en
hook| Nobody warns you about the third month with a newborn.
problem| You are exhausted, the house is a mess and dinner is cereal again.
-| Our meals come ready to heat.
proof| Trusted by over 30,000 families.
cta| Pick your first box now.
button| Subscribe

en
hook| Meet the Drift sneaker.
-| Recycled soles, a knitted upper, and a feeling like walking on a cloud.
offer| Now from $79.
button| Learn more

en
hook| POV: you finally sleep through the night.
-| Magnesium, lavender, nothing else.
proof| 9 out of 10 customers would recommend it to a friend.
offer| Buy two, get one free.
button| Shop now

en
hook| Stop scrolling if you own a dog that sheds!
problem| Hair on the sofa, hair in the car, hair in your coffee.
-| This glove lifts it off in minutes.
cta| Tap to see it work.

en
proof| As seen in the New York Times and on national television.
-| The knife that chefs keep for themselves.
offer| Free engraving until Father's Day.
cta| Order today.

en
hook| Running a shop is hard enough.
problem| Chasing invoices should not eat up your evenings.
-| Our app sends reminders for you.
offer| Start your free 30-day trial. No credit card required.
button| Sign up

en
hook| Did you know that your tap water contains more than water?
-| Our filter fits every tap and takes five minutes to install.
proof| Certified by independent laboratories and tested on 200 substances.
cta| Learn more on our website.

en
hook| We almost didn't launch this.
-| Two founders, one garage, a very stubborn zip.
proof| Now 50,000 backpacks have been sold and we have a 4.9-star average.
cta| See what the fuss is about.
button| Shop now

en
hook| Ladies, read this before you book your next haircut.
problem| Split ends come back because heat damage never really leaves.
-| Our oil seals each strand.
proof| In a study with 120 women, 94% noticed less breakage.
offer| Get the travel size for free with every bottle.

en
hook| Still paying for gym memberships you never use?
-| Train at home with twenty minutes a day.
proof| Join 250,000 members who already do.
offer| Your first month is on us.
cta| Download the app now.
button| Install now

en
hook| Summer called. It wants its linen back.
/offer| ✅ 25% off all shirts
/offer| ✅ Free returns for 60 days
/offer| ✅ Ends Sunday
/cta| 👉 Shop the summer edit

en
hook| Built for rain.
/-| • Waxed cotton from Scotland
/-| • Brass that will not rust
/-| • Pockets for everything
/proof| Over 3,000 five-star reviews.
button| Shop now

en
hook| Why do plumbers drive past three shops to get to ours?
-| Because every part is on the shelf.
cta| Visit us in Leeds or order online.

en
hook| Your back deserves an apology.
problem| Eight hours in a cheap chair leave you stiff, sore and short-tempered.
-| Our chair moves with you.
proof| Recommended by physiotherapists.
offer| $150 off this weekend only.
cta| Claim your discount before it's gone.
button| Shop now

en
hook| Imagine a kitchen without clutter.
-| One pan that does the work of eight.
offer| Save up to 35% on sets while supplies last.
button| Shop now

en
hook| Introducing the quietest blender we have ever made.
-| Smoothies at six, and nobody wakes up.
cta| Pre-order yours today.

en
hook| Homeowners in Ohio: your gutters are full again.
problem| One clogged downpipe can cost you thousands in repairs.
-| Our guard keeps leaves out for good.
offer| Get a free quote and 10% off installation.
button| Get quote

en
hook| I was sceptical about a toothbrush subscription.
-| Then the dentist asked what I had changed.
proof| Winner of the 2024 Design Award.
offer| Starter kits from just £12.
cta| Start yours here.

en
hook| Small batch hot sauce from two brothers in Oaxaca.
-| Smoke, lime, a slow burn.
offer| Limited edition: only 500 bottles left.
button| Order now

en
hook| Learn Spanish the way children do.
problem| Apps that drill vocabulary bore you long before you can order dinner.
-| We start with stories.
proof| 1.2 million learners can't be wrong.
cta| Take the first lesson now.
button| Learn more

en
hook| Passwords are dead.
problem| Every week another leak, another reset, another locked account.
-| Sign in with a touch instead.
proof| Trusted by 4,000 companies worldwide.
button| Request demo

en
hook| The candle that smells like your grandmother's garden.
offer| Two for $40, this week only.
cta| Treat yourself today.

en
hook| Want clearer skin by autumn?
-| Three steps, two minutes, no perfume.
proof| Dermatologist tested and loved by 80,000 customers.
offer| 15% off your first order with code HELLO15.
cta| Take the skin quiz.
button| Shop now

en
hook| Hiring is broken.
problem| You post a job, you get 300 CVs and not one of them fits.
-| We send you three people who do.
offer| You pay nothing until you hire.
cta| Book a demo.
button| Book now

en
hook| One coffee, no queue.
-| Order ahead and walk straight past the line.
cta| Download the app and skip the wait.
button| Download

en
hook| Our winter coat sold out in four days last year.
-| It is back, in three new colours.
offer| Order by Friday for free express delivery.
button| Shop now

en
hook| Meal prep Sunday is cancelled.
-| We cook, you heat, everybody eats.
offer| Get 50% off your first two boxes!
proof| "The only service my kids don't complain about." - Dana
cta| Choose your meals.
button| Get offer

en
hook| Gardeners, this one's for you.
-| A spade with an edge that stays sharp for ten years.
offer| 25-year warranty included.
cta| See how it's forged.

en
hook| Is your cat bored?
problem| Bored cats scratch, overeat and wake you at four.
-| Our puzzle feeder keeps them busy.
proof| Over 10,000 happy cats (and humans).
button| Shop now

en
hook| Turn your photos into a book in ten minutes.
-| Choose, arrange, done.
offer| Use code BOOK30 for 30% off until Sunday.
cta| Create your book now.

en
hook| Electric bikes without the electric price.
offer| From $999, or $42 a month interest-free.
proof| Voted best city bike by Cycling readers.
cta| Book a test ride.
button| Learn more

en
hook| Still using spreadsheets to plan shifts?
problem| Nobody knows which version is right, and somebody always ends up working twice.
-| One calendar, always current.
offer| Free for teams of up to ten people.
cta| Try it now.
button| Sign up

en
hook| Bread like this used to take three days.
-| Our starter kit does the waiting for you.
proof| Featured in Good Food and rated five stars by 2,300 bakers.
button| Shop now

en
hook| Your ears will thank you.
-| Titanium posts, no nickel, no itch.
offer| Buy one pair, get the second half price.
cta| Shop the collection now.
`;
