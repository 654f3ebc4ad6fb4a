import { foldedWords } from '../text.ts';

/** The action of a button. */
const actions = [
  'shop',
  'learn',
  'signUp',
  'order',
  'book',
  'download',
  'offer',
  'subscribe',
  'contact',
  'apply',
  'quote',
  'try',
] as const;
type Action = (typeof actions)[number];

/** Phrases for product copy in one language. `{name}` and `{count}` are placeholders. */
export interface Phrases {
  readonly question: string;
  readonly news: string;
  readonly reasons: string;
  /** Common button texts, which are free to use; the first of each is used in copy. */
  readonly buttons: ReadonlyMap<Action, readonly string[]>;
}

/** Buttons: one entry per action, in order; alternative spellings after a `/`. */
type PhraseRow = readonly [question: string, news: string, reasons: string, buttons: string];

const phraseRows = {
  en: [
    'Have you met {name}?',
    'Meet {name}',
    '{count} reasons to choose {name}',
    'Shop now/Buy now/Shop/Buy/Shop the collection, Learn more/Read more/Find out more/See more/Discover more/View details, Sign up/Sign up now/Register/Register now/Join/Join now/Get started/Create account, Order now/Order/Order today/Pre-order/Pre-order now, Book now/Book/Book today/Reserve/Book a table/Schedule, Download/Download now/Install/Install now/Get the app/Use app/Play game, Get offer/Get the offer/See offer/Claim offer/Get deal/Get promotions, Subscribe/Subscribe now/Follow, Contact us/Contact/Send message/Message us/Call now/Get in touch, Apply now/Apply, Get quote/Get a quote/Get a free quote/Request a quote, Try now/Try it now/Try it/Start free trial/Try for free/Request demo/Get a demo',
  ],
  de: [
    'Kennst du schon {name}?',
    'Neu: {name}',
    '{count} Gründe für {name}',
    'Jetzt einkaufen/Jetzt kaufen/Jetzt shoppen/Kaufen/Zum Shop, Mehr dazu/Mehr erfahren/Mehr Infos/Weitere Infos/Mehr ansehen, Registrieren/Jetzt registrieren/Anmelden/Jetzt anmelden/Mitmachen/Loslegen, Jetzt bestellen/Bestellen, Jetzt buchen/Buchen/Reservieren/Termin buchen, Herunterladen/Jetzt herunterladen/Installieren/App laden/Jetzt installieren, Angebot ansehen/Angebot sichern/Zum Angebot/Angebot einholen, Abonnieren/Jetzt abonnieren, Kontakt aufnehmen/Kontakt/Kontaktiere uns/Jetzt anrufen/Nachricht senden, Jetzt bewerben/Bewerben, Angebot anfordern, Jetzt testen/Ausprobieren/Kostenlos testen/Demo anfordern',
  ],
  fr: [
    'Vous connaissez {name} ?',
    'Voici {name}',
    '{count} raisons de choisir {name}',
    "Acheter/Acheter maintenant/J'achète/Voir la boutique/Achetez maintenant, En savoir plus/Découvrir/Lire la suite/Voir plus, S'inscrire/Inscrivez-vous/Je m'inscris/Rejoindre/Commencer, Commander/Commander maintenant/Je commande, Réserver/Réserver maintenant/Je réserve, Télécharger/Installer/Installer maintenant, Profiter de l’offre/J’en profite/Voir l’offre/Obtenir l’offre, S’abonner/Je m’abonne, Nous contacter/Contactez-nous/Envoyer un message/Appeler, Postuler/Postuler maintenant, Demander un devis/Obtenir un devis, Essayer/Essayer maintenant/Essai gratuit",
  ],
  es: [
    '¿Ya conoces {name}?',
    'Descubre {name}',
    '{count} razones para elegir {name}',
    'Comprar/Comprar ahora/Compra ahora/Compra ya/Ver tienda, Más información/Ver más/Saber más/Leer más/Descubrir, Registrarte/Regístrate/Registrarse/Inscríbete/Únete/Empezar, Pedir ahora/Pedir/Haz tu pedido, Reservar/Reserva ahora/Reservar ahora, Descargar/Descarga ahora/Instalar/Instalar ahora, Ver oferta/Obtener oferta/Aprovecha la oferta, Suscribirte/Suscríbete/Suscribirse, Contactarnos/Contáctanos/Contacto/Enviar mensaje/Llamar ahora, Postularte/Solicitar ahora/Postúlate, Pedir presupuesto/Solicitar presupuesto/Obtener cotización, Probar ahora/Pruébalo/Prueba gratis',
  ],
  pt: [
    'Já conhece {name}?',
    'Conheça {name}',
    '{count} razões para escolher {name}',
    'Comprar/Comprar agora/Compre agora/Compre já/Ver loja, Saiba mais/Ver mais/Leia mais/Descobrir, Cadastre-se/Registar/Inscreva-se/Registe-se/Participar/Começar, Pedir agora/Peça agora/Encomendar, Reservar/Reserve agora/Agendar, Baixar/Baixe agora/Transferir/Instalar/Instalar agora, Ver oferta/Obter oferta/Aproveitar, Assinar/Subscrever/Assine já, Fale conosco/Contacte-nos/Enviar mensagem/Ligar agora, Candidatar-se/Candidate-se, Pedir orçamento/Solicitar orçamento, Experimentar/Experimente agora/Teste grátis',
  ],
  it: [
    'Conosci già {name}?',
    'Scopri {name}',
    '{count} motivi per scegliere {name}',
    'Acquista ora/Acquista/Compra ora/Compra, Scopri di più/Maggiori informazioni/Leggi di più/Altro, Iscriviti/Iscriviti ora/Registrati/Inizia, Ordina ora/Ordina, Prenota ora/Prenota, Scarica/Scarica ora/Installa/Installa ora, Vedi l’offerta/Ottieni offerta/Approfittane, Abbonati/Abbonati ora, Contattaci/Invia messaggio/Chiama ora, Candidati/Candidati ora, Richiedi un preventivo/Richiedi preventivo, Prova ora/Provalo/Prova gratis',
  ],
  nl: [
    'Ken je {name} al?',
    'Maak kennis met {name}',
    '{count} redenen om voor {name} te kiezen',
    'Nu kopen/Koop nu/Shop nu/Nu shoppen/Kopen, Meer informatie/Meer weten/Lees meer/Bekijk meer, Aanmelden/Meld je aan/Registreren/Inschrijven/Aan de slag, Bestel nu/Bestellen/Nu bestellen, Boek nu/Boeken/Nu boeken/Reserveren, Downloaden/Download nu/Installeren/Nu installeren, Bekijk aanbieding/Aanbieding bekijken, Abonneren/Neem een abonnement, Contact opnemen/Neem contact op/Stuur bericht/Bel nu, Solliciteren/Solliciteer nu, Offerte aanvragen/Vraag offerte aan, Nu proberen/Probeer nu/Gratis proberen',
  ],
  ja: [
    '{name}、もう試しましたか？',
    '{name}、登場。',
    '{name}を選ぶ{count}つの理由',
    '今すぐ購入/購入する/購入/ショップを見る/買い物する, 詳しくはこちら/詳細を見る/もっと見る/続きを読む, 登録する/登録/会員登録/今すぐ登録/始める, 今すぐ注文/注文する/注文, 予約する/今すぐ予約/予約, ダウンロード/今すぐダウンロード/インストール/アプリを入手, クーポンを獲得/オファーを見る/特典を受け取る, 購読する/チャンネル登録, お問い合わせ/メッセージを送信/電話する, 応募する/今すぐ応募/申し込む, 見積もりを依頼/見積もり, 試してみる/お試し/無料で試す',
  ],
  ko: [
    '{name}, 써 보셨나요?',
    '{name}, 지금 만나 보세요',
    '{name}의 {count}가지 장점',
    '지금 구매하기/구매하기/쇼핑하기/바로 구매, 더 알아보기/자세히 보기/더 보기, 가입하기/회원가입/등록하기/시작하기, 주문하기/지금 주문하기, 예약하기/지금 예약하기, 다운로드/설치하기/앱 다운로드/지금 설치하기, 혜택 받기/할인 받기/쿠폰 받기, 구독하기, 문의하기/메시지 보내기/전화하기, 신청하기/지원하기/지금 신청하기, 견적 받기, 체험하기/무료 체험/무료 체험하기',
  ],
  zh: [
    '你试过{name}吗？',
    '认识一下{name}',
    '选择{name}的{count}个理由',
    '立即购买/去购物/马上购买/立即选购/立即購買, 了解更多/了解详情/查看更多/瞭解更多/了解詳情, 立即注册/注册/加入我们/立即註冊/开始使用, 立即下单/立即订购/订购/立即訂購, 立即预订/立即预约/预约/立即預約, 立即下载/下载/安装/立即下載, 领取优惠/查看优惠/獲取優惠, 订阅/立即订阅/訂閱, 联系我们/发送消息/聯絡我們, 立即申请/申请/立即申請, 获取报价, 立即试用/免费试用/立即試用',
  ],
  ar: [
    'هل جرّبت {name}؟',
    'تعرّف على {name}',
    '{count} أسباب لاختيار {name}',
    'تسوق الآن/اشتر الآن/اشتري الآن/شراء, اعرف المزيد/معرفة المزيد/المزيد/اقرأ المزيد, سجل الآن/تسجيل/اشترك معنا/ابدأ الآن/انضم الآن, اطلب الآن/اطلب, احجز الآن/احجز, تنزيل/تحميل/حمل الآن/تثبيت, احصل على العرض/شاهد العرض, اشترك/اشترك الآن, اتصل بنا/تواصل معنا/إرسال رسالة, قدم الآن/التقديم الآن, احصل على عرض سعر, جرب الآن/جربه مجانا',
  ],
  ru: [
    'Уже пробовали {name}?',
    'Встречайте: {name}',
    '{name}: {count} причины выбрать',
    'Купить/Купить сейчас/В магазин/Купить онлайн, Подробнее/Узнать больше/Узнать подробнее/Читать далее, Зарегистрироваться/Регистрация/Присоединиться/Начать, Заказать/Заказать сейчас, Забронировать/Записаться, Скачать/Установить/Скачать приложение, Получить предложение/Получить скидку/Смотреть предложение, Подписаться, Связаться с нами/Написать/Позвонить, Подать заявку/Откликнуться, Узнать цену/Рассчитать стоимость, Попробовать/Попробовать бесплатно',
  ],
  th: [
    'รู้จัก {name} หรือยัง?',
    'พบกับ {name}',
    '{count} เหตุผลที่เลือก {name}',
    'ซื้อเลย/ช้อปเลย/เลือกซื้อเลย, ดูเพิ่มเติม/เรียนรู้เพิ่มเติม, สมัครเลย/ลงทะเบียน, สั่งซื้อเลย/สั่งเลย/สั่งซื้อ, จองเลย/จองตอนนี้, ดาวน์โหลด/ติดตั้ง, รับข้อเสนอ/ดูข้อเสนอ, ติดตาม/สมัครรับข้อมูล, ติดต่อเรา/ส่งข้อความ, สมัครตอนนี้, ขอใบเสนอราคา, ลองเลย/ทดลองใช้ฟรี',
  ],
  he: [
    'כבר מכירים את {name}?',
    'הכירו את {name}',
    '{count} סיבות לבחור ב-{name}',
    'לקנייה/קנו עכשיו/לרכישה, למידע נוסף/קראו עוד/לפרטים נוספים, להרשמה/הרשמה/הצטרפו, להזמנה/הזמינו עכשיו, הזמינו מקום/קביעת תור, להורדה/הורידו, למבצע/קבלו הצעה, להרשמה כמנוי, צרו קשר/שלחו הודעה, הגישו מועמדות, קבלו הצעת מחיר, נסו עכשיו/לניסיון חינם',
  ],
  hi: [
    'क्या आपने {name} आज़माया है?',
    'पेश है {name}',
    '{name} चुनने के {count} कारण',
    'अभी खरीदें/खरीदें, और जानें/ज़्यादा जानें, साइन अप करें/रजिस्टर करें, अभी ऑर्डर करें/ऑर्डर करें, अभी बुक करें/बुक करें, डाउनलोड करें/इंस्टॉल करें, ऑफ़र पाएँ/ऑफ़र देखें, सब्सक्राइब करें, संपर्क करें/मैसेज भेजें, अभी आवेदन करें/आवेदन करें, कोटेशन पाएँ, अभी आज़माएँ/मुफ़्त आज़माएँ',
  ],
} as const satisfies Readonly<Record<string, PhraseRow>>;

function toPhrases([question, news, reasons, texts]: PhraseRow): Phrases {
  const spellings = texts.split(', ').map((each) => each.split('/'));
  const buttons = new Map(actions.map((action, index) => [action, spellings[index] ?? []]));
  return { question, news, reasons, buttons };
}

export const english = toPhrases(phraseRows.en);

export const phrasesOf: ReadonlyMap<string, Phrases> = new Map(
  Object.entries(phraseRows).map(([language, row]) => [language, toPhrases(row)]),
);

const actionOfText: ReadonlyMap<string, Action> = new Map(
  [...phrasesOf.values()].flatMap(({ buttons }) =>
    [...buttons].flatMap(([action, texts]) => texts.map((text) => [foldedWords(text), action] as const)),
  ),
);

/** Button types as the platforms name them. */
const actionOfKind: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    SHOP_NOW: 'shop',
    BUY_NOW: 'shop',
    LEARN_MORE: 'learn',
    READ_MORE: 'learn',
    SEE_MORE: 'learn',
    WATCH_MORE: 'learn',
    SIGN_UP: 'signUp',
    REGISTER: 'signUp',
    JOIN: 'signUp',
    GET_STARTED: 'signUp',
    ORDER_NOW: 'order',
    BOOK_NOW: 'book',
    BOOK_TRAVEL: 'book',
    DOWNLOAD: 'download',
    DOWNLOAD_NOW: 'download',
    INSTALL_NOW: 'download',
    INSTALL_MOBILE_APP: 'download',
    GET_OFFER: 'offer',
    SUBSCRIBE: 'subscribe',
    CONTACT_US: 'contact',
    MESSAGE_PAGE: 'contact',
    CALL_NOW: 'contact',
    APPLY_NOW: 'apply',
    APPLY: 'apply',
    GET_QUOTE: 'quote',
    TRY_NOW: 'try',
    REQUEST_DEMO: 'try',
  } satisfies Record<string, Action>),
);

/** The action of an ad's button, if its text or type is a common one. */
export function actionOf(button: { ctaText: string | null; ctaType: string | null }): Action | null {
  const { ctaText, ctaType } = button;
  return actionOfText.get(foldedWords(ctaText ?? '')) ?? actionOfKind.get(ctaType ?? '') ?? null;
}
