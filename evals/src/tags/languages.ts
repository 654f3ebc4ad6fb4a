/** Ads in other languages than English: one block each, the text, then `= ad type: tags`. See sample.ts. */
export const languages = `
Nur bis Sonntag: 30 % Rabatt auf alle Wanderschuhe. Code BERG30 an der Kasse eingeben.
= offer: Percentage off, Limited-time offer, Discount code

Müde von Rückenschmerzen? Unsere Matratze wurde mit Orthopäden entwickelt. 100 Nächte Probeschlafen, kostenloser Versand.
= question: Opening question, Pain relief, Expert recommendation, Free trial, Free shipping, Better sleep, Problem and solution

Wir suchen dich! Elektriker (m/w/d) in Kassel, 38 Stunden, Dienstwagen. Jetzt bewerben.
= job: We are hiring, Apply now, Job seekers

Handgefertigt im Schwarzwald, seit 1921.
= brand story: Made by hand, Heritage and tradition, Country of origin

Jetzt kostenlos testen – keine Kreditkarte nötig, jederzeit kündbar.
= offer: Free trial, No credit card, No commitment

Das perfekte Geschenk zu Weihnachten: personalisierte Kinderbücher mit dem Namen deines Kindes.
= other: Christmas, Gift idea, Personalised, Parents

„Nach zwei Wochen war meine Haut wie ausgewechselt.“ – Miriam, 34 ⭐⭐⭐⭐⭐
= testimonial: Customer quote, Star rating, Clear skin, Before and after

Über 500.000 zufriedene Kunden vertrauen unserem Kaffee. Frisch geröstet, klimaneutral geliefert.
= product demo: Number of customers, Coffee lovers, Sustainability

Neu: die vegane Salami, die sogar Metzger mögen.
= announcement: New arrival, Vegans and vegetarians, Good food

Wusstest du, dass 70 % der Deutschen zu wenig trinken? Unsere App erinnert dich.
= app install: Did you know, Surprising statistic, Opening question, Health, Download the app

Gratis Beratung sichern: Photovoltaik ohne Anzahlung für Hausbesitzer in Bayern.
= offer: Free consultation, Homeowners, Sustainability, Local business

Schluss mit Papierkram. Die Buchhaltung für Selbstständige, in fünf Minuten eingerichtet.
= product demo: Say goodbye to, Freelancers, Easy set-up, Quick result

Nur noch wenige Plätze frei: Töpferkurs für Anfänger im Oktober.
= event: Limited stock, Beginners, Learn something new, Autumn

Zuckerfrei, glutenfrei, lecker. Proteinriegel für Läuferinnen und Läufer.
= product demo: Free from sugar or allergens, Runners and athletes, Good food

Black Week: bis zu 50 % auf Fernseher. Solange der Vorrat reicht.
= offer: Black Friday, Percentage off, Limited stock, Sale

Spare 20 € auf deine erste Bestellung und erhalte ein gratis Geschenk dazu.
= offer: Amount off, First-order discount, Free gift

Livraison offerte dès 40 € d'achat, retours gratuits sous 30 jours.
= offer: Free shipping, Free returns

Soldes d'été : jusqu'à -60 % sur toute la collection, derniers jours !
= offer: Sale, Summer, Percentage off, Limited-time offer, Urgency

Fabriqué en France, à la main, avec du lin de Normandie.
= brand story: Country of origin, Made by hand

Fatiguée des crèmes qui ne marchent pas ? Essayez notre sérum : satisfaite ou remboursée.
= question: Opening question, Problem and solution, Money-back guarantee, Nothing else worked, Women

Apprenez l'anglais en 15 minutes par jour. Téléchargez l'application gratuitement.
= app install: Learn something new, Download the app, Quick result, Free of charge

La nouvelle collection printemps est arrivée 🌸
= announcement: New arrival, Spring

Offre limitée : -20 % avec le code BIENVENUE sur votre première commande.
= offer: Limited-time offer, Percentage off, Discount code, First-order discount

Recommandé par les dermatologues, sans parfum, pour les peaux sensibles.
= product demo: Expert recommendation, Sensitive skin safe, Free from harsh ingredients

« Je ne pourrais plus m'en passer », Sophie, cliente depuis 2019.
= testimonial: Customer quote

On recrute ! Serveurs et cuisiniers à Lyon, débutants acceptés.
= job: We are hiring, No experience needed, Job seekers

Idée cadeau pour la fête des mères : un bouquet et une tablette de chocolat noir.
= other: Gift idea, Mother's Day

Votre devis gratuit en deux minutes. Artisans certifiés près de chez vous.
= offer: Free quote, Quick result, Certified, Local business

Faites un don avant le 31 décembre : 66 % sont déductibles de vos impôts.
= cause: Donate, Limited-time offer

Sans engagement, résiliable à tout moment. Internet fibre à 19,99 € par mois.
= offer: No commitment, Price named

Envío gratis en todos los pedidos de esta semana. ¡Aprovecha!
= offer: Free shipping, Limited-time offer, Urgency

¿Cansada de perder pelo? Nuestro champú con romero fortalece desde la raíz.
= question: Opening question, Healthy hair, Problem and solution, Natural ingredients, Women

Hasta 40% de descuento en muebles de jardín. Solo este fin de semana.
= offer: Percentage off, Limited-time offer, Weekend, Gardeners

Regístrate gratis al seminario web: cómo vender más en Instagram.
= event: Live event, Free event, Register, Marketers, Grow a business, How-to advice

Más de 10.000 familias ya duermen mejor. Prueba 30 noches sin riesgo.
= offer: Number of customers, Better sleep, Free trial, No risk

Hecho a mano por mujeres artesanas de Guatemala. Cada compra apoya a una escuela.
= cause: Made by hand, Giving back

Aprende a invertir desde cero, sin experiencia previa. Descarga la guía gratuita.
= educational: Learn something new, Investors, No experience needed, Free download, Beginners

Últimas unidades. Cuando se acaben, no volverán.
= offer: Limited stock, Fear of missing out

Reserva tu cita hoy y la primera limpieza dental es gratis.
= offer: Book an appointment, Free consultation

Para mamás que no paran: una mochila, doce bolsillos, cero drama.
= product demo: Parents, Humour

Compra uno y llévate otro gratis. Válido hasta el domingo.
= offer: Buy one get one, Limited-time offer

El regalo perfecto para San Valentín ❤️
= other: Valentine's Day, Gift idea, Love

Pide tu presupuesto sin compromiso. Reformas en Madrid con 20 años de experiencia.
= offer: Free quote, No commitment, Years of experience, Local business

Frete grátis para todo o Brasil e parcelamento em até 12x sem juros.
= offer: Free shipping, Pay in instalments, Low interest

Cansado de planilhas? Controle as finanças da sua empresa em um só lugar. Teste grátis por 7 dias.
= question: Opening question, Problem and solution, All in one, Free trial, Small businesses

Últimas horas! 50% OFF em todo o site com o cupom QUERO50.
= offer: Limited-time offer, Urgency, Percentage off, Discount code

Mais de 1 milhão de brasileiros já emagreceram com o nosso método.
= product demo: Number of customers, Weight loss

Feito à mão em Minas Gerais, com ingredientes naturais.
= brand story: Made by hand, Natural ingredients, Country of origin

Baixe o aplicativo e ganhe R$ 20 no primeiro pedido.
= app install: Download the app, First-order discount, Amount off

Você sabia que dá para aprender inglês dormindo? Brincadeira. Mas 10 minutos por dia bastam.
= question: Did you know, Humour, Learn something new, Quick result, Opening question

Vagas abertas: operador de caixa em Recife, sem experiência. Candidate-se já.
= job: We are hiring, No experience needed, Apply now, Job seekers

Satisfação garantida ou seu dinheiro de volta em 30 dias.
= offer: Money-back guarantee

Presente de Dia dos Pais com entrega amanhã.
= other: Father's Day, Gift idea, Fast delivery

Compre 2 e leve 3 em toda a linha de cabelos.
= offer: Buy one get one, Healthy hair

Fale com a gente no WhatsApp e agende sua avaliação gratuita.
= offer: Send a message, Free consultation, Book an appointment

送料無料キャンペーン実施中。3,000円以上のお買い物で素敵なプレゼントも。
= offer: Free shipping, Free gift, Price named

【期間限定】初回限定50%オフ!今すぐお試しください。
= offer: Limited-time offer, First-order discount, Percentage off

眠れない夜に。睡眠の質を高めるサプリメント、全額返金保証付き。
= product demo: Better sleep, Money-back guarantee, Health

肌荒れに悩んでいませんか?皮膚科医がおすすめする敏感肌用化粧水。
= question: Opening question, Clear skin, Expert recommendation, Sensitive skin safe, Problem and solution

累計販売数100万個突破。お客様満足度96%。
= product demo: Number of customers, Measured result

無料アプリをダウンロードして、1日10分で英会話。
= app install: Download the app, Learn something new, Free of charge, Quick result

新発売。北海道の牛乳だけで作った、とろけるプリン。
= announcement: New arrival, Good food, Country of origin

母の日の贈り物に、職人が一つひとつ手作りした器を。
= other: Mother's Day, Gift idea, Made by hand

未経験歓迎!横浜の倉庫スタッフ募集中。時給1,400円。
= job: We are hiring, No experience needed, Price named, Job seekers

在庫残りわずか。再入荷の予定はありません。
= offer: Limited stock, Fear of missing out

無料体験レッスン受付中。初心者の方も安心です。
= offer: Free trial, Beginners, No experience needed

夏のセール開催中、最大70%OFF。7月31日まで。
= offer: Sale, Summer, Percentage off, Limited-time offer

ニューヨーク発、人気のベーグルが渋谷に。
= announcement: Good food, New arrival, Local business

오늘만 무료배송! 전 상품 최대 40% 할인.
= offer: Free shipping, Percentage off, Limited-time offer

첫 구매 고객 10,000원 할인 쿠폰을 드립니다.
= offer: First-order discount, Amount off, Discount code

피부과 전문의가 추천하는 민감성 피부용 크림.
= product demo: Expert recommendation, Sensitive skin safe

누적 판매 300만 개, 후기 5만 건이 증명합니다.
= product demo: Number of customers, Number of reviews

매일 아침 피곤하신가요? 하루 한 알로 활력을 되찾으세요.
= question: Opening question, More energy, Problem and solution

신상품 출시! 봄 컬렉션을 만나보세요.
= announcement: New arrival, Spring

1+1 이벤트, 이번 주말까지.
= offer: Buy one get one, Limited-time offer, Weekend

앱 다운로드하고 무료 체험 시작하기.
= app install: Download the app, Free trial

수험생 여러분, 한 달 만에 토익 900점을 만든 비결을 공개합니다.
= educational: Students, Calling out a group, Measured result, Secret revealed, Learn something new

만족하지 않으시면 100% 환불해 드립니다.
= offer: Money-back guarantee

어버이날 선물, 부모님 건강을 챙겨 드리세요.
= other: Gift idea, Health, Older people

품절 임박! 한정 수량으로 판매합니다.
= offer: Limited stock, Urgency, Limited edition

초보자도 쉽게 배우는 코딩, 무료 강의부터 시작하세요.
= educational: Beginners, Learn something new, No experience needed, Free of charge
`;
