import type { CopyPart } from '../makers/maker.ts';
import { folded } from '../text.ts';
import { patternOf } from './cuePhrases.ts';

/** Every part but the hook, which is defined by its position. */
export type Cued = Exclude<CopyPart['part'], 'hook'>;

/** A `sure` phrase decides alone; a `hint` needs other evidence. */
interface Cues {
  readonly sure: RegExp;
  readonly hint: RegExp;
}

const people = `(customers|clients|users|members|people|women|men|families|moms|mums|parents|students|subscribers|readers|learners|businesses|companies|teams|patients|homeowners|owners|creators|players|drivers|investors|brands|shoppers|travelers|travellers|professionals|buyers|couples|fans|teachers|agencies|households|bakers|runners|sleepers|dogs|cats|others)`;

const offer: Cues = {
  sure: patternOf(`
    # % off, save (up to |an extra |over |)# %, up to # % off, (extra|take|get|enjoy) # %, # % discount, # % cheaper, # percent off, - # %
    $ # off, save (up to |over |)$ #, $ # (discount|voucher|credit|a month|per month|a year|per year), (from|just|only|now|for|at) $ #, # for $ #, starting (at|from) $ #, (two|three|2|3) for $ #
    (a |an |)(pint|drink|gift|coffee|trip|trimmer|month|year|months|visit|class|lesson|~) on (us|the house), for the price of, (two|2) for (one|1), # for #, cash back, (sign on|sign up|welcome) bonus, get $ #, (you both|each) get $ #, $ # (an hour|a week|per week|per hour|down), no (annual |hidden |)(fee|fees|obligation|commission|contract|commitment*), zero (commission|fees), (limited|few) (places|spots|seats|stock), (seats|places|spots) are limited, nearly (full|gone|sold out), early access, (refund|cash|fixed) (offer|quote|if|guarantee), win a (trip|~) , (first|new) # (orders|guests|customers), scholarship*, without (risk|obligation)
    free (shipping|delivery|express|returns|trial|gift|sample|samples|consultation|quote|demo|ebook|guide|month|week|class|session|estimate|engraving|upgrade|installation|for teams|for # days), free # day*, # day* free, for free with, try (it|us|them|~) free, # day* (money|guarantee|return*|trial), free with (every|any|each)
    buy (one|two|three|#) ~ get, bogo, half price, second half price, (use|with|enter|apply) (the |)(code|promo code|coupon)*, (promo|discount|coupon|voucher) code
    money back, get your money back, full refund, (first|second) (month|order|box|week|class|year) (is |)(free|on us), is on us, you pay nothing, pay nothing, no credit card*, cancel anytime, risk free, interest free, buy now pay later, # year* (warranty|guarantee), lifetime (warranty|guarantee)
    limited time*, limited edition, (offer|sale|deal|discount|promotion|code) (ends|expires|starts|valid|closes), ends (tonight|today|tomorrow|soon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|midnight|at midnight|this week), (today|tonight|this week|this weekend|this month|weekend) only, until (midnight|sunday|monday|friday|the end of), while (stocks|stock|supplies) last*, (only|just) # ~ left, # (hours|days|spots|seats|places|pieces) (left|to go|only), flash sale, black friday, cyber monday, clearance, early bird, bundle and save, subscribe and save, complimentary, gift with, giveaway, cashback, plans (start|from)
    # % (rabatt|nachlass|gunstiger|sparen|reduziert), rabatt*, gutschein*, kostenlos*, gratis, umsonst, versandkostenfrei, geld zuruck*, ab # $, (nur|fur|jetzt) # $, (nur|noch) bis (sonntag|montag|samstag|freitag|heute|morgen), nur heute, # fur #, jederzeit kundbar, (wenige|letzte) (platze|stucke|tage), ohne (risiko|anzahlung), sparen sie, spare (bis|jetzt|#), # (tage|nachte) ~ (testen|probe*|geld*|ruckgabe), solange der vorrat, angebot (endet|gilt), # jahre garantie
    # % (de reduction|de remise|de rabais|offerts), (reduction|remise) de, livraison (gratuite|offerte), gratuit*, offert*, offre limitee, code promo, avec le code, a partir de # $, des # $, (seulement|pour) # $, # achete*, essai gratuit*, satisfait* ou rembours*, sans engagement, jusqu'a - # %, jusqu'au, soldes, dernier* jour*
    # % de (descuento|desconto|rebaja), descuento*, desconto*, envio gratis, frete gratis, gratis, gratuit*, desde # $, a partir de $ #, por (solo|apenas|so) # $, # x #, 2x1, 3x2, solo hoy, so hoje, somente hoje, devolvemos ~ dinero, (dinero|dinheiro) de (vuelta|volta), sin (riesgo|compromiso), sem (risco|compromisso), (ganhe|gana) $ #, (compre|compra|leve|lleva) # , satisfacao garantida, avaliacao gratuita, prueba (gratis|gratuita), # (noches|dias) de prueba, teste gratis, oferta limitada, por tiempo limitado, por tempo limitado, hasta (agotar|el domingo), ultimas unidades, codigo, cupon, cupom, parcele*, sem juros, sin intereses
    sconto*, # % di sconto, spedizione (gratuita|gratis|inclusa), gratis, gratuit*, a partire da # $, da soli # $, (solo|a soli|a|da) # $, solo per oggi, solo oggi, soddisfatti o rimborsati, prova gratuita, codice, offerta (limitata|valida), fino a esaurimento
    korting*, gratis*, vanaf $ #, (nu|slechts|maar|voor) $ #, tijdelijk*, actiecode, met code, niet goed geld terug, op is op, alleen vandaag, t/m zondag, # maanden gratis, # halen # betalen
    # % (オフ|off|割引), 割引, 送料無料, 無料, 限定, セール, クーポン, 返金, # 円, 半額, お得, プレゼント, キャンペーン, 特価, ポイント還元
    # % 할인, 할인, 무료, 특가, 쿠폰, 1+1, 증정, 단 하루, 한정, # 원, 환불, 세일, 적립
    折, 优惠, 优惠券, 包邮, 免费, 立减, 限时, 买一送一, 赠送, 特价, 促销, 免運, 優惠, 免費, 限時, 買一送一, 半价, 退款, # 元, 售完
    خصم*, تخفيض*, مجانا, مجاني*, توصيل مجاني, شحن مجاني, عرض*, لفترة محدوده, لفترة محدودة, ابتداء من, كود, استرداد, # $, قسيمة
    скидк*, бесплатн*, в подарок, промокод*, только сегодня, до конца, # % дешевле, от # $, за # $, акция, распродаж*, рассрочк*, гарантия возврата, # по цене #
    ลด, ส่งฟรี, ฟรี, โปรโมชั่น, แถม, ส่วนลด, ราคาพิเศษ, เฉพาะวันนี้, # บาท, ผ่อน
  `),
  hint: patternOf(`
    sale, deal*, discount*, $ #, # $, # %, bundle*, offer*, guarantee*, warranty, hurry, last chance, don't miss, express delivery, price*, save, savings, voucher
    angebot*, preis*, sparen, offre*, prix, promo*, oferta*, precio*, preco*, prezzo, offerta, aanbieding*, prijs, お試し, 価格, 가격, 价格, 价, سعر, цен*, ราคา
  `),
};

const proof: Cues = {
  sure: patternOf(`
    # (happy |satisfied |loyal |active |other |small |busy |delighted |million |thousand |of our |)(happy |satisfied |)${people}, (millions|thousands|hundreds|tens of thousands) of (happy |satisfied |)${people}
    (trusted|loved|used|chosen|recommended|rated|backed|approved|endorsed|voted|worn|preferred|reviewed) (by|best|#|five|the), join (over |more than |)#, # out of #, # in # (people|women|men|customers|users), # / 5, # star*, (five|four|5) star*, # (reviews|ratings|testimonials), # ~ reviews, as (seen|featured|heard) (in|on), (featured|seen) (in|on), award*, winner of, dermatologist* (tested|approved|recommended), (clinically|scientifically|independently|lab|laboratory|dermatologically) (tested|proven|certified), independent (laboratory|laboratories|study|survey|test*), verified (buyer|customer|purchase|reviewer), certified (by|organic), have been sold, # sold, sold (over|more than) #, in (a|one|our|an independent) (study|survey|trial|test), stud(y|ies) (show|shows|with), # % (of |)(our |)(users|customers|people|women|men|noticed|saw|felt|agreed|reported|said|would|recommend*), # years of experience, for (over |more than |)# years, (doctors|dermatologists|dentists|experts|accountants|chefs|vets|midwives|people|customers) (recommend|use|trust|choose|swear), recommend (it|to), # % (more|fewer|less), (largest|biggest) ~ (use|trust|choose), patented, clinically (shown|studied), (peta|fda|doctor|vet|expert) approved, (explained|tuned|developed|designed|built|made|checked|led) (by|with) (a|an|our|real|licensed|top)* (dietitian*|audiologist*|doctor*|dermatologist*|expert*|scientist*|engineer*|physio*|orthodontist*|vet*|therapist*|chef*), in a lab, licensed, (can't|cannot) be wrong, number one, no. 1, best selling, bestsell*, customers (say|love|rave), would recommend
    # (zufriedene |)(kunden|kundinnen|nutzer|nutzerinnen|familien|menschen|bewertungen|frauen|unternehmen), zufriedene kund*, testsieger*, ausgezeichnet, empfohlen von, vertrauen (uns|auf), mit (orthopaden|arzten|experten) entwickelt, von experten, dermatologisch*, klinisch*, # von #, sterne*, bewertet mit, auszeichnung, bekannt aus, zertifiziert, millionen
    # (de |)(client*|utilisat*|familles|femmes|personnes|avis|entreprises), client* satisfait*, elu (produit|meilleur*), note # , recommande par, recommandee par, approuve par, teste (par|sous|cliniquement|dermato*), cliniquement, vu a la tele, etoiles, plus de # (client*|avis|personnes), font confiance, recompens*, certifi*
    # (de |mil |)(client*|usuari*|hogares|familias|personas|mujeres|resenas|opiniones|empresas|pessoas|avaliacoes|lares), client* satisf*, confian en, confiam (em|na|no), recomendad*, eleit*, elegid*, premio*, premiad*, # anos de experiencia, # milh* de*, testad*, dermatologic*, estrellas, estrelas, clinicamente, avalad*, vistos? en, certificad*, valorad* con, # mil clientes
    # (recensioni|clienti|utenti|famiglie|persone|donne|aziende), clienti soddisfatti, consigliat* da*, premiat*, vincitore, testat*, clinicamente, stelle, certificat*, votat*, eletto, visto in tv
    # (tevreden |)(klanten|gebruikers|gezinnen|beoordelingen|reviews|mensen|vrouwen|bedrijven), tevreden klanten, aanbevolen door, beoordeeld met, getest door, winnaar, bekroond, sterren, klinisch, gecertificeerd, bekend van
    累計, 突破, 満足度, 受賞, お客様の声, レビュー, 愛用, 専門家, 医師, 皮膚科医, 監修, 口コミ, 第1位, no.1, 実証, 特許, # 人が, # 万人, 認定
    누적, 돌파, 만족도, 수상, 후기, 리뷰, 전문가, 추천, 인증, # 만 명, # 명이, 1위, 테스트 완료, 고객님, 특허, 검증
    用户, 好评, 推荐, 大奖, 获奖, 获得, 认证, 专家, 销量, 万人, 第一, 满意度, 用戶, 好評, 推薦, 認證, 榮獲, 专利, 明星同款, 口碑
    عميل*, عملاء*, جائزة, الحائز*, موصى به, ينصح به, خبراء, تقييم*, مثبت*, معتمد*, يثق*, نجوم, اطباء
    довольных, покупателей, клиентов, отзыв*, рекоменд*, советую, наград*, победител*, лучш* (приложение|продукт|покупка|магазин), доказан*, провер* (врач*|эксперт*), сертифи*, нам доверя*, # человек, звезд*
    ลูกค้า, รีวิว, ไว้วางใจ, รางวัล, แนะนำโดย, ผ่านการทดสอบ, ผู้เชี่ยวชาญ, อันดับ 1, ยอดขาย
  `),
  hint: patternOf(`
    customers, reviews, experts, doctors, dentists, chefs, physiotherapists, results, proven, tested, # %, # years, recommended, trusted, sold, study, since #, rated, experts
    kunden, getestet, seit #, experten, clients, avis, experts, depuis #, clientes, expertos, desde #, clienti, esperti, dal #, klanten, sinds #, お客様, # %, 고객, 客户, 顾客, خبراء, клиент*, эксперт*, с # года
  `),
};

const problem: Cues = {
  sure: patternOf(`
    (tired|sick|fed up) (of|with), struggl*, frustrat*, annoy*, hate (when|how|that|it), exhaust*, overwhelm*, stress*, (sore|stiff|itchy|painful|bloated|clogged|boring|bored|stuck|broken), painful, pain*, ach(e|es|ing), headache*, hurt*, waste* (of |)(time|money|hours|your), wasting, (cost|costs|costing) you, missed, missing out, (is|are|was|a) (a mess|mess|messy|a nightmare|a struggle|so hard|too hard|too expensive|too slow|broken), nobody (knows|likes|wants|tells), never (works|work|fits|fit|lasts|last|really|leaves), (can't|cannot) (sleep|focus|find|explain|keep|afford|stop|remember|get), the problem, the truth is, (most|traditional|ordinary|conventional|regular|other|cheap|apps that) ~ (trap*|sag*|fail*|break*|fall*|don't|won't|never|leave*|bore*|forget*|just), eat up your, chasing, not one of them, another (leak|reset|bill|day lost), damage*, come* back because, sound* familiar, you're not alone, ruin*, lose (sleep|hair|customers|hours|money), losing, worst, fall* apart, scratch*, bore you, bored, locked, leak*, late fil*, you get # , hair (on|in) the, ends up (working|paying|losing), clutter*, worr(y|ies|ied)
    mude (von|vom), genug (von|vom), schmerz*, nervt, argerlich, frust*, stress*, (helfen|hilft) (kaum|nicht), juck*, kampf*, verschwend*, das problem, leid* (unter|an), herkommliche, kein* (zeit|lust) mehr, teuer und, muhsam*, kaum noch, standig
    fatigue*, marre (de|des), assez de, douleur*, mal (au|a la|de) (dos|tete|gorge|jambes), stress*, frustr*, le probleme, perdre (du |)temps, encombr*, trop (petit|grand|cher|lourd|long)*, lourde, souffr*, galere*, insomni*, demang*
    cansad* de, hart* de, dolor*, molest*, frustr*, estres*, el problema, perder tiempo, se comen, sufr*, cuesta demasiado, insomnio, dor (de|nas|nos), dores, sofr*, chatead*, o problema, perder tempo, perde*, incomod*, dificil
    stanc* d*, stufo d*, dolor*, fastidi*, frustr*, stress*, il problema, perdere tempo, manca (sempre|il), muoiono, soffr*, difficil*, troppo (caro|grande|piccolo)
    moe van, zat van, pijn*, frustr*, stress*, het probleem, tijd verspil*, last van, puilt uit, niets om, vervelend*, te duur, gedoe, jeuk*
    悩み, 悩む, 悩んで, 困って, 困り, 痛み, 痛い, つらい, 辛い, 面倒, 疲れ, しまう, できない, 不安, 気になる, 続かない, ストレス, 失敗
    고민, 힘드, 힘들, 아프, 아픈, 통증, 불편, 지치, 지친, 스트레스, 걱정, 가려워, 귀찮, 번거로, 실패
    烦恼, 困扰, 疼, 难受, 麻烦, 难清洗, 很难, 担心, 焦虑, 失眠, 掉涂层, 浪费, 煩惱, 困擾, 擔心, 总是, 越来越差, 太贵
    تعبت, تعاني, معاناة, مشكلة, الم, الام, ممل*, مكلف*, صعب*, متعب, ازعاج, قلق, تضيع, ولا تعطي
    устал*, надоел*, бол(ь|и|ит|ью|ят), мучае*, проблем*, раздража*, стресс*, плохо спите, неудобн*, тратите (время|деньги|часы), тяжело, сложно, из-за
    เบื่อ, ปวด, เหนื่อย, ปัญหา, กังวล, ยุ่งยาก, เครียด, ไม่สบาย, ลำบาก
  `),
  hint: patternOf(`
    again, without, never, worse, hard, difficult, expensive, slow, heavy, boring, too, nobody, can't, don't, won't, should not, shouldn't, not one, stop, no more, every week
    nie, kaum, nicht, kein*, zu, jamais, trop, sans, ne, nunca, sin, nao, demais, sempre, mai, troppo, non, nooit, geen, niet, ない, もう, 안, 없, 还, 没, 不, لا, لم, не, нет, ไม่
  `),
};

const verbs = `(shop|buy|order|pre order|get|start|try|join|sign up|book|download|learn more|learn how|discover|claim|grab|subscribe|apply|register|visit|tap|click|swipe|call|message|see|explore|find|find out|reserve|request|schedule|watch|read|donate|contact|check out|take|treat|add|enter|secure|come|head|follow|install|play|send|text|comment|choose|pick|create|browse|upgrade|switch|treat yourself|go|sign|tag|donate|vote|update|save your|write|bring|like|stop by|unlock|calculate|compare|don't wait|don't miss)`;

const cta: Cues = {
  sure: patternOf(`
    (shop|buy|order|get (it|yours|started)|start|try (it|us)|join|sign up|book|download|learn more|claim|grab|subscribe|apply|register|tap|click|swipe|reserve|install|create|take|pick|treat yourself|pre order) ~ (now|today|here|below|online|tonight), ${verbs} (now|today|here|online), (link|button) (below|in bio|in our bio), (the |)link in, at the link, learn more, read more, find out more, shop (the|all|our|now), (tap|click|swipe) (to|the|here|below|up), (apply|register|switch) (in|online|within), (donate|vote|apply), order online, update the app, sign the petition, (join|get on) the waitlist, tickets ~ on sale, by appointment, schedule (a|your), try it, (visit|see) our, tag (a|the|your) friend, book (a|your) (free |)(call|demo|test|table|seat|appointment|session|ride|visit|consultation|spot|tour), take the ~ quiz, sign up, (visit|call) us, (on|at) our website, download the app, get started, don't wait, claim your, order yours, start yours, (find|get|grab|choose|pick|build|create) your, see (how|what|why) (it|it's|the|we|they|all), send us, message us, dm us, add to cart
    jetzt (bestellen|kaufen|einkaufen|shoppen|anmelden|registrieren|entdecken|sichern|testen|buchen|starten|bewerben|herunterladen|informieren|ansehen), hier klicken, mehr (erfahren|dazu|infos), (melde|sichere|hol|bestelle|bestell|entdecke|besuche|teste|buche|starte|klicke|erfahre|finde) (dir|dich|jetzt|mehr|uns|deine*|noch|hier), (bestellen|entdecken|besuchen|sichern|erfahren|buchen) sie, auf unserer website, zum shop, zum angebot, app laden
    commandez*, commander, decouvrez*, achetez*, acheter, profitez*, inscrivez*, s'inscrire, reservez*, telechargez*, cliquez*, en savoir plus, essayez*, rejoignez*, visitez*, rendez-vous sur, demandez*, abonnez*, contactez*, je (commande|decouvre|profite|reserve)
    (compra|compre|pide|peca|descubre|descubra|conoce|conheca|registrate|registrese|cadastre-se|inscribete|inscreva-se|reserva|reserve|descarga|descargate|baixe|calcula|calcule|prueba|experimente|aprovecha|aproveite|solicita|solicite|visita|visite|haz clic|clique|toca|toque|unete|participe|assine|empieza|comece|garanta|pruebalo|consigue|saiba|veja|mira) (ya|ahora|hoy|agora|hoje|aqui|tu|sua|seu|el|la|los|las|o|a|os|as|tu|tus|seu|sua|ja|en|no|na|mais|mas|como|gratis), compra ya, comprar, reserva tu, pide tu, fale com, agende*, candidate-se*, mas informacion, saiba mais, ver mas, saber mas, registrate*, cadastre-se, baixe, haz clic
    acquista*, scopri*, ordina (ora|subito|adesso|online|il|la), prenota*, iscriviti*, registrati*, scarica*, clicca*, prova (ora|subito|adesso), provalo, visita (il|la|i|le), approfitta*, maggiori informazioni, contattaci, richiedi*
    bestel*, koop*, ontdek*, meld je*, schrijf je*, probeer*, boek*, download*, klik*, meer (informatie|weten|lezen), bekijk*, shop (nu|de), bezoek*, vraag ~ aan, start (nu|vandaag), lees meer
    今すぐ, こちら, お試しください, ご覧ください, ご予約, お申し込み, 詳しく, チェック, ダウンロード, クリック, タップ, 購入, 登録, 注文, お問い合わせ
    지금 바로, 지금 (구매|신청|주문|다운로드|시작|가입|확인|만나), 만나보세요, 신청하세요, 확인하세요, 알아보기, 구매하기, 더 알아, 클릭, 시작하세요, 다운로드, 주문하세요, 예약하세요, 문의하세요, 신청하기
    立即, 马上, 馬上, 点击, 點擊, 了解更多, 了解详情, 购买, 下载, 下單, 下单, 预约, 預約, 注册, 马上下载, 扫码, 快来, 查看
    اطلب*, تسوق*, سجل*, حمل*, اشتر*, اكتشف*, احجز*, اضغط*, انقر*, اشترك*, زوروا, زر موقع*, تواصل معنا, المزيد, تحميل, جرب الان, ابدا الان, تعرف على
    закаж*, купи*, узна(й|йте|ть)*, подробнее, зарегистр*, скача*, попробу*, переход*, оформ*, нажм*, подпи(шись|шитесь)*, запиш*, выбер*, смотри*, подробности, свяжитесь*, забронир*
    สั่งซื้อ, ซื้อเลย, คลิก, สมัคร, ดาวน์โหลด, ลงทะเบียน, เรียนรู้เพิ่มเติม, จองเลย, ดูเพิ่มเติม, ทักแชท, สั่งเลย
  `),
  hint: patternOf(
    `now, today, here, below, before it's gone, jetzt, heute, maintenant, vite, aujourd'hui, ahora, hoy, agora, hoje, ora, oggi, subito, nu, vandaag, 今, 지금, 现在, الان, اليوم, сейчас, сегодня, วันนี้, เลย, ตอนนี้`,
  ),
};

const cuesOf: Readonly<Record<Cued, Cues>> = { offer, proof, cta, problem };

/** In order of precedence. */
export const cuedParts: readonly Cued[] = ['offer', 'proof', 'cta', 'problem'];

/** Starts with an imperative. */
const opensWithVerb = new RegExp(`^${patternOf(verbs).source}`, 'u');
const rankedFirst = /#\s?1(?!\d)|(?:★|⭐){3}/u;
const maxCallLength = 90;
const maxWeighedLength = 500;

/** Free of charge; not `sugar-free` or `free from`. */
const isFree = /(?<![\p{L}\p{N}-])free(?![-\p{L}\p{N}])(?! (?:from|of|range|your|yourself|to|isn't|is not))/u;
/** A price at the end of a sentence or set apart; other prices are expenses, not offers. */
const price = /(?:\p{Sc}\s?\d[\d.,]{0,14}|\d[\d.,]{0,14}\s?\p{Sc})\s*(?:[.,;!]\s|[.!]*$)/u;
const expense = patternOf('cost*, los(e|es|ing), wast*, throw* away, average, salary, kost*, perd*');

/** Normalizes a sentence for the patterns: folded, short, and without long runs of spaces, which would be slow to match. */
export function normalizeForCues(sentence: string): string {
  return folded(sentence.slice(0, maxWeighedLength))
    .replaceAll(/[\s-]{3,}/g, ' ')
    .slice(0, maxWeighedLength);
}

/** Evidence for each part of a sentence: 1 is a hint, 2 is sure, 3 an explicit offer. */
export function weigh(sentence: string): Record<Cued, number> {
  const text = normalizeForCues(sentence);
  const weights = { offer: 0, proof: 0, cta: 0, problem: 0 };
  for (const part of cuedParts) {
    weights[part] = (cuesOf[part].sure.test(text) ? 2 : 0) + (cuesOf[part].hint.test(text) ? 1 : 0);
  }
  if (weights.offer >= 2 || (price.test(text) && !expense.test(text))) weights.offer = 3;
  else if (isFree.test(text)) weights.offer = 2;
  if (isQuotation(sentence) || rankedFirst.test(sentence)) weights.proof += 3;
  if (opensWithVerb.test(text)) weights.cta += 1;
  if (text.length > maxCallLength) weights.cta = Math.min(weights.cta, 1);
  return weights;
}

const quotation =
  /^\s*(?:“[^”]{12,}”|„[^“”]{12,}[“”]|«[^»]{12,}»|"[^"]{12,}"|[「『][^」』]{6,}[」』]|“[^”]{6,}”)/u;

export function isQuotation(sentence: string): boolean {
  return quotation.test(sentence);
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟][\p{Extended_Pictographic}\ufe0f\s]*$/u.test(sentence);
}
