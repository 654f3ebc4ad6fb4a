import { phrases, type Grammar } from '../grammar.ts';

/** All words are nouns or end in one, so that every particle fits. No spaces between sentences. */
export const japanese: Grammar = {
  gap: '',
  decimalMark: '.',
  thousandsMark: ',',
  hooks: phrases(`
    {pain}に悩んでいませんか？
    {pain}、もう我慢しない。
    まだ{pain}をあきらめていませんか？
    {audience}が今{brand}を選ぶ3つの理由。
    知らないと損する、{gain}の秘密。
    想像してください、{gain}のある毎日を。
    そのスクロール、ちょっと待って！
    {gain}は、もっと簡単になる。
    {audience}のみなさんへ。
    その{product}、本当に合っていますか？
  `),
  pitches: phrases(`
    {brand}の{product}で、{gain}を毎日に。
    {audience}のために生まれた{product}です。
    {feature}だから、はじめてでも安心。
    {gain}をかなえる、こだわりの{product}。
    {pain}とはもうお別れ。{brand}におまかせください。
    たった5分ではじめられます。
    時間もお金も節約できる{product}。
    {feature}と使いやすさを、ひとつに。
  `),
  proofs: phrases(`
    累計{count}人が愛用しています。
    お客様満足度{rating}（5点満点）。
    専門家も推薦しています。
    {count}件以上の口コミで高評価！
    10人中9人が「友人にすすめたい」と回答。
    テレビや雑誌で話題。
    調査では94%が{days}日で実感。
    {audience}に選ばれてNo.1。
  `),
  quotes: phrases(`
    「最初は半信半疑でしたが、{days}日で変化を実感しました」（30代・女性）
    「もっと早く出会いたかった！」⭐️⭐️⭐️⭐️⭐️
    「{pain}から解放されました。友人にもすすめています」（40代・男性）
    「今まで試した{product}の中で一番です」
    「返事も早く、対応も丁寧でした」
    「もう手放せません」（20代・女性）
  `),
  news: phrases(`
    {brand}から新しい{product}が登場。
    新発売！{feature}の{product}。
    開発に2年、ついに完成した{product}です。
    {brand}が新しくなりました。
    お客様の声から生まれた{product}です。
    {gain}の新しいかたち。
  `),
  urgencies: phrases(`
    残り{hours}時間！
    期間限定です。
    本日23時59分まで。
    お急ぎください。
    今日だけ。
    今だけのチャンスです。
  `),
  guarantees: phrases(`
    {days}日間の返金保証つき。
    {days}日間は無料で取り消せます。
    いつでも解約できます。
    2年間の保証つきで安心。
    追加料金は一切ありません。
    合わなければ全額返金します。
  `),
  offers: {
    goods: phrases(`
      初回{percent}%オフ、クーポンコードは{code}。
      今なら{percent}%オフ、さらに送料無料。
      今週だけ、1つ買うともう1つ無料。
      お試し価格{price}から。
      {price}以上のご購入でプレゼント進呈。
      全品最大{percent}%オフのセール開催中。
      在庫残りわずか、なくなり次第終了。
      数量限定、全国で500個のみ。
      送料無料・返品無料。
      定期便なら毎回{percent}%お得。
    `),
    service: phrases(`
      {days}日間の無料体験、クレジットカード不要。
      本日のお申し込みで初年度{percent}%オフ。
      コード{code}で{percent}%割引。
      月額{price}から。
      初月無料キャンペーン実施中。
      お友達紹介で{price}プレゼント。
    `),
    app: phrases(`
      基本プレイ無料！
      今ダウンロードすると{count}コインをプレゼント。
      新規プレイヤーは報酬{percent}%アップ。
      コード{code}で宝石を無料ゲット。
      {days}日連続ログインで伝説の報酬。
      イベント参加で報酬2倍。
    `),
  },
  closings: {
    goods: phrases(`
      ご購入はこちら👉
      今すぐチェック。
      公式サイトで詳しく見る。
      自分へのごほうびに。
      2分の診断であなたにぴったりを。
      ご注文はお早めに。
    `),
    service: phrases(`
      無料ではじめる。
      まずは無料デモをご予約ください。
      登録はたったの2分。
      詳しくは公式サイトへ。
      資料を無料でダウンロード。
      料金プランを比較する。
    `),
    app: phrases(`
      今すぐ無料でプレイ！🎮
      レベル10をクリアできる？
      頂点に立てるのは1%だけ。
      ダウンロードはこちら。
      世界中の仲間と遊ぼう。
      冒険をはじめよう。
    `),
  },
  headlines: phrases(`
    {audience}のための{product}
    {gain}を、あなたに
    本日限り{percent}%オフ
    満足度{rating}、愛用者{count}人
    {count}人が選んだ{brand}
    {brand}の{product}
    新発売の{product}
    {price}からはじめる{gain}
    {feature}の{product}
    さよなら、{pain}
  `),
  descriptions: phrases(`
    {brand}の公式サイト
    口コミ{count}件、評価{rating}
    {feature}
    {days}日間返金保証
    {audience}に人気
    {price}から
  `),
  ctas: {
    SHOP_NOW: '購入する',
    LEARN_MORE: '詳しくはこちら',
    SIGN_UP: '登録する',
    GET_OFFER: 'クーポンを入手',
    ORDER_NOW: '注文する',
    SUBSCRIBE: '定期購入する',
    BOOK_NOW: '予約する',
    APPLY_NOW: '申し込む',
    INSTALL_NOW: 'インストール',
    PLAY_GAME: 'プレイする',
    DOWNLOAD: 'ダウンロード',
    CONTACT_US: 'お問い合わせ',
  },
  words: {
    skincare: {
      products: phrases('ビタミンC美容液 | ナイトクリーム | 日焼け止め | クレンジングオイル'),
      pains: phrases('肌の乾燥 | 目元のくま | 毛穴の黒ずみ'),
      gains: phrases('うるおう素肌 | 透明感のある肌 | ハリのある目元'),
      features: phrases('無香料処方 | 臨床試験済み | 植物由来のヒアルロン酸'),
      audiences: phrases('敏感肌の方 | 40代からの女性 | 忙しいママ'),
    },
    sneakers: {
      products: phrases('ランニングシューズ | 白スニーカー | ウォーキングシューズ'),
      pains: phrases('足の痛み | 靴ずれ | すり減ったソール'),
      gains: phrases('自己ベスト更新 | 一日中軽やかな足どり | 雲の上の歩き心地'),
      features: phrases('超軽量クッション | リサイクル素材 | 幅広設計'),
      audiences: phrases('ランナー | 立ち仕事の方 | 通勤する人'),
    },
    apparel: {
      products: phrases('リネンシャツ | メリノパーカー | レインジャケット | ワンピース'),
      pains: phrases('色あせる服 | きついジーンズ | 毎朝の服選び'),
      gains: phrases('自信の持てる着こなし | 雨の日も快適な外出 | 長く着られる一着'),
      features: phrases('オーガニックコットン | 豊富なサイズ | 国内縫製'),
      audiences: phrases('小柄な方 | 旅好きの人 | ミニマリスト'),
    },
    supplements: {
      products: phrases('青汁パウダー | マグネシウム | コラーゲンドリンク | プロテイン'),
      pains: phrases('午後のだるさ | お腹の張り | 眠りの浅さ'),
      gains: phrases('元気な一日 | すっきりした朝 | 内側からの健康'),
      features: phrases('75種の栄養素 | 砂糖不使用 | 第三者機関の検査済み'),
      audiences: phrases('働く人 | アスリート | 50代からの方'),
    },
    coffee: {
      products: phrases('エスプレッソ豆 | 水出しコーヒー | スペシャルティコーヒー | コーヒー定期便'),
      pains: phrases('苦いだけのコーヒー | 古い豆 | 高いテイクアウト'),
      gains: phrases('お店の味 | 最高の朝 | 香り豊かなひととき'),
      features: phrases('注文後焙煎 | 農園直送 | 環境にやさしいカプセル'),
      audiences: phrases('コーヒー好き | 早起きの人 | オフィスの皆さん'),
    },
    petFood: {
      products: phrases('フレッシュドッグフード | 無添加キャットフード | デンタルガム'),
      pains: phrases('毛並みのパサつき | ごはんの食べ残し | 不安な原材料'),
      gains: phrases('つやつやの毛並み | 完食する喜び | 健康な毎日'),
      features: phrases('獣医師監修 | 人間も食べられる品質 | 穀物不使用'),
      audiences: phrases('動物と暮らす方 | ペット思いの方 | はじめて飼う方'),
    },
    mattresses: {
      products: phrases('ハイブリッドマットレス | 低反発まくら | 冷感敷きパッド'),
      pains: phrases('朝の腰の痛み | 寝苦しい夜 | へたったマットレス'),
      gains: phrases('朝までぐっすりの眠り | 軽い目覚め | 涼しい夜'),
      features: phrases('7つの体圧分散ゾーン | 通気性ジェル | 10年保証'),
      audiences: phrases('横向きで寝る方 | ご夫婦 | 腰が気になる方'),
    },
    jewellery: {
      products: phrases('ゴールドネックレス | 婚約指輪 | パールピアス | ブレスレット'),
      pains: phrases('ありきたりな贈り物 | 変色するアクセサリー | 高すぎる価格'),
      gains: phrases('毎日の輝き | 忘れられない贈り物 | 特別な記念日'),
      features: phrases('再生ゴールド | ラボグロウンダイヤモンド | 無料刻印'),
      audiences: phrases('花嫁 | 大切な人がいる方 | お母さん'),
    },
    homeFitness: {
      products: phrases('トレーニングチューブ | ローイングマシン | ウォーキングマシン'),
      pains: phrases('混んだジム | 三日坊主 | 高い会費'),
      gains: phrases('おうちでの筋トレ | 20分の集中運動 | 続く習慣'),
      features: phrases('ライブコーチング | 折りたたみ式 | 500以上のプログラム'),
      audiences: phrases('子育て中の方 | 初心者 | 在宅ワーカー'),
    },
    cookware: {
      products: phrases('セラミックフライパン | 三徳包丁 | 鋳物ホーロー鍋'),
      pains: phrases('こげつき | 切れない包丁 | 後片づけ'),
      gains: phrases('プロの仕上がり | 20分の夕食 | ヘルシーな食卓'),
      features: phrases('有害物質ゼロの加工 | 国産の鋼 | オーブン対応'),
      audiences: phrases('料理好き | 一人暮らしの方 | 新婚さん'),
    },
    automotive: {
      products: phrases('電気SUV | オールシーズンタイヤ | カーサブスク | ドライブレコーダー'),
      pains: phrases('ガソリン代 | 高い車検費用 | 面倒な手続き'),
      gains: phrases('一充電600kmの走り | 雨の日の安心 | かしこい節約'),
      features: phrases('18分の急速充電 | メンテナンス込み | 最高評価の安全性能'),
      audiences: phrases('ファミリー | 通勤ドライバー | 法人のお客様'),
    },
    fintech: {
      products: phrases('手数料無料の口座 | トラベルカード | 家計簿アプリ | ビジネス口座'),
      pains: phrases('見えない手数料 | 窓口の行列 | お金の不安'),
      gains: phrases('自動でたまる貯金 | 数秒の送金 | お金の見える化'),
      features: phrases('即時通知 | バーチャルカード | 預金保護'),
      audiences: phrases('フリーランス | 学生 | 個人事業主'),
    },
    saas: {
      products: phrases('プロジェクト管理ツール | 請求書ソフト | 顧客管理システム'),
      pains: phrases('終わらない会議 | 複雑な表計算 | 手作業の集計'),
      gains: phrases('納期どおりの進行 | 業務の自動化 | 週10時間の節約'),
      features: phrases('200以上の連携 | AI要約 | 最短1日で導入'),
      audiences: phrases('成長企業 | 営業チーム | 人事担当者'),
    },
    education: {
      products: phrases('英会話コース | プログラミング講座 | 資格対策講座'),
      pains: phrases('続かない勉強 | 試験の不安 | 伸び悩むキャリア'),
      gains: phrases('自信を持った会話 | 1日15分の学び | 一発合格'),
      features: phrases('ライブ授業 | 認定講師 | 短いレッスン'),
      audiences: phrases('初心者 | 転職を考える方 | 社会人'),
    },
    travel: {
      products: phrases('週末旅行プラン | ビーチリゾート | 鉄道パス | 温泉宿'),
      pains: phrases('単調な毎日 | 高い航空券 | 面倒な計画'),
      gains: phrases('心ほどける休日 | お得な旅 | 忘れられない景色'),
      features: phrases('キャンセル無料 | 朝食つき | 現地ガイド'),
      audiences: phrases('ご家族 | 一人旅の方 | カップル'),
    },
    mobileGames: {
      products: phrases('パズルRPG | 戦略ゲーム | 農園ゲーム | レースゲーム'),
      pains: phrases('退屈な通勤時間 | 広告だらけのゲーム | 課金疲れ'),
      gains: phrases('自分だけの王国 | 毎日の脳トレ | 仲間との対戦'),
      features: phrases('2000ステージ | オフライン対応 | リアルタイム対戦'),
      audiences: phrases('パズル好き | 戦略家 | のんびり派'),
    },
  },
};
