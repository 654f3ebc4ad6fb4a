/** Ads of services, software, schools, money and work: one block each, the text, then `= ad type: tags`. See sample.ts. */
export const services = `
Try Ledgerly free for 14 days. No credit card, no sales call, no strings attached.
= offer: Free trial, No credit card, No commitment

Small business owners: stop doing payroll at midnight. Run it in three clicks and go home.
= product demo: Small businesses, Calling out a group, Save time, Simple to use

How we grew from 0 to 40,000 subscribers in a year – the full case study is free to download.
= educational: Case study, Measured result, Free download

Your team lives in twelve tabs. Move to one. Chat, docs, tasks and time tracking in a single workspace.
= product demo: All in one, Teams and companies, Productivity

We're hiring! Night-shift nurses in Tampa, $48 an hour and a $5,000 sign-on bonus. Apply in two minutes.
= job: We are hiring, Health workers, Sign-up bonus, Price named, Apply now, Job seekers

Webinar: Cutting cloud costs without cutting corners. Thursday 18:00 CET, free. Save your seat.
= event: Live event, Free event, Register, Save money

Trusted by 3,000 companies, from two-person studios to Fortune 500 banks.
= product demo: Trusted by companies, Number of customers

Learn Spanish in 10 minutes a day. Download the app and finish your first lesson on the bus.
= app install: Learn something new, Download the app, Quick result

Struggling to sleep? Breathe along with us. Guided meditations for busy minds, free on iOS and Android.
= app install: Opening question, Better sleep, Calm, Problem and solution, Download the app, Free of charge

The new Mirari S is here. Book your test drive and feel 0 to 60 in 3.1 seconds.
= announcement: New arrival, Test drive, Drivers, Book an appointment

Refinance at 2.9% APR and keep an extra $310 in your pocket each month.
= offer: Low interest, Save money, Financial security, Price named

Are you paying too much for car insurance? Compare 40 quotes in one minute.
= question: Opening question, Save money, Drivers, Quick result, Compared with alternatives

Refer a friend and you both get $25.
= offer: Refer a friend

Earn 3% cash back on groceries and fuel, with no annual fee.
= offer: Cashback, No hidden fees

Our engineers answer in under 90 seconds, day or night, in seven languages.
= product demo: Help at hand

Free roof inspection for homeowners in Travis County after Tuesday's hail. Call us and we'll be there tomorrow.
= offer: Free quote, Homeowners, Call us, Local business

Leaky tap? Blocked drain? Same-day plumbers in Bristol, fixed prices and no call-out fee.
= question: Opening question, Problem and solution, No hidden fees, Local business

Become a certified personal trainer from home. Start with zero experience, finish with a career.
= educational: Career growth, No experience needed, Learn something new, Strength and fitness

“We cut onboarding from three weeks to four days.” – Head of People, Arkwright Logistics
= testimonial: Customer quote, Measured result

Investing in index funds is not complicated. Our free 20-page guide for beginners explains it without jargon.
= educational: Free download, Beginners, Investors, Learn something new

Send money abroad with the real exchange rate. No hidden fees, ever.
= product demo: No hidden fees, Save money

Your photos, encrypted before they leave your phone. Not even we can see them.
= product demo: Private and secure

Did you know that 63% of carts are abandoned at the shipping page? Here's how to fix yours.
= educational: Did you know, Surprising statistic, Online shops, How-to advice, Opening question

Dear teachers, lesson planning took our founder five hours every Sunday. So she built the tool she wished she had.
= brand story: Teachers, Founder's story, Open letter, Problem and solution, Save time, Calling out a group

Book a free 30-minute consultation with a divorce lawyer. Confidential, and no obligation.
= offer: Free consultation, Private and secure, No commitment, Book an appointment

Get a fixed quote for your move in 60 seconds.
= offer: Free quote, Quick result

Invisible aligners from an orthodontist, not a mailbox. First visit free this month.
= offer: Compared with alternatives, Free consultation, Limited-time offer, Beauty

Developers: ship to 30 regions with one command. Read the docs, push, done.
= product demo: Developers, Calling out a group, Simple to use

What would you do with an extra 8 hours a week? Our assistant drafts your email so you don't have to.
= question: Opening question, Save time, Productivity, New technology

Last year I was broke and sleeping on my cousin's couch. This is the exact spreadsheet that got me out of debt.
= testimonial: First-person story, Before and after, Financial security, Confession

Gym membership: first month $1, cancel anytime. Open 24/7.
= offer: Price named, No commitment, Strength and fitness

Lose the weight without losing the pasta. Our dietitians build a plan around what you already eat.
= product demo: Weight loss, Expert recommendation, Personalised, Good food

The 5 mistakes that get your visa refused. Number 4 is on almost every form we see.
= educational: List of reasons, Mistakes to avoid, Curiosity

A home security system that installs in 20 minutes, with no contract and no drilling.
= product demo: Safety and protection, Easy set-up, No commitment, Homeowners, Quick result

Registered nurse? Travel to Norway, work six weeks, rest four. Housing paid.
= job: Health workers, Job seekers, We are hiring, Travel and adventure, Opening question

Live online workshop for new managers, Tuesday at noon. Seats are limited to 25.
= event: Live event, Limited stock, Career growth, Learn something new

Compare us with the big three: half the fees, the same coverage, and a human who picks up the phone.
= comparison: Compared with alternatives, Help at hand, Save money

Kids learn to code by building games they want to play. First class on the house.
= offer: Parents, Learn something new, Free trial

You deserve a bank that doesn't close at four.
= brand story: Frustration

Take the 2-minute quiz and find the running shoe made for your stride.
= question: Take the quiz, Runners and athletes, Personalised, Quick result

Our AI reads 200-page contracts in seconds and tells you what to worry about.
= product demo: New technology, Save time, Teams and companies

Freelancers, when did you last get paid on time? Invoices that chase themselves.
= question: Freelancers, Calling out a group, Opening question, Save time

Switch in a weekend. We import your data, train your team and stay on the line.
= product demo: Easy set-up, Help at hand, Teams and companies

Up to 12 months interest free on dental implants.
= offer: Low interest, Pay in instalments

Limited places: our autumn pottery course starts on 9 October. Beginners welcome.
= event: Autumn, Limited stock, Beginners, Learn something new, No experience needed

From side hustle to six figures: the newsletter 90,000 creators read on Fridays. Subscribe for free.
= educational: Earn money, Creators, Subscribe to a newsletter, Number of customers, Free of charge

We've fixed boilers in Sheffield for 35 years. Gas Safe registered, and always on time.
= brand story: Years of experience, Certified, Local business

The bookkeeping software accountants recommend to their own families.
= product demo: Expert recommendation, Small businesses

Get matched with a licensed therapist in 48 hours. From home, in private, on your schedule.
= product demo: Health, Private and secure, Certified

Sell your house in 7 days, without viewings or agents. Get a cash offer today.
= product demo: Homeowners, Quick result, Free quote

Free eBook: 27 email templates that book meetings.
= educational: Free download, Marketers

Watch the 3-minute demo and see how Tally reconciles a month of receipts.
= product demo: Watch the video, Save time

Our customers see 32% more replies in the first month.
= product demo: Measured result

Earn up to €2,000 a month on your own schedule. Deliver with us, no CV needed.
= job: Earn money, We are hiring, No experience needed, Freedom, Job seekers, Price named

Sleep easy: life cover from £6 a month for the people who count on you.
= offer: Price named, Family time, Safety and protection, Financial security

MBA in 18 months, while you keep your job. Scholarships close on Friday.
= announcement: Career growth, Learn something new, Limited-time offer, Students

The average household throws away $1,500 of food a year. We built the app that stops it.
= app install: Surprising statistic, Problem and solution, Save money, Download the app, Sustainability

Imagine closing your books on the 1st instead of the 15th.
= product demo: Imagine, Save time

What if your CRM filled itself in?
= question: What if, Opening question, New technology, Save time

Marketers: your pixel is lying to you. Server-side tracking that takes one afternoon to set up.
= product demo: Marketers, Calling out a group, Easy set-up, Problem and solution

Don't sign a lease before you read this. Nine clauses landlords hope you'll skip.
= educational: Warning, List of reasons, Mistakes to avoid, Curiosity

Rated the no. 1 travel insurance by readers of Which? for the third year running.
= product demo: Number one, Award winner, Travellers, Safety and protection

Open your account online in 5 minutes and get £100 when you switch.
= offer: Sign-up bonus, Quick result

Physiotherapy that comes to you. Evening appointments across Zurich, covered by most insurers.
= other: Pain relief, Local business, Health

Get early access to Fable 2.0. Join the waitlist.
= announcement: Early access, New technology

SaaS without lock-in: export everything, leave whenever.
= product demo: No commitment

Your dentist wishes you knew this about electric brushes.
= educational: Expert recommendation, Curiosity, Secret revealed

Write faster, sound smarter. 4.8 stars from 61,000 reviews on the App Store.
= app install: Star rating, Number of reviews, Productivity

We asked 500 remote workers what breaks their focus. The answers weren't what we expected.
= educational: Science and research, Curiosity, Productivity

I quit my job at a bank to teach people how not to be scared of one.
= brand story: Founder's story, First-person story, Learn something new

No more spreadsheets. No more late fees. No more “who paid for this?”
= product demo: Say goodbye to, Frustration

Seniors: hearing aids from $297, tuned to your ears by an audiologist and backed by a 45-day money-back guarantee.
= offer: Older people, Calling out a group, Price named, Money-back guarantee, Expert recommendation, Personalised

Moving to Lisbon? Our relocation team has handled 1,400 families since 2009.
= question: Opening question, Number of customers, Years of experience, Local business

Level up your career with a Google-recognised certificate. Average salary after graduation: $74,000.
= educational: Career growth, Measured result, Certified, Learn something new, Price named

Truck drivers wanted in Ohio. Home every weekend, full benefits, $1,900 a week.
= job: We are hiring, Job seekers, Drivers, Price named, Weekend

Podcast: why half of startups die of boredom. Episode 41 is out now.
= announcement: Podcast, Curiosity, New arrival

Month-to-month office space in Soho. Desk, coffee and fibre included.
= product demo: No commitment, Freelancers, All in one

Clean home in three hours, background-checked cleaners, and we bring everything.
= product demo: Clean home, Safety and protection, Save time

Start your online store today. No code, no designer, and the first 3 months for $1.
= offer: Online shops, No experience needed, Price named, Grow a business

You've read the books. You've tried the apps. Nothing stuck. Coaching does what willpower can't.
= product demo: Nothing else worked, Understanding

Our loans are approved in 24 hours, and early repayment costs nothing.
= product demo: Quick result, No hidden fees

Congratulations, graduates! Here's six months of our job board on us.
= offer: Graduation, Free of charge, Job seekers, Free trial

Buying your first home? Download the checklist our brokers give their own kids.
= question: Home buyers, Opening question, Free download

The secret to a five-star listing isn't better photos.
= educational: Secret revealed, Curiosity

Grow your restaurant with online orders and zero commission. Schedule a free demo.
= offer: Free demo, Grow a business, Small businesses, Book an appointment

Pay your rent, build your credit. 4 in 5 members raised their score within six months.
= product demo: N out of N people, Financial security, Measured result

Private jets at the price of business class. Members fly for less.
= product demo: Status and luxury, Affordable, Travel and adventure

Solar panels with $0 down. Cut your electricity bill by up to 70% and lock your rate for 25 years.
= offer: Save money, Homeowners, Sustainability, Pay in instalments

Hi, I'm Nora. I used to hate public speaking so much that I'd call in sick.
= testimonial: First-person story, Confession

Step 1: scan your receipt. Step 2: that's it.
= product demo: Step by step, Simple to use, Humour

Q: Can I keep my number? A: Yes. Q: How long does it take? A: One day.
= educational: Questions and answers, Quick result

✅ Unlimited users
✅ 99.99% uptime
✅ Support in your language
Start today.
= product demo: Checklist, Help at hand

Same-day crowns, gentle hands and a waiting room with good coffee. New patients welcome.
= other: Health, Local business, Fast delivery

Your first year of domain costs us more than it costs you: $0.99.
= offer: Price named, First-order discount, Affordable

Double your savings rate for 6 months when you open an account by 30 June.
= offer: Limited-time offer, Sign-up bonus, Financial security

Tax season is scary. We make it boring, with a real CPA and a refund guarantee.
= product demo: Worry, Expert recommendation, Calm

Creators keep 95% of what they earn. Publish your first course tonight.
= product demo: Creators, Earn money

Our curriculum is used in 2,300 schools, and backed by research from three universities.
= product demo: Science and research, Number of customers, Teachers

The all-in-one HR platform for teams of 20 to 500.
= product demo: All in one, Teams and companies

One missed call can cost a plumber $400. Our receptionist answers all of them.
= product demo: Problem and solution, Small businesses, Surprising statistic, Price named

Meet Otto, the robot that fills your pipeline while you have lunch.
= announcement: Introducing, New technology, Save time, Marketers

Veterans: you may qualify for a zero-down home loan.
= offer: Veterans, Calling out a group, Home buyers

The 50 largest banks use our data. Yours can too.
= product demo: Trusted by companies

Find a flatmate you won't have to avoid in the kitchen.
= product demo: Humour

30 days. 30 workouts. No equipment. Are you in?
= question: Challenge, Strength and fitness, No experience needed

Cancel your cable. Keep your team. Every match live from $7 a month.
= offer: Price named, Save money, Entertainment

Lifetime access for a single payment of $49. No subscription.
= offer: Price named, No commitment

New: dictate in 40 languages. Update the app to try it.
= announcement: New arrival, New technology, Download the app

Chronic back pain? A physical therapist explains the one stretch you're skipping.
= educational: Opening question, Pain relief, Expert recommendation, Curiosity, How-to advice

A phone plan without the fine print. Unlimited data, $25, taxes included.
= offer: Price named, No hidden fees

Fewer meetings. More Fridays. Project management for calm companies.
= product demo: Productivity, Calm, Teams and companies
`;
