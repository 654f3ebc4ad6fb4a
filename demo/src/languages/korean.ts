import { phrases, type Grammar } from '../grammar.ts';

/** All words are nouns or end in one, and no particle follows whose form would depend on their last sound. */
export const korean: Grammar = {
  gap: ' ',
  decimalMark: '.',
  thousandsMark: ',',
  hooks: phrases(`
    {pain} 때문에 고민이신가요?
    아직도 {pain} 참고 계세요?
    {pain}, 이제 그만!
    {audience} 주목!
    요즘 {audience} 사이에서 {brand} 열풍인 3가지 이유.
    상상해 보세요, {gain}.
    아무도 말해 주지 않는 {gain}의 비밀.
    스크롤을 멈추세요. {pain} 해결법이 여기 있습니다.
    아직도 그 {product} 그대로 쓰세요?
    {gain}, 생각보다 쉽습니다.
  `),
  pitches: phrases(`
    {brand} {product} 하나로 {gain} 완성.
    {audience} 맞춤 {product}, 지금 만나 보세요.
    {feature}까지 갖춘 {product}.
    매일 더 나은 {gain}, {brand}에서 시작하세요.
    {pain} 걱정 없는 하루를 선물합니다.
    5분이면 충분합니다. {gain}, 오늘부터.
    시간도 비용도 아껴 주는 {product}.
    간단하게, 정직하게. {feature} 그대로.
  `),
  proofs: phrases(`
    누적 구매 고객 {count}명 돌파!
    평점 {rating}점, 후기 {count}개.
    전문가가 추천합니다.
    10명 중 9명이 추천합니다.
    올해의 브랜드 대상 수상.
    방송과 언론이 주목한 {brand}.
    설문 결과 {days}일 만에 94% 만족.
    {audience} 추천 1위.
  `),
  quotes: phrases(`
    “처음엔 의심했는데 {days}일 써 보고 정착했어요.” – 김○○ 고객님
    “진작 살 걸 그랬어요!” ⭐️⭐️⭐️⭐️⭐️
    “{pain} 때문에 힘들었는데 이제는 걱정 없어요.” – 30대 직장인
    “지금까지 써 본 {product} 중 최고예요.”
    “답변도 빠르고 상담도 친절합니다.”
    “가족 모두 만족하고 있어요.” – 박○○ 고객님
  `),
  news: phrases(`
    {brand} 신제품 출시! {product}.
    2년의 준비 끝에 드디어, {product}.
    새롭게 돌아온 {product}, {feature}.
    {brand}, 새로워졌습니다.
    고객님의 의견으로 더 좋아졌습니다.
    {gain}의 새로운 기준.
  `),
  urgencies: phrases(`
    단 {hours}시간 남았습니다!
    기간 한정 혜택.
    오늘 자정 마감!
    서두르세요.
    오늘만!
    놓치지 마세요.
  `),
  guarantees: phrases(`
    {days}일 무료 체험, 불만족 시 100% 환불.
    {days}일 이내 무료 취소.
    언제든지 해지 가능.
    2년 무상 보증.
    숨은 비용이 없습니다.
    마음에 들지 않으면 전액 환불.
  `),
  offers: {
    goods: phrases(`
      첫 구매 {percent}% 할인, 쿠폰 코드 {code}.
      오늘만 {percent}% 할인에 무료배송까지.
      이번 주 단독 1+1 행사.
      {price}부터 시작하는 특가.
      {price} 이상 구매 시 사은품 증정.
      전 품목 최대 {percent}% 세일.
      품절 임박, 재고 소진 시 종료.
      한정판 500개만 준비했습니다.
      무료배송에 무료반품까지.
      정기구독하면 매번 {percent}% 할인.
    `),
    service: phrases(`
      {days}일 무료 체험, 카드 등록 없이 시작하세요.
      오늘 가입하면 첫해 {percent}% 할인.
      코드 {code} 입력하고 {percent}% 할인받으세요.
      월 {price}부터.
      첫 달 무료 혜택.
      친구 추천하면 둘 다 {price} 적립.
    `),
    app: phrases(`
      무료 플레이!
      지금 다운로드하면 코인 {count}개 증정.
      신규 유저 보상 {percent}% 추가.
      쿠폰 {code} 입력하고 보석 무료로 받기.
      {days}일 연속 출석하면 전설 보상.
      이벤트 참여하고 보상 2배 받으세요.
    `),
  },
  closings: {
    goods: phrases(`
      지금 구매하기 👉
      오늘 주문하세요.
      컬렉션 보러 가기.
      나를 위한 작은 선물.
      2분 테스트로 나에게 맞는 제품 찾기.
      더 늦기 전에 만나 보세요.
    `),
    service: phrases(`
      무료로 시작하기.
      무료 데모를 신청하세요.
      가입은 단 2분.
      자세한 내용은 홈페이지에서.
      무료 가이드 다운로드.
      요금제 비교하기.
    `),
    app: phrases(`
      지금 설치하고 무료로 즐기세요! 🎮
      레벨 10, 깰 수 있을까요?
      상위 1%만 성공합니다.
      지금 다운로드.
      친구와 함께 플레이하세요.
      모험을 시작하세요.
    `),
  },
  headlines: phrases(`
    {audience} 필수 {product}
    {gain}의 시작, {brand}
    오늘만 {percent}% 할인
    평점 {rating}점, 고객 {count}명
    {count}명이 선택한 {brand}
    {pain} 이제 안녕
    신제품 {product}
    {price}부터
    {feature} {product}
    {days}일 환불 보장
  `),
  descriptions: phrases(`
    {audience} 추천
    후기 {count}개, 평점 {rating}
    {feature}
    {days}일 환불 보장
    {brand} 공식몰
    {price}부터
  `),
  ctas: {
    SHOP_NOW: '지금 쇼핑하기',
    LEARN_MORE: '더 알아보기',
    SIGN_UP: '가입하기',
    GET_OFFER: '혜택 받기',
    ORDER_NOW: '지금 주문하기',
    SUBSCRIBE: '구독하기',
    BOOK_NOW: '지금 예약하기',
    APPLY_NOW: '지금 신청하기',
    INSTALL_NOW: '지금 설치하기',
    PLAY_GAME: '게임하기',
    DOWNLOAD: '다운로드',
    CONTACT_US: '문의하기',
  },
  words: {
    skincare: {
      products: phrases('비타민C 세럼 | 나이트 크림 | 선크림 | 클렌징 오일'),
      pains: phrases('건조한 피부 | 다크서클 | 트러블'),
      gains: phrases('맑고 촉촉한 피부 | 탄력 있는 피부 | 빛나는 광채'),
      features: phrases('임상시험 완료 | 무향 처방 | 비건 히알루론산'),
      audiences: phrases('민감성 피부 | 바쁜 직장인 | 40대 여성'),
    },
    sneakers: {
      products: phrases('러닝화 | 데일리 스니커즈 | 트레일화 | 워킹화'),
      pains: phrases('발 통증 | 물집 | 닳은 밑창'),
      gains: phrases('가벼운 발걸음 | 새로운 기록 | 하루 종일 편안함'),
      features: phrases('초경량 쿠션 | 재활용 메시 | 넓은 발볼'),
      audiences: phrases('러너 | 간호사 | 출퇴근족'),
    },
    apparel: {
      products: phrases('린넨 셔츠 | 메리노 후드 | 레인 재킷 | 랩 원피스'),
      pains: phrases('물 빠지는 옷 | 꽉 끼는 청바지 | 매일 아침 옷 고민'),
      gains: phrases('자신 있는 스타일 | 사계절 편안한 옷장 | 오래 입는 한 벌'),
      features: phrases('유기농 코튼 | 다양한 사이즈 | 국내 봉제'),
      audiences: phrases('키 작은 여성 | 여행자 | 미니멀리스트'),
    },
    supplements: {
      products: phrases('그린 파우더 | 마그네슘 | 콜라겐 음료 | 단백질 셰이크'),
      pains: phrases('오후 피로 | 더부룩한 속 | 뒤척이는 밤'),
      gains: phrases('활기찬 하루 | 깊은 잠 | 빠른 회복'),
      features: phrases('비타민·미네랄 75종 | 설탕 무첨가 | 시험 성적서 공개'),
      audiences: phrases('직장인 | 운동인 | 50대 이상'),
    },
    coffee: {
      products: phrases('에스프레소 원두 | 콜드브루 키트 | 스페셜티 원두 | 원두 정기구독'),
      pains: phrases('쓰기만 한 커피 | 오래된 원두 | 비싼 테이크아웃'),
      gains: phrases('집에서 즐기는 카페 맛 | 완벽한 아침 | 깊은 향'),
      features: phrases('주문 후 로스팅 | 농장 직거래 | 생분해 캡슐'),
      audiences: phrases('홈카페족 | 아침형 인간 | 사무실'),
    },
    petFood: {
      products: phrases('신선 화식 | 무곡물 사료 | 고양이 주식캔 | 덴탈껌'),
      pains: phrases('푸석한 털 | 입 짧은 아이 | 알 수 없는 원료'),
      gains: phrases('윤기 나는 털 | 싹 비운 밥그릇 | 건강한 체중'),
      features: phrases('수의사 설계 | 휴먼그레이드 원료 | 맞춤 급여량'),
      audiences: phrases('반려인 | 초보 보호자 | 동물을 사랑하는 분'),
    },
    mattresses: {
      products: phrases('하이브리드 매트리스 | 메모리폼 베개 | 쿨링 토퍼'),
      pains: phrases('아침 허리 통증 | 더운 밤 | 꺼진 매트리스'),
      gains: phrases('깊은 숙면 | 개운한 아침 | 시원한 밤'),
      features: phrases('7존 지지 설계 | 쿨링 젤 | 10년 보증'),
      audiences: phrases('신혼부부 | 옆으로 자는 분 | 허리가 약한 분'),
    },
    jewellery: {
      products: phrases('골드 목걸이 | 약혼반지 | 진주 귀걸이 | 각인 팔찌'),
      pains: phrases('뻔한 선물 | 변색되는 액세서리 | 거품 낀 가격'),
      gains: phrases('매일의 반짝임 | 잊지 못할 선물 | 특별한 기념일'),
      features: phrases('재생 골드 | 랩그로운 다이아몬드 | 무료 각인'),
      audiences: phrases('예비 신부 | 엄마 | 절친'),
    },
    homeFitness: {
      products: phrases('저항 밴드 세트 | 로잉머신 | 워킹패드 | 덤벨'),
      pains: phrases('붐비는 헬스장 | 작심삼일 | 비싼 회비'),
      gains: phrases('집에서 하는 근력 운동 | 20분 집중 운동 | 꾸준한 습관'),
      features: phrases('라이브 코칭 | 접이식 설계 | 500개 이상의 운동'),
      audiences: phrases('육아맘 | 운동 초보 | 재택근무자'),
    },
    cookware: {
      products: phrases('세라믹 프라이팬 | 셰프 나이프 | 무쇠 냄비 | 에어프라이어'),
      pains: phrases('눌어붙는 음식 | 무딘 칼 | 유해 코팅'),
      gains: phrases('셰프의 맛 | 20분 저녁 식사 | 건강한 집밥'),
      features: phrases('무독성 코팅 | 고탄소강 | 오븐 사용 가능'),
      audiences: phrases('자취생 | 신혼부부 | 요리 초보'),
    },
    automotive: {
      products: phrases('전기 SUV | 사계절 타이어 | 차량 구독 | 블랙박스'),
      pains: phrases('오르는 기름값 | 비싼 정비비 | 복잡한 서류'),
      gains: phrases('1회 충전 600km | 빗길 안전 | 알뜰한 주행'),
      features: phrases('18분 급속 충전 | 정비 포함 | 안전 등급 별 다섯 개'),
      audiences: phrases('패밀리 | 초보 운전자 | 법인 고객'),
    },
    fintech: {
      products: phrases('수수료 없는 계좌 | 여행 카드 | 저축 앱 | 사업자 통장'),
      pains: phrases('숨은 수수료 | 은행 대기 줄 | 나쁜 환율'),
      gains: phrases('저절로 모이는 저축 | 몇 초 송금 | 한눈에 보는 지출'),
      features: phrases('실시간 알림 | 예금자 보호 | 가상 카드'),
      audiences: phrases('프리랜서 | 사회 초년생 | 소상공인'),
    },
    saas: {
      products: phrases('프로젝트 보드 | 세금계산서 솔루션 | CRM | 보고서 대시보드'),
      pains: phrases('끝없는 회의 | 뒤죽박죽 엑셀 | 놓친 고객'),
      gains: phrases('제때 끝나는 프로젝트 | 업무 자동화 | 매주 10시간 절약'),
      features: phrases('200개 이상 연동 | AI 요약 | 하루 만에 도입'),
      audiences: phrases('스타트업 | 영업팀 | 인사 담당자'),
    },
    education: {
      products: phrases('영어 회화 강의 | 코딩 부트캠프 | 자격증 과정 | 온라인 과외'),
      pains: phrases('지루한 강의 | 시험 스트레스 | 제자리 커리어'),
      gains: phrases('자신 있는 영어 | 하루 15분 공부 | 한 번에 합격'),
      features: phrases('실시간 수업 | 검증된 강사 | 짧은 강의'),
      audiences: phrases('왕초보 | 이직 준비생 | 직장인'),
    },
    travel: {
      products: phrases('주말 여행 | 바다 휴양 패키지 | 기차 패스 | 감성 숙소'),
      pains: phrases('지친 일상 | 비싼 항공권 | 복잡한 계획'),
      gains: phrases('진짜 휴식 | 알뜰한 여행 | 에메랄드빛 바다'),
      features: phrases('무료 취소 | 조식 포함 | 현지 가이드'),
      audiences: phrases('가족 여행객 | 혼행족 | 커플'),
    },
    mobileGames: {
      products: phrases('퍼즐 어드벤처 | 전략 게임 | 농장 게임 | 레이싱 게임'),
      pains: phrases('지루한 출퇴근길 | 가짜 게임 광고 | 과금 부담'),
      gains: phrases('나만의 왕국 | 매일 두뇌 훈련 | 짜릿한 승리'),
      features: phrases('2,000개 레벨 | 오프라인 모드 | 실시간 대전'),
      audiences: phrases('퍼즐 마니아 | 전략가 | 캐주얼 유저'),
    },
  },
};
