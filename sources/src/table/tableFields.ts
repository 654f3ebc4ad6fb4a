/**
 * The fields that a column can map to, with their common names. Names are compared without case, accents, separators,
 * plural endings and filler words such as "of the ad".
 */

export const tableFields = {
  externalId: {
    names: `ad id, id of ad, library id, archive id, ad archive id, ad library id, creative id, external id, anzeigen id, anzeigennummer,
      identifiant, identifiant de la publicite, numero de annuncio, id del anuncio, id do anuncio, identificador, id inserzione, id annuncio,
      advertentie id, id reklamy, identyfikator, reklam kimligi, reklam id, идентификатор, id объявления, номер объявления, 广告id, 广告编号,
      素材id, 広告id, ライブラリid, 광고id, 광고 아이디, 라이브러리 id`,
    vague: 'id, number, key, nummer, numero, 编号, 番号, 번호',
  },
  advertiser: {
    names: `advertiser, advertiser name, page name, sponsor, advertiser disclosed name, werbetreibender, werbetreibende, werbender, seitenname, annonceur,
      nom de la page, anunciante, nombre de la pagina, nome da pagina, inserzionista, nome della pagina, adverteerder, paginanaam, reklamodawca, nazwa strony,
      nazwa reklamodawcy, reklam veren, reklamveren, sayfa adi, рекламодатель, название страницы, 广告主, 广告主名称, 主页名称, 页面名称, 広告主, 広告主名, ページ名, 광고주,
      광고주명, 페이지 이름, 페이지명, annonsor, annoncor, mainostaja, inzerent,
      المعلن, اسم المعلن, الجهة المعلنة, اسم الصفحة, विज्ञापनदाता, विज्ञापनदाता का नाम, पेज का नाम, nha quang cao, ten nha quang cao, ten trang,
      pengiklan, nama pengiklan, nama halaman, sidnamn, sidans namn, zadavatel, zadavatel reklamy, jmeno inzerenta, nazev stranky, διαφημιστής, διαφημιζόμενος,
      όνομα διαφημιστή, όνομα διαφημιζόμενου, όνομα σελίδας, מפרסם, המפרסם, שם המפרסם, שם העמוד, שם הדף, ผู้ลงโฆษณา, ชื่อผู้ลงโฆษณา, ผู้โฆษณา, ชื่อเพจ, рекламодавець,
      назва рекламодавця, назва сторінки`,
    vague: `brand, brand name, company, company name, business name, account name, profile name, name, page, account, marke, firma, unternehmen, seite, konto, marque,
      entreprise, nom, marca, empresa, nombre, azienda, nome, merk, bedrijf, naam, nazwa, marka, isim, бренд, компания, название, имя, 品牌, 公司, 公司名称, 名称,
      ブランド, 会社名, 名前, 브랜드, 회사명, 이름,
      العلامة التجارية, الشركة, اسم الشركة, الاسم, الصفحة, ब्रांड, कंपनी, कंपनी का नाम, नाम, पेज, thuong hieu, cong ty, ten cong ty, ten, merek, perusahaan,
      nama perusahaan, nama, halaman, varumarke, foretag, foretagsnamn, namn, znacka, spolecnost, nazev, jmeno, stranka, μάρκα, εταιρεία, επωνυμία, όνομα, σελίδα, מותג, חברה, שם החברה, שם,
      עמוד, แบรนด์, บริษัท, ชื่อบริษัท, ชื่อ, เพจ, компанія, назва, сторінка`,
  },
  advertiserId: {
    names: `page id, advertiser id, business id, brand id, company id, account id, seiten id, id de la page, id de la pagina, id da pagina,
      id pagina, pagina id, id strony, sayfa kimligi, id страницы, 主页id, 页面id, 广告主id, ページid, 広告主id, 페이지 id, 광고주 id`,
  },
  pageUrl: {
    names: `page url, page link, page profile uri, page profile url, profile url, profile link, advertiser url, advertiser link,
      advertiser profile url, brand url, company url, facebook page, instagram profile, seiten url, link zur seite, url de la page,
      url de la pagina, url da pagina, url della pagina, pagina url, adres strony, sayfa url, ссылка на страницу, 主页链接, 页面链接, ページurl, 페이지 url`,
  },
  logoUrl: {
    names: `logo, logo url, page logo, page profile picture url, profile picture, profile picture url, page picture, avatar, avatar url,
      profilbild, photo de profil, foto de perfil, immagine del profilo, profielfoto, zdjecie profilowe, profil resmi, логотип, аватар,
      头像, 标志, ロゴ, プロフィール写真, 로고, 프로필 사진`,
  },
  categories: {
    names: `page category, advertiser category, industry, vertical, branche, branchen, secteur, sector, industria, settore, branza, sektor,
      отрасль, 行业, 業種, 업종`,
    vague:
      'category, kategorie, categorie, categoria, kategoria, kategori, категория, 类别, カテゴリ, 카테고리',
  },
  headlines: {
    names: `headline, link title, ad title, ad headline, creative title, uberschrift, anzeigentitel, schlagzeile, titre de l annonce, accroche,
      titular, encabezado, titulo del anuncio, titulo do anuncio, manchete, titolo dell annuncio, intestazione, kop, advertentietitel,
      naglowek, tytul reklamy, reklam basligi, заголовок, 广告标题, 标题文案, 広告見出し, 見出し, 헤드라인, 광고 제목, 제목 문구,
      العنوان الرئيسي, عنوان الإعلان, عنوان الرابط, हेडलाइन, विज्ञापन शीर्षक, विज्ञापन का शीर्षक, tieu de quang cao, dong tieu de, judul iklan,
      judul utama, rubrik, annonsrubrik, nadpis, titulek, nadpis reklamy, titulek reklamy, επικεφαλίδα, τίτλος διαφήμισης, כותרת ראשית, כותרת המודעה, כותרת מודעה,
      พาดหัว, พาดหัวโฆษณา, หัวข้อโฆษณา, заголовок оголошення`,
    vague: `title, titel, titre, titulo, titolo, tytul, baslik, название объявления, 标题, 題名, タイトル, 제목,
      العنوان, शीर्षक, tieu de, judul, τίτλος, כותרת, หัวข้อ, ชื่อเรื่อง`,
  },
  bodies: {
    names: `body, bodies, ad text, ad copy, copy, ad body, primary text, primary copy, creative body, creative text, body text, promotional text,
      post text, ad content, ad message, anzeigentext, werbetext, haupttext, primarer text, texte de l annonce, texte publicitaire, texte principal,
      texto del anuncio, texto publicitario, texto principal, texto do anuncio, copy do anuncio, testo dell inserzione, testo dell annuncio,
      testo principale, advertentietekst, primaire tekst, tekst reklamy, tresc reklamy, tekst podstawowy, reklam metni, birincil metin,
      текст объявления, текст рекламы, основной текст, 广告文案, 广告内容, 正文, 文案, 広告文, 広告テキスト, 本文, メインテキスト, 광고 문구, 광고 내용, 본문, 기본 텍스트,
      نص الإعلان, النص الأساسي, النص الرئيسي, محتوى الإعلان, विज्ञापन टेक्स्ट, विज्ञापन का टेक्स्ट, विज्ञापन पाठ, विज्ञापन का पाठ, मुख्य टेक्स्ट, प्राथमिक टेक्स्ट,
      noi dung quang cao, van ban quang cao, van ban chinh, teks iklan, isi iklan, naskah iklan, teks utama, annonstext, brodtext, primar text, huvudtext,
      text reklamy, text inzeratu, hlavni text, primarni text, κείμενο διαφήμισης, κύριο κείμενο, κείμενο αγγελίας, טקסט המודעה, טקסט מודעה, טקסט ראשי, תוכן המודעה,
      גוף המודעה, ข้อความโฆษณา, ข้อความหลัก, เนื้อหาโฆษณา, текст оголошення, текст реклами, основний текст`,
    vague: `text, content, message, caption text, texte, texto, testo, tekst, tresc, metin, текст, 内容, 文本, テキスト, 내용, 텍스트, inhalt, nachricht,
      النص, المحتوى, टेक्स्ट, पाठ, सामग्री, संदेश, noi dung, van ban, teks, isi, konten, pesan, innehall, obsah, κείμενο, περιεχόμενο, μήνυμα, טקסט, תוכן, ข้อความ, เนื้อหา,
      зміст, вміст, повідомлення`,
  },
  description: {
    names: `link description, ad description, creative description, linkbeschreibung, anzeigenbeschreibung, description du lien, descripcion del enlace,
      descricao do link, descrizione del link, linkbeschrijving, opis linku, baglanti aciklamasi, описание ссылки, 链接描述, 广告描述, リンクの説明, 링크 설명`,
    vague:
      'description, beschreibung, descripcion, descricao, descrizione, beschrijving, opis, aciklama, описание, 描述, 説明, 설명',
  },
  ctaText: {
    names: `cta, cta text, call to action, call to action text, button, button text, handlungsaufforderung, schaltflache, bouton, appel a l action,
      llamada a la accion, boton, chamada para acao, botao, invito all azione, pulsante, oproep tot actie, knop, wezwanie do dzialania, przycisk,
      harekete gecirici mesaj, dugme, призыв к действию, кнопка, 行动号召, 按钮, 行動喚起, ボタン, 행동 유도, 행동 유도 문안, 버튼`,
  },
  ctaType: {
    names: 'cta type, call to action type, button type',
  },
  landingPageUrl: {
    names: `landing page, landing page url, landing url, link url, destination url, destination, destination link, target url, click url, final url,
      external url, linked url, link to, ziel url, zielseite, ziel link, page de destination, url de destination,
      lien de destination, pagina de destino, url de destino, enlace de destino, link de destino, pagina di destinazione,
      url di destinazione, bestemmingspagina, doel url, strona docelowa, adres docelowy, hedef url, acilis sayfasi, целевая страница,
      целевой url, 落地页, 目标网址, 着陆页, 跳转链接, リンク先, リンク先url, ランディングページ, 랜딩 페이지, 도착 url, 연결 url,
      رابط الوجهة, الصفحة المقصودة, صفحة الهبوط, رابط صفحة الهبوط, लैंडिंग पेज, गंतव्य यूआरएल, गंतव्य url, गंतव्य लिंक, trang dich, url dich, lien ket dich,
      halaman tujuan, halaman arahan, url tujuan, tautan tujuan, malsida, landningssida, mal url, maladress, cilova stranka, vstupni stranka, cilova url, cilovy odkaz,
      σελίδα προορισμού, url προορισμού, σύνδεσμος προορισμού, דף נחיתה, עמוד נחיתה, כתובת יעד, קישור יעד, หน้าปลายทาง, url ปลายทาง, ลิงก์ปลายทาง, แลนดิ้งเพจ,
      цільова сторінка, цільова url, цільове посилання`,
    vague: `website, website url, webseite, site web, sitio web, site, sito web, сайт, 网站, ウェブサイト, 웹사이트,
      الرابط, الموقع الإلكتروني, लिंक, वेबसाइट, lien ket, duong dan, trang web, tautan, situs web, lank, webbplats, odkaz, web, webova stranka, σύνδεσμος, ιστότοπος, ιστοσελίδα,
      קישור, אתר, ลิงก์, เว็บไซต์, посилання, вебсайт`,
  },
  landingPageDomain: {
    names: `domain, display url, display domain, display link, link caption, caption, landing page domain, landing domain, anzeige url, angezeigte url, domaine,
      dominio, domena, alan adi, домен, 域名, 显示网址, ドメイン, 表示url, 도메인`,
  },
  platforms: {
    names: `platform, publisher platform, network, ad network, social network, placement, plattform, netzwerk, platzierung, plateforme, reseau,
      plataforma, red social, rede social, piattaforma, rete, netwerk, platforma, siec, mecra, платформа, площадка, соцсеть, 平台, 投放平台, 媒体,
      プラットフォーム, 配信先, 媒体名, 플랫폼, 매체, 게재위치,
      المنصة, المنصات, الشبكة, प्लेटफ़ॉर्म, प्लेटफॉर्म, मंच, nen tang, πλατφόρμα, πλατφόρμες, פלטפורמה, פלטפורמות, แพลตฟอร์ม, майданчик`,
    vague: `channel, source, kanal, canal, canale, kanaal, канал, 渠道, チャネル, 채널,
      القناة, kenh, saluran, κανάλι, ערוץ, ช่องทาง`,
  },
  format: {
    names: `format, ad format, display format, creative type, media type, ad type, anzeigenformat, medientyp, format de l annonce, formato, tipo de anuncio,
      tipo de medio, tipo di inserzione, advertentieformaat, format reklamy, reklam bicimi, формат, тип объявления, 广告格式, 广告形式, 素材类型, 広告形式,
      フォーマット, 광고 형식, 소재 유형`,
    vague: 'type, typ, tipo, tur, тип, 类型, 種類, 유형, kind',
  },
  imageUrls: {
    names: `image, image url, image link, picture, picture url, photo, photo url, thumbnail, thumbnail url, original image url, creative image, ad image,
      preview image, bild, bild url, bilder, vorschaubild, image de l annonce, imagen, url de la imagen, miniatura, imagem, url da imagem, immagine,
      url immagine, anteprima, afbeelding, afbeelding url, obraz, zdjecie, adres obrazu, gorsel, resim, gorsel url, изображение, картинка, ссылка на изображение,
      图片, 图片链接, 图片url, 封面, 画像, 画像url, 이미지, 이미지 url, 썸네일, media url, media, creative url, asset url`,
  },
  videoUrls: {
    names: `video, video url, video link, video hd url, video sd url, creative video, ad video, lien video, url video, enlace de video, wideo, film,
      video adresi, видео, ссылка на видео, 视频, 视频链接, 视频url, 動画, 動画url, ビデオ, 동영상, 동영상 url, 비디오`,
  },
  status: {
    names: `active, is active, active status, ad status, ad active status, effective status, delivery status, running, aktiv, ist aktiv, actif, activo,
      ativo, attivo, actief, aktywna, aktywny, aktif, активно, активность, 是否投放, 投放状态, 広告ステータス, 配信状況, 활성, 게재 상태,
      حالة الإعلان, نشط, विज्ञापन की स्थिति, सक्रिय, trang thai quang cao, dang hoat dong, status iklan, annonsstatus, stav reklamy, aktivni, κατάσταση διαφήμισης,
      ενεργή, סטטוס המודעה, פעיל, פעילה, สถานะโฆษณา, статус оголошення, активне`,
    vague: `status, state, zustand, statut, estado, stato, durum, статус, 状态, ステータス, 状態, 상태,
      الحالة, स्थिति, trang thai, tinh trang, stav, κατάσταση, סטטוס, מצב, สถานะ`,
  },
  startDate: {
    names: `start date, start, started, start time, started running, started running on, ad start date, delivery start, delivery start time, launch date, launched,
      published, published at, publish date, created, creation time, created time, created at, ad creation time, first shown, first shown date, date range, run dates,
      startdatum, beginn, gestartet, gestartet am, erstellt am, veroffentlicht, schaltungsbeginn, date de debut, debut, date de lancement, date de publication,
      diffusion, fecha de inicio, inicio, fecha de publicacion, en circulacion desde, data de inicio, veiculacao iniciada em, data de publicacao,
      data di inizio, inizio, data di pubblicazione, begindatum, publicatiedatum, data rozpoczecia, poczatek, data publikacji, baslangic tarihi,
      yayin tarihi, дата начала, начало, дата публикации, дата запуска, показ начат, 开始日期, 开始时间, 开始投放时间, 投放时间, 发布时间, 上线日期, 開始日, 掲載開始日,
      配信開始日, 公開日, 시작일, 시작 날짜, 게재 시작일, 게시일, 집행 시작일,
      تاريخ البدء, تاريخ البداية, تاريخ بدء الإعلان, بداية العرض, تاريخ النشر, आरंभ तिथि, प्रारंभ तिथि, आरंभ दिनांक, शुरू होने की तारीख, शुरुआत की तारीख, ngay bat dau,
      thoi gian bat dau, ngay dang, tanggal mulai, waktu mulai, mulai tayang, tanggal tayang, annonsstart, publiceringsdatum, publicerad, datum zahajeni, datum zacatku,
      datum spusteni, datum zverejneni, zacatek, ημερομηνία έναρξης, έναρξη, ημερομηνία δημοσίευσης, תאריך התחלה, תאריך תחילה, תחילת פרסום, תאריך פרסום, วันที่เริ่ม, วันที่เริ่มต้น,
      วันเริ่มต้น, วันเริ่มโฆษณา, วันที่เผยแพร่, дата початку, початок, дата запуску, дата публікації`,
    vague: `date, datum, fecha, data, tarih, дата, 日期, 日付, 날짜, day, time, dates,
      التاريخ, तारीख, तिथि, दिनांक, ngay, tanggal, ημερομηνία, תאריך, วันที่`,
  },
  endDate: {
    names: `end date, end, ended, end time, stop date, stop time, stopped, delivery stop, delivery stop time, delivery end, finish date, enddatum, ende, beendet, schaltungsende,
      date de fin, fin, fecha de fin, fecha de finalizacion, data de termino, data final, fim, data di fine, fine, einddatum, einde, data zakonczenia, koniec,
      bitis tarihi, bitis, дата окончания, конец, дата завершения, 结束日期, 结束时间, 下线日期, 終了日, 掲載終了日, 配信終了日, 종료일, 종료 날짜, 게재 종료일,
      تاريخ الانتهاء, تاريخ النهاية, تاريخ الإيقاف, समाप्ति तिथि, अंतिम तिथि, समाप्ति दिनांक, समाप्ति की तारीख, ngay ket thuc, thoi gian ket thuc,
      tanggal berakhir, tanggal selesai, waktu berakhir, slutdatum, avslutad, datum ukonceni, datum konce, konec, ημερομηνία λήξης, λήξη, תאריך סיום, תאריך סוף, סיום, วันที่สิ้นสุด,
      วันสิ้นสุด, дата закінчення, кінець`,
  },
  lastSeenAt: {
    names: `last seen, last seen at, last shown, last shown date, latest impression at, zuletzt gesehen, derniere vue, visto por ultima vez, ultima visualizzazione,
      laatst gezien, ostatnio widziana, son gorulme, последний показ, 最后出现, 最后投放时间, 最終確認日, 마지막 확인`,
  },
  firstSeenAt: {
    names: `first seen, first seen at, zuerst gesehen, premiere vue, visto por primera vez, eerst gezien, pierwszy raz widziana, ilk gorulme, первый показ, 首次出现, 初回確認日, 최초 확인`,
  },
  capturedAt: {
    names: `captured at, captured, collected at, scraped at, scraped, scrape date, crawled at, fetched at, retrieved at, snapshot date, exported at, extraction date, checked at,
      erfasst am, abgerufen am, collecte le, extrait le, recopilado el, extraido el, coletado em, raccolto il, verzameld op, zebrano, toplanma tarihi,
      собрано, дата сбора, 采集时间, 抓取时间, 取得日時, 収集日, 수집일, 수집 일시`,
  },
  countries: {
    names: `country, country code, countries, reached country, delivery country, target country, geo, market, land, lander, zielland, pays, pais, paises, paese, paesi,
      landen, kraj, kraje, ulke, ulkeler, страна, страны, гео, 国家, 国家地区, 投放国家, 地区, 国, 対象国, 배포 국가, 국가, 나라,
      الدولة, الدول, البلد, البلدان, देश, quoc gia, negara, zeme, χώρα, χώρες, מדינה, מדינות, ארץ, ประเทศ, країна, країни`,
    vague: 'location, region code, ort, lieu, ubicacion, locatie, konum',
  },
  language: {
    names: `language, languages, lang, locale, sprache, langue, idioma, lingua, taal, jezyk, dil, язык, 语言, 言語, 언어,
      اللغة, لغة الإعلان, भाषा, ngon ngu, bahasa, sprak, jazyk, γλώσσα, שפה, ภาษา, мова`,
  },
  reach: {
    names: `reach, total reach, eu total reach, total reach estimate, estimated reach, reach estimate, impressions, impression, total impressions, estimated audience, unique users seen,
      audience size, reichweite, impressionen, portee, alcance, impresiones, impressoes, copertura, impressioni, bereik, weergaven, zasieg, wyswietlenia, erisim, gosterim,
      охват, показы, 覆盖人数, 触达人数, 曝光, 曝光量, 展示次数, リーチ, インプレッション, 表示回数, 도달, 도달수, 노출, 노출수`,
  },
  reachMin: {
    names: `reach min, min reach, reach lower bound, reach from, impressions min, min impressions, impressions lower bound, impressions from, reichweite von, reichweite min, impressionen von`,
  },
  reachMax: {
    names: `reach max, max reach, reach upper bound, reach to, impressions max, max impressions, impressions upper bound, impressions to, reichweite bis, reichweite max, impressionen bis`,
  },
  views: {
    names: `views, view count, video views, plays, play count, aufrufe, vues, visualizaciones, reproducciones, visualizacoes, visualizzazioni, wyswietlen, izlenme, просмотры, просмотров,
      播放量, 观看次数, 再生回数, 視聴回数, 조회수`,
  },
  likes: {
    names: `likes, like count, reactions, favorites, gefallt mir, gefallt mir angaben, j aime, mentions j aime, me gusta, curtidas, mi piace, vind ik leuks, polubienia, begeni, begeniler,
      лайки, нравится, 点赞, 点赞数, 赞, いいね, いいね数, 좋아요, 좋아요 수`,
  },
  comments: {
    names: `comments, comment count, kommentare, commentaires, comentarios, commenti, reacties, komentarze, yorumlar, yorum, комментарии, комментариев, 评论, 评论数, コメント, コメント数, 댓글, 댓글 수`,
  },
  shares: {
    names: `shares, share count, reposts, retweets, geteilt, geteilte inhalte, partages, compartidos, veces compartido, compartilhamentos, condivisioni, gedeeld, udostepnienia, paylasim,
      репосты, поделились, 分享, 分享数, 转发, シェア, シェア数, 공유, 공유 수`,
  },
  sourceUrl: {
    names: `ad url, ad link, library url, library link, ad library url, ad library link, source url, source link, snapshot url, ad snapshot url, permalink, post url, post link, creative page url,
      preview url, preview link, anzeigen url, anzeigenlink, link zur anzeige, bibliothek link, lien de l annonce, url de l annonce, enlace del anuncio, url del anuncio, link do anuncio,
      link dell annuncio, advertentielink, link do reklamy, reklam baglantisi, ссылка на объявление, 广告链接, 原文链接, 広告url, 広告リンク, 광고 링크, 광고 url`,
  },
  partnerName: {
    names: `partner, partner name, creator, creator name, influencer, branded content partner, kooperationspartner, partenaire, createur, socio, creador, parceiro, criador, creatore,
      partnerzy, tworca, ortak, партнер, блогер, 合作伙伴, 达人, パートナー, クリエイター, 파트너, 크리에이터`,
  },
} as const satisfies Readonly<Record<string, TableField>>;

export interface TableField {
  /** Unambiguous names of this field, separated by commas. */
  readonly names: string;
  /** Generic names that any table may have; they alone do not make a table of ads. */
  readonly vague?: string;
}

export type FieldName = keyof typeof tableFields;

/** Known columns without a field, so that they are not guessed by their contents. */
export const otherColumns = `ad name, creative name, campaign, campaign name, campaign id, ad set, ad set name, ad set id, adset name, adset id, kampagne, campagne, campana, spend, spend min, spend max, spent, cost, budget, price, currency, age, gender, percentage, share of voice, region, city, state code, ctr, cpc, cpm, clicks, conversions,
  page like, page likes, page like count, follower, followers, follower count, image name, image description, image alt, funding entity, paid for by, byline, disclaimer, payer, beneficiary,
  updated time, updated at, modified, demographic breakdown, demographic distribution, collation count, collation id, keyword, query, search term, row, index, ausgaben, wahrung, alter,
  geschlecht, depense, gasto, moneda, spesa, besteding, wydatki, harcama, расходы, валюта, возраст, пол, 花费, 币种, 年龄, 性别, 費用, 年齢, 性別, 비용, 나이, 성별, email, e mail, phone`;
