/** Every sixth text of the sample that tags are measured on, which was written before and apart from any cue here. See sample.ts. */
export const others = `
en
hook| New York style bagels, boiled and baked every morning on Elm Street.
cta| Come hungry.

en
hook| I was so self-conscious about my skin that I cancelled dates.
proof| Six weeks with this serum and I went to my sister's wedding without make-up.

en
hook| Wedding bands from recycled gold, made to measure in Antwerp.
cta| Book a private viewing.

en
hook| What's in your dog's bowl?
-| Ours has real chicken, sweet potato and nothing you can't pronounce.

en
hook| Christmas is sorted 🎄
offer| Gift boxes from £25, wrapped and delivered by the 23rd.

en
offer| Use code MAMA10 at checkout for $10 off your first nursing bra.

en
offer| Don't miss the warehouse sale: up to 70% off samples and last season's favourites, Friday and Saturday in Leeds.

en
hook| Every other blender we tried leaked.
-| So we built one with a single seal and a five-year guarantee.

en
offer| We pay shipping both ways.
offer| If the shoes don't fit, nothing lost.

en
offer| Refinance at 2.9% APR and keep an extra $310 in your pocket each month.

en
hook| Did you know that 63% of carts are abandoned at the shipping page?
cta| Here's how to fix yours.

en
hook| Registered nurse?
-| Travel to Norway, work six weeks, rest four.
offer| Housing paid.

en
proof| We've fixed boilers in Sheffield for 35 years.
proof| Gas Safe registered, and always on time.

en
hook| What if your CRM filled itself in?

en
hook| No more spreadsheets.
problem| No more late fees.
problem| No more “who paid for this?”

en
hook| Buying your first home?
cta| Download the checklist our brokers give their own kids.

en
offer| Double your savings rate for 6 months when you open an account by 30 June.

en
offer| Lifetime access for a single payment of $49.
offer| No subscription.

en
hook| Doors open at 8.
offer| Free entry for students before 10.

en
offer| Only 3 rooms left at this price for the August bank holiday.

en
hook| Thanksgiving pies are open for order.
-| Pecan, pumpkin and the one we don't tell anyone about.

en
hook| My name is Sergeant Lena Ortiz and I'm running for county sheriff because families here deserve to feel safe.

en
hook| Be one of us.
proof| 12,000 members who swim all winter and laugh about it.

en
hook| Your new local: 14 taps, one dog, no TV.

de
hook| Wusstest du, dass 70 % der Deutschen zu wenig trinken?
-| Unsere App erinnert dich.

fr
hook| La nouvelle collection printemps est arrivée 🌸

es
cta| Regístrate gratis al seminario web: cómo vender más en Instagram.

pt
offer| Últimas horas!
offer| 50% OFF em todo o site com o cupom QUERO50.

ja
hook| 眠れない夜に。
offer| 睡眠の質を高めるサプリメント、全額返金保証付き。

ko
offer| 첫 구매 고객 10,000원 할인 쿠폰을 드립니다.

en
hook| The Sunday Sale starts now ⏰
offer| 40% off sitewide until midnight.
cta| Don't sleep on it.

en
hook| Black Friday came early 🖤
offer| Up to 60% off everything, today only.

en
hook| Spring is here and so is our new raincoat collection 🌷
-| Six colours, zero soggy shoulders.

en
hook| Do you wear glasses for screens?
offer| Blue-light lenses from $29, with free virtual try-on.

en
hook| Machine washable rugs.
-| Spills, paws, birthday cake – just throw it in.

en
hook| Skip the salon.
offer| Gel nails at home in ten minutes, for the price of a latte.

en
hook| Our jeans come in 4 lengths and 22 sizes, so you can stop hemming.

en
hook| Mum deserves more than a card this Mother's Day 💐

en
hook| Eid Mubarak 🌙
offer| Our festive abayas are 25% off until the end of the month.

en
hook| Webinar: Cutting cloud costs without cutting corners.
offer| Thursday 18:00 CET, free.
cta| Save your seat.

en
hook| Become a certified personal trainer from home.
-| Start with zero experience, finish with a career.

en
hook| Last year I was broke and sleeping on my cousin's couch.
proof| This is the exact spreadsheet that got me out of debt.

en
hook| Freelancers, when did you last get paid on time?
-| Invoices that chase themselves.

en
offer| Earn up to €2,000 a month on your own schedule.
cta| Deliver with us, no CV needed.

en
hook| SaaS without lock-in: export everything, leave whenever.

en
hook| Clean home in three hours, background-checked cleaners, and we bring everything.

en
hook| Step 1: scan your receipt.
-| Step 2: that's it.

en
hook| Veterans: you may qualify for a zero-down home loan.

en
hook| Early voting ends on Friday.
cta| Find your polling place and bring a friend.

en
hook| Level 1 crook.
-| Level 60 boss.
-| How far will you get?
cta| Install now.

en
hook| A day in the life of our sled dogs.
-| (Spoiler: snacks.)

en
offer| Your donation will be doubled until 31 December.

en
cta| Message us “PIZZA” on WhatsApp and dinner is sorted.

en
hook| Expecting in spring?
-| Your hospital bag, packed by midwives.

de
offer| Jetzt kostenlos testen – keine Kreditkarte nötig, jederzeit kündbar.

fr
offer| Livraison offerte dès 40 € d'achat, retours gratuits sous 30 jours.

fr
cta| Faites un don avant le 31 décembre : 66 % sont déductibles de vos impôts.

es
offer| Compra uno y llévate otro gratis.
offer| Válido hasta el domingo.

pt
hook| Presente de Dia dos Pais com entrega amanhã.

ja
offer| 在庫残りわずか。
offer| 再入荷の予定はありません。

ko
hook| 수험생 여러분, 한 달 만에 토익 900점을 만든 비결을 공개합니다.
`;
