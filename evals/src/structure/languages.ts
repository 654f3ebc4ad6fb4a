/** Copies in other languages than English: one block each, a line for each sentence with its part in front. See sample.ts. */
export const languages = `
de
hook| Müde von Rückenschmerzen?
-| Unsere Matratze passt sich deinem Körper an.
proof| Über 500.000 zufriedene Kunden vertrauen uns.
offer| 100 Nächte Probeschlafen und kostenloser Versand.
cta| Jetzt bestellen!

de
hook| Dieser Kaffee kommt mit dem Segelschiff.
-| Langsam geröstet in Bremen.
offer| Nur bis Sonntag: 20 % Rabatt mit dem Code WIND20.
button| Jetzt einkaufen

de
hook| Wusstest du, dass Staub die meiste Zeit unsichtbar ist?
problem| Herkömmliche Filter helfen kaum, und nachts juckt die Nase.
proof| Testsieger bei Stiftung Warentest.
cta| Mehr erfahren Sie auf unserer Website.

de
hook| Schluss mit Papierkram.
-| Die Buchhaltung für Selbstständige ist in fünf Minuten eingerichtet.
offer| 30 Tage kostenlos testen, jederzeit kündbar.
cta| Melde dich jetzt an.
button| Registrieren

de
proof| „Nach zwei Wochen war meine Haut wie ausgewechselt.“ – Miriam, 34
-| Die Creme ohne Duftstoffe.
offer| Jetzt 2 für 1 sichern.

de
hook| Das leichteste Zelt unserer Geschichte ist da.
-| Es wiegt weniger als eine Flasche Wasser.
offer| Ab 199 €.
button| Mehr dazu

fr
hook| Fatiguée des jeans qui serrent à la taille ?
-| Le nôtre s'adapte à chaque mouvement.
proof| Plus de 80 000 clientes satisfaites.
offer| Livraison gratuite dès 50 €.
cta| Découvrez la collection.

fr
hook| Et si vous dormiez enfin huit heures ?
problem| Les somnifères laissent la tête lourde et les journées longues.
-| Notre tisane ne contient que des plantes.
offer| -20 % sur votre première commande avec le code NUIT20.
button| Acheter

fr
hook| Le pain comme chez votre grand-mère.
-| Pétri à la main, cuit au feu de bois.
cta| Commandez en ligne dès maintenant.
button| Commander

fr
proof| Élu produit de l'année par les consommateurs.
-| Le seul nettoyant dont vous aurez besoin.
offer| Offre limitée : 2 achetés, 1 offert.
cta| Profitez-en vite !

fr
hook| Apprenez l'anglais sans y penser.
proof| Noté 4,8/5 par nos utilisateurs.
offer| Essai gratuit de 7 jours.
button| S'inscrire

fr
hook| Voici le sac qui grandit avec vous.
problem| Trop petit le lundi, trop grand le samedi : les autres vous encombrent.
-| Celui-ci se déplie en un geste.
button| En savoir plus

es
hook| ¿Cansado de pagar de más por la luz?
-| Te buscamos la tarifa más barata.
proof| Más de 200.000 hogares ya confían en nosotros.
cta| Calcula tu ahorro ahora.

es
hook| Zapatos hechos para caminar, no para posar.
offer| Envío gratis y 15 % de descuento en tu primer pedido.
cta| Compra ya.
button| Comprar

es
hook| Esto no te lo cuenta tu banco.
problem| Las comisiones se comen tus ahorros cada mes.
-| Nuestra cuenta no cobra ninguna.
cta| Regístrate hoy.
button| Registrarte

es
proof| «Lo mejor que he comprado este año», dice Lucía.
-| Una sartén que no se pega.
offer| Solo hoy: 2x1 en toda la tienda.

es
hook| Presentamos la crema que cambia con la estación.
proof| Dermatológicamente probada y recomendada por expertos.
offer| Desde 19,90 €.
button| Más información

es
hook| Imagina despertar sin dolor de espalda.
-| Un colchón, siete zonas.
offer| 120 noches de prueba o te devolvemos el dinero.
cta| Descubre el tuyo.

pt
hook| Cansada de cabelo com frizz?
-| Nosso óleo sela cada fio.
proof| Mais de 50 mil clientes satisfeitas.
offer| Frete grátis e 20% de desconto na primeira compra.
cta| Compre agora!

pt
hook| O café da manhã que cabe no bolso.
-| Pronto em dois minutos.
offer| A partir de R$ 9,90.
button| Saiba mais

pt
hook| Você sabia que a maioria dos tênis perde o amortecimento em seis meses?
problem| Depois disso, seus joelhos sofrem a cada passo.
-| O nosso dura o dobro.
cta| Conheça a nova linha.

pt
proof| Eleito o melhor aplicativo do ano.
-| Organize as contas em um só lugar.
offer| Teste grátis por 30 dias.
cta| Baixe o app agora.
button| Baixar

it
hook| Stanco di stirare?
-| Le nostre camicie escono perfette dalla lavatrice.
offer| Spedizione gratuita e sconto del 10% sul primo ordine.
cta| Acquista ora.

it
hook| La pasta come la faceva la nonna.
-| Trafilata al bronzo, essiccata lentamente.
proof| Oltre 20.000 recensioni a cinque stelle.
button| Scopri di più

it
hook| Hai mai sognato un orto sul balcone?
problem| Le piante muoiono perché manca sempre il tempo di annaffiarle.
-| Il nostro vaso pensa all'acqua.
cta| Scopri come funziona.

it
proof| Consigliato dai dentisti.
-| Lo spazzolino che non consuma lo smalto.
offer| Solo per oggi a 29,99 €.
button| Acquista

nl
hook| Moe van koude voeten in bed?
-| Onze wollen sokken houden je de hele nacht warm.
proof| Al meer dan 40.000 tevreden klanten.
offer| Gratis verzending vanaf € 30.
cta| Bestel nu.

nl
hook| De fiets die met je meegroeit.
-| Van peuter tot puber.
offer| Tijdelijk 15% korting met code GROEI15.
button| Meer informatie

nl
hook| Wist je dat de helft van je kleding nooit gedragen wordt?
problem| Je kast puilt uit en toch heb je niets om aan te trekken.
-| Huur wat je wilt dragen.
cta| Probeer het vandaag nog.

nl
proof| Beoordeeld met een 9,2 door onze gebruikers.
-| Rekeningen betalen in één tik.
offer| De eerste drie maanden gratis.
cta| Download de app.

ja
hook| 毎朝の寝ぐせ、気になりませんか？
-| 水だけで整うブラシができました。
proof| 累計販売数10万本を突破。
offer| 今なら初回限定50%オフ、送料無料。
button| 今すぐ購入

ja
hook| 肩こりに悩むあなたへ。
problem| マッサージに通っても、すぐに痛みが戻ってしまう。
-| この枕は首の形に合わせて沈みます。
offer| 30日間の返金保証付き。
cta| 詳しくはこちら。

ja
hook| 新しい麦茶、はじめました。
-| 国産の大麦だけを使っています。
proof| お客様満足度96%。
cta| 今すぐお試しください。

ja
proof| 「もう他の包丁には戻れません」（40代女性）
-| 職人が一本ずつ仕上げています。
offer| 数量限定、9,800円から。
button| 詳しくはこちら

ko
hook| 아직도 무거운 청소기 쓰세요?
-| 이 제품은 물병보다 가볍습니다.
proof| 누적 판매 30만 대 돌파!
offer| 지금 구매하면 20% 할인에 무료 배송.
button| 지금 구매하기

ko
hook| 피부가 먼저 알아보는 크림.
problem| 환절기만 되면 당기고 가려워서 힘드셨죠.
proof| 고객 만족도 98%, 피부과 테스트 완료.
cta| 지금 바로 만나보세요.

ko
hook| 영어 공부, 왜 항상 실패할까요?
-| 하루 10분 이야기로 배우면 다릅니다.
offer| 7일 무료 체험.
cta| 지금 신청하세요.

ko
proof| "진작 살 걸 그랬어요, 정말 편해요." 김○○ 고객님
-| 허리를 받쳐 주는 의자.
offer| 오늘 단 하루 1+1 특가.
button| 더 알아보기

zh
hook| 你还在为掉发烦恼吗？
-| 我们的洗发水只用植物成分。
proof| 超过十万用户好评推荐。
offer| 首单立减50元，全国包邮。
cta| 立即购买

zh
hook| 这款锅，真的不粘。
problem| 普通不粘锅用三个月就掉涂层，还很难清洗。
-| 我们用的是天然陶瓷。
offer| 限时八折优惠，仅限今天。
button| 了解更多

zh
hook| 想象一下，回家就有热饭吃。
-| 半成品菜，十分钟上桌。
proof| 获得2024年度食品大奖。
cta| 马上下载App预订。

zh
proof| “用了两周，皮肤真的变好了。”——李女士
-| 不含香精的面霜。
offer| 买一送一，售完即止。

ar
hook| هل تعبت من الفوضى في مطبخك؟
-| رفوفنا تُركَّب في عشر دقائق.
proof| أكثر من 20,000 عميل سعيد.
offer| خصم 25% وتوصيل مجاني لفترة محدودة.
cta| اطلب الآن.

ar
hook| القهوة كما يجب أن تكون.
-| نحمّصها كل صباح.
offer| ابتداءً من 35 ريال.
button| تسوق الآن

ar
hook| تخيّل أن تتحدث الإنجليزية بثقة.
problem| الدورات الطويلة مملة ومكلفة ولا تعطي نتيجة.
-| دروسنا قصيرة وممتعة.
offer| جرّبه مجانًا لمدة 7 أيام.
cta| سجّل اليوم.

ar
proof| الحائز على جائزة أفضل تطبيق لعام 2024.
-| كل فواتيرك في مكان واحد.
cta| حمّل التطبيق الآن.
button| تحميل

ru
hook| Устали от беспорядка в шкафу?
-| Наши вешалки экономят половину места.
proof| Более 100 000 довольных покупателей.
offer| Скидка 20% на первый заказ и бесплатная доставка.
cta| Закажите сейчас.

ru
hook| Хлеб, который хочется слушать.
-| Хрустит ещё вечером.
offer| От 120 ₽ за буханку.
button| Подробнее

ru
hook| Знаете ли вы, сколько пыли в вашей подушке?
problem| Из-за неё вы плохо спите и просыпаетесь с головной болью.
-| Наша подушка стирается целиком.
cta| Узнайте больше на сайте.

ru
proof| «Лучшая покупка за год, советую всем!» — Ирина
-| Пылесос, который не шумит.
offer| Только сегодня — 30 % дешевле.
button| Купить

th
hook| เบื่อไหมกับผมร่วงทุกวัน?
-| แชมพูของเราใช้สมุนไพรไทย
/proof| ลูกค้ากว่า 50,000 คนไว้วางใจ
/offer| ลด 30% ส่งฟรีทั่วประเทศ
/cta| สั่งซื้อเลยวันนี้

th
hook| กาแฟที่ทำให้เช้าวันจันทร์ดีขึ้น
/-| คั่วสดทุกสัปดาห์
/offer| โปรโมชั่น 1 แถม 1 เฉพาะวันนี้
/cta| สั่งซื้อตอนนี้
`;
