import type { Creative, OwnLayout } from '@magpie/server/studio/makers/maker';
import type { AspectRatio } from '@magpie/server/studio/makers/maker';
import type { ExamplePicture } from './pictures.ts';

export interface Example {
  readonly name: string;
  readonly layout: OwnLayout | null;
  readonly aspectRatio: AspectRatio;
  readonly seed: number;
  readonly picture: ExamplePicture | null;
  /** The colour of the logo; null for none. */
  readonly logo: string | null;
  readonly creative: Creative;
}

const plain: Creative = {
  productName: 'Amber Serum',
  brandName: 'Lumen & Oak',
  headline: 'Skin that remembers how to glow',
  text: 'Cold-pressed sea buckthorn and vitamin C. Two drops in the morning are enough.',
  points: ['Visible after two weeks', 'No perfume, no parabens', 'Refill for half the price'],
  proof: '4.8 out of 5 from 2,300 customers',
  offer: '€29',
  callToAction: 'Try it now',
  language: 'en',
  colors: [],
  follows: [],
};

const mug: Creative = {
  ...plain,
  productName: 'Keep Mug',
  brandName: 'Harbour',
  headline: 'Hot until the last sip',
  text: 'A mug that holds its warmth for four hours, made by hand in Porto.',
  points: ['Warm for four hours', 'Made by hand', 'Safe in the dishwasher', 'Lasts for decades'],
  proof: '“I have not microwaved a coffee since.” – Ana, Lisbon',
  offer: '−20 %',
  callToAction: 'Shop mugs',
  colors: ['#1f6b62', '#f2a541'],
};

const trip: Creative = {
  ...plain,
  productName: 'Evening hikes',
  brandName: 'Northway',
  headline: 'Leave the city at five. Be up here by seven.',
  text: 'Guided walks for people who have work tomorrow.',
  points: ['Small groups', 'All gear included', 'Back by eleven'],
  proof: '4.9 stars from 812 walkers',
  offer: 'From $39',
  callToAction: 'Find a walk',
  colors: ['#e4572e', '#24365f'],
};

const chair: Creative = {
  ...plain,
  productName: 'Sofa No. 4',
  brandName: 'Feld',
  headline: 'Endlich ein Sofa für Altbauwohnungsgrundrissbesonderheiten',
  text: 'In drei Teilen durch jedes Treppenhaus, in zehn Minuten aufgebaut.',
  points: ['Passt durch jede Tür', 'Bezüge waschbar bei 40 °C', '100 Nächte Probesitzen'],
  proof: '4,7 von 5 Sternen bei 1.940 Bewertungen',
  offer: '849 €',
  callToAction: 'Jetzt entdecken',
  language: 'de',
  colors: ['#3f6b5c', '#d9773f'],
};

const arabic: Creative = {
  ...mug,
  productName: 'كوب الدفء',
  brandName: 'مرفأ',
  headline: 'قهوتك ساخنة حتى آخر رشفة',
  text: 'كوب يحافظ على الحرارة أربع ساعات، مصنوع يدويًا في بورتو من Harbour.',
  points: ['دافئ لأربع ساعات', 'مصنوع يدويًا', 'آمن في غسالة الصحون'],
  proof: 'تقييم 4.8 من 5 من 2300 عميل',
  offer: 'خصم 20%',
  callToAction: 'تسوّق الآن',
  language: 'ar',
};

const hebrew: Creative = {
  ...chair,
  productName: 'ספה מספר 4',
  brandName: 'שדה',
  headline: 'ספה שעוברת בכל דלת (גם שלכם)',
  text: 'שלושה חלקים, עשר דקות הרכבה ו-100 לילות ניסיון של Feld.',
  points: ['עוברת בכל דלת', 'כיסויים לכביסה ב-40 מעלות', '100 לילות ניסיון'],
  proof: '4.7 מתוך 5 על סמך 1,940 ביקורות',
  offer: '‏3,490 ₪',
  callToAction: 'לגלות עכשיו',
  language: 'he',
};

const japanese: Creative = {
  ...plain,
  productName: '琥珀セラム',
  brandName: '灯と樫',
  headline: '肌が思い出す、生まれたての輝き。',
  text: '低温圧搾のシーバックソーンとビタミンC。毎朝二滴だけで、うるおいが一日続きます。',
  points: ['二週間で実感', '香料・パラベン不使用', '詰め替えは半額'],
  proof: '2,300人のお客様が5点満点中4.8点と評価',
  offer: '3,900円',
  callToAction: '試してみる',
  language: 'ja',
};

const thai: Creative = {
  ...trip,
  productName: 'เดินป่ายามเย็น',
  brandName: 'นอร์ธเวย์',
  headline: 'ออกจากเมืองตอนห้าโมงเย็นขึ้นมาถึงที่นี่ตอนหนึ่งทุ่ม',
  text: 'ทริปเดินป่าพร้อมไกด์สำหรับคนที่พรุ่งนี้ยังต้องไปทำงาน',
  points: ['กลุ่มเล็ก', 'มีอุปกรณ์ครบ', 'กลับถึงบ้านก่อนห้าทุ่ม'],
  proof: null,
  offer: 'เริ่มต้น 890 บาท',
  callToAction: 'ค้นหาทริป',
  language: 'th',
};

const hindi: Creative = {
  ...mug,
  productName: 'कीप मग',
  brandName: 'हार्बर',
  headline: 'आख़िरी घूँट तक गरमागरम कॉफ़ी',
  text: 'चार घंटे तक गर्म रखने वाला मग, पोर्तो में हाथ से बना।',
  points: ['चार घंटे तक गर्म', 'हाथ से बना हुआ', 'डिशवॉशर में सुरक्षित'],
  proof: null,
  offer: '₹1,499',
  callToAction: 'अभी खरीदें',
  language: 'hi',
};

const korean: Creative = {
  ...chair,
  productName: '소파 4호',
  brandName: '펠트',
  headline: '어떤 문이든 통과하는 소파',
  text: '세 부분으로 나뉘어 계단도 문제없이, 십 분이면 조립이 끝납니다.',
  points: ['모든 문을 통과', '세탁 가능한 커버', '100일 무료 체험'],
  proof: null,
  offer: '1,190,000원',
  callToAction: '지금 보기',
  language: 'ko',
};

const chinese: Creative = {
  ...plain,
  productName: '琥珀精华',
  brandName: '光与橡',
  headline: '让肌肤重新记起发光的样子',
  text: '冷榨沙棘与维生素C，每天早晨两滴就够。',
  points: ['两周可见', '无香精、无防腐剂', '替换装半价'],
  proof: null,
  offer: '¥199',
  callToAction: '立即试用',
  language: 'zh',
};

const tamil: Creative = {
  ...mug,
  productName: 'கீப் குவளை',
  brandName: 'ஹார்பர்',
  headline: 'கடைசி துளி வரை சூடான காபி',
  text: 'நான்கு மணி நேரம் சூட்டைத் தக்கவைக்கும் குவளை, கையால் செய்யப்பட்டது.',
  points: ['நான்கு மணி நேரம் சூடு', 'கையால் செய்யப்பட்டது'],
  proof: null,
  offer: '₹1,29,999',
  callToAction: 'இப்போது வாங்குங்கள்',
  language: 'ta',
};

const khmer: Creative = {
  ...trip,
  productName: 'ដើរព្រៃពេលល្ងាច',
  brandName: 'ន័រវេ',
  headline: 'ចាកចេញពីទីក្រុងម៉ោងប្រាំ ឡើងដល់ទីនេះត្រឹមម៉ោងប្រាំពីរ',
  text: 'ដំណើរកម្សាន្តមានមគ្គុទ្ទេសក៍ សម្រាប់អ្នកដែលត្រូវធ្វើការនៅថ្ងៃស្អែក។',
  points: ['ក្រុមតូច', 'មានសម្ភារៈគ្រប់គ្រាន់'],
  proof: null,
  offer: '៛159,000',
  callToAction: 'ស្វែងរកដំណើរ',
  language: 'km',
};

const long: Creative = {
  ...trip,
  headline:
    'We asked four hundred and twelve people who never hike what would make them leave the sofa on a Tuesday, and it turned out that the answer was neither motivation nor better shoes but somebody who knows the way, carries the soup, and promises that everybody is home again before the last train leaves 🚆🔥',
  text: '',
  callToAction: 'Show me the walks that leave on Tuesdays after work',
};

const bare: Creative = {
  ...plain,
  text: null,
  points: [],
  proof: null,
  offer: null,
  brandName: null,
  colors: ['#0b0b0b'],
};

const one = (
  name: string,
  layout: OwnLayout | null,
  aspectRatio: AspectRatio,
  seed: number,
  creative: Creative,
  picture: ExamplePicture | null,
  logo: string | null = null,
): Example => ({ name, layout, aspectRatio, seed, creative, picture, logo });

/** All layouts and shapes, scripts, and what is hard to set. */
export const examples: readonly Example[] = [
  one('poster', 'poster', '4:5', 1, trip, 'hills'),
  one('poster-product', 'poster', '1:1', 2, mug, 'mug', '#ffffff'),
  one('poster-wide', 'poster', '1.91:1', 3, trip, 'hills', '#ffffff'),
  one('poster-type', 'poster', '4:5', 4, mug, null),
  one('split', 'split', '1:1', 5, chair, 'room'),
  one('split-tall', 'split', '9:16', 6, plain, 'bottle', '#3b2a1c'),
  one('split-wide', 'split', '1.91:1', 7, plain, 'bottle'),
  one('card', 'card', '4:5', 8, chair, 'room'),
  one('card-wide', 'card', '1.91:1', 9, trip, 'hills'),
  one('card-tall', 'card', '9:16', 10, trip, 'hills', '#ffffff'),
  one('quote', 'quote', '1:1', 11, mug, 'mug'),
  one('quote-rated', 'quote', '4:5', 12, chair, 'room'),
  one('quote-wide', 'quote', '1.91:1', 13, plain, 'bottle'),
  one('quote-type', 'quote', '1:1', 14, trip, null),
  one('offer', 'offer', '1:1', 15, mug, 'mug'),
  one('offer-tall', 'offer', '9:16', 16, chair, 'room'),
  one('offer-wide', 'offer', '1.91:1', 17, mug, 'mug', '#1f6b62'),
  one('offer-portrait', 'offer', '4:5', 18, plain, 'bottle'),
  one('checklist', 'checklist', '1:1', 19, plain, 'bottle'),
  one('checklist-tall', 'checklist', '9:16', 20, mug, 'mug'),
  one('checklist-wide', 'checklist', '1.91:1', 21, chair, 'room'),
  one('checklist-type', 'checklist', '4:5', 22, trip, null),
  one('editorial', 'editorial', '4:5', 23, trip, 'hills'),
  one('editorial-square', 'editorial', '1:1', 24, chair, 'room'),
  one('editorial-wide', 'editorial', '1.91:1', 25, mug, 'mug'),
  one('editorial-tall', 'editorial', '9:16', 26, plain, 'bottle'),
  one('spotlight', 'spotlight', '1:1', 27, mug, 'mug'),
  one('spotlight-tall', 'spotlight', '9:16', 28, plain, 'bottle'),
  one('spotlight-wide', 'spotlight', '1.91:1', 29, plain, 'bottle'),
  one('spotlight-photo', 'spotlight', '4:5', 30, chair, 'room'),
  one('arabic-poster', 'poster', '1:1', 31, arabic, 'mug'),
  one('arabic-checklist', 'checklist', '4:5', 32, arabic, 'mug'),
  one('arabic-wide', 'quote', '1.91:1', 33, arabic, 'hills'),
  one('hebrew-split', 'split', '1.91:1', 34, hebrew, 'room'),
  one('hebrew-editorial', 'editorial', '4:5', 35, hebrew, 'room'),
  one('japanese-card', 'card', '4:5', 36, japanese, 'bottle'),
  one('japanese-quote', 'quote', '1:1', 37, japanese, 'bottle'),
  one('thai-poster', 'poster', '4:5', 38, thai, 'hills'),
  one('hindi-spotlight', 'spotlight', '1:1', 39, hindi, 'mug'),
  one('korean-checklist', 'checklist', '1:1', 40, korean, 'room'),
  one('chinese-offer', 'offer', '4:5', 41, chinese, 'bottle'),
  one('tamil-offer', 'offer', '9:16', 49, tamil, 'mug'),
  one('khmer-card', 'card', '4:5', 50, khmer, 'hills'),
  one('offer-long', 'offer', '4:5', 51, { ...chair, offer: 'CHF 1’299.00 statt CHF 1’590.00' }, 'room'),
  one(
    'offer-spelled',
    'offer',
    '1:1',
    52,
    { ...plain, offer: 'Buy two and get the third at half of its price today' },
    'bottle',
  ),
  one('spotlight-arch', 'spotlight', '1:1', 6, plain, 'bottle'),
  one('long-poster', 'poster', '1:1', 42, long, 'hills'),
  one('long-split', 'split', '1.91:1', 43, long, 'panorama'),
  one('long-card', 'card', '9:16', 44, long, null),
  one('tiny-poster', 'poster', '4:5', 45, chair, 'tiny'),
  one('panorama-poster', 'poster', '9:16', 46, trip, 'panorama'),
  one('font-geometric', 'offer', '1:1', 53, { ...trip, font: 'geometric' }, 'hills'),
  one('font-rounded', 'spotlight', '1:1', 54, { ...mug, font: 'rounded' }, 'mug'),
  one('font-serif', 'editorial', '4:5', 55, { ...plain, font: 'serif' }, 'bottle'),
  one('font-condensed', 'checklist', '1:1', 56, { ...chair, font: 'condensed' }, 'room'),
  one('font-long', 'card', '1:1', 57, { ...long, font: 'geometric' }, 'hills'),
  one('font-japanese', 'quote', '1:1', 58, { ...japanese, font: 'serif' }, 'bottle'),
  one('bare-spotlight', 'spotlight', '1:1', 47, bare, null),
  one('bare-editorial', 'editorial', '1:1', 48, bare, null),
];
