import { phrases, type Grammar } from '../grammar.ts';

/**
 * Brazilian. Products carry their article and never follow `de` or `em`, which would merge with it; pains have no
 * article and follow `de`; gains are infinitives; audiences follow `para`.
 */
export const portuguese: Grammar = {
  gap: ' ',
  decimalMark: ',',
  thousandsMark: '.',
  hooks: phrases(`
    Cansado de {pain}?
    Chega de {pain}!
    E se você pudesse {gain} sem complicação?
    Pare de rolar a tela se você não aguenta mais sofrer com {pain}.
    3 motivos para todo mundo estar falando da {brand}:
    O segredo para {gain} é mais simples do que você imagina.
    Ninguém te conta isso.
    Imagine {gain} já amanhã.
    Cuidado: depois de experimentar, você não volta atrás.
    Você merece mais do que {pain}.
  `),
  pitches: phrases(`
    {Product} que ajuda você a {gain} todos os dias.
    Conheça {product}, ideal para {audience}.
    Com a {brand} fica fácil {gain}.
    Nada de {pain}: {product} com o que importa, {feature}.
    Em menos de cinco minutos você já consegue {gain}.
    Criamos {product} que sempre quisemos ter.
    Economize tempo e dinheiro: a {brand} cuida do resto.
    Simples, honesto e feito para {audience}.
  `),
  proofs: phrases(`
    Nota {rating}/5 de mais de {count} clientes.
    Mais de {count} brasileiros já aprovaram.
    Recomendado por especialistas.
    9 em cada 10 clientes recomendam.
    Eleito o melhor do ano.
    Visto na TV e na imprensa.
    Em uma pesquisa, 94% notaram a diferença em {days} dias.
    São {count} avaliações cinco estrelas.
  `),
  quotes: phrases(`
    “No começo duvidei, mas depois de {days} dias não vivo mais sem.” – Mariana
    “A {brand} mudou a minha vida. Recomendo para todo mundo!” ⭐️⭐️⭐️⭐️⭐️
    “Melhor compra do ano, valeu cada centavo.” – Rafael, Recife
    “Resposta rápida e atendimento nota dez.”
    “Queria ter conhecido a {brand} antes.” – Aline, compra verificada
    “Já tentei de tudo contra {pain} e só isso funcionou.”
  `),
  news: phrases(`
    Chegou: {product} que você esperava.
    Novidade na {brand}: {feature}.
    Dois anos de trabalho e finalmente chegou: {product}.
    Grande notícia: a {brand} está de cara nova.
    Boa notícia para {audience}: a {brand} está na sua cidade.
    Um novo jeito de {gain}.
  `),
  urgencies: phrases(`
    Só mais {hours} horas!
    Oferta por tempo limitado.
    Última chance: acaba hoje à meia-noite.
    Só hoje.
    Corra!
    Não perca.
  `),
  guarantees: phrases(`
    Teste por {days} dias sem risco ou receba seu dinheiro de volta.
    {days} dias para mudar de ideia.
    Garantia de satisfação de {days} dias.
    Sem fidelidade, cancele quando quiser.
    2 anos de garantia.
    Sem taxas escondidas.
  `),
  offers: {
    goods: phrases(`
      Ganhe {percent}% de desconto na primeira compra com o cupom {code}.
      {percent}% OFF hoje e frete grátis.
      Leve 2, pague 1 só nesta semana.
      A partir de {price}.
      Brinde grátis nas compras acima de {price}.
      Liquidação: até {percent}% OFF em todo o site.
      Quase esgotado: {percent}% OFF enquanto durarem os estoques.
      Edição limitada: apenas 500 unidades.
      Frete e devolução grátis.
      Parcele em até 12x sem juros.
      Assine e economize {percent}% em cada entrega.
    `),
    service: phrases(`
      Teste grátis por {days} dias, sem cartão de crédito.
      {percent}% de desconto no primeiro ano para quem assina hoje.
      Use o cupom {code} e economize {percent}%.
      Planos a partir de {price}.
      O primeiro mês é por nossa conta.
      Indique um amigo e cada um ganha {price}.
    `),
    app: phrases(`
      Jogue grátis!
      Baixe agora e ganhe {count} moedas.
      {percent}% de bônus para novos jogadores.
      Gemas grátis com o código {code}.
      Entre {days} dias seguidos e ganhe um prêmio lendário.
      Participe do evento e dobre suas recompensas.
    `),
  },
  closings: {
    goods: phrases(`
      Compre agora 👉
      Peça já o seu.
      Conheça a coleção.
      Você merece esse mimo.
      Faça o quiz de 2 minutos.
      Encontre o seu favorito no site.
    `),
    service: phrases(`
      Comece de graça.
      Agende uma demonstração gratuita.
      Cadastre-se em dois minutos.
      Saiba mais no nosso site.
      Baixe o guia gratuito.
      Compare os planos.
    `),
    app: phrases(`
      Instale e jogue grátis! 🎮
      Você passa do nível 10?
      Só 1% dos jogadores chega ao topo.
      Baixe hoje mesmo.
      Jogue com os amigos.
      Comece sua aventura.
    `),
  },
  headlines: phrases(`
    {Product} para {audience}
    {Gain} com a {brand}
    {percent}% OFF só hoje
    Nota {rating}/5 de {count} clientes
    {count} pessoas não podem estar erradas
    {brand}: {days} dias sem risco
    Novo: {product}
    A partir de {price}
    {Feature}
    Pronto para {gain}?
  `),
  descriptions: phrases(`
    Site oficial da {brand}
    {rating} estrelas, {count} avaliações
    {Feature}
    {days} dias de garantia
    Só na {brand}
    A partir de {price}
  `),
  ctas: {
    SHOP_NOW: 'Comprar agora',
    LEARN_MORE: 'Saiba mais',
    SIGN_UP: 'Cadastre-se',
    GET_OFFER: 'Obter oferta',
    ORDER_NOW: 'Pedir agora',
    SUBSCRIBE: 'Assinar',
    BOOK_NOW: 'Reservar agora',
    APPLY_NOW: 'Candidatar-se',
    INSTALL_NOW: 'Instalar agora',
    PLAY_GAME: 'Jogar',
    DOWNLOAD: 'Baixar',
    CONTACT_US: 'Fale conosco',
  },
  words: {
    skincare: {
      products: phrases('o sérum de vitamina C | o creme noturno | o protetor solar mineral'),
      pains: phrases('pele sem brilho | olheiras | rotinas sem fim'),
      gains: phrases('acordar com a pele iluminada | acalmar a vermelhidão | suavizar linhas finas'),
      features: phrases('testado clinicamente | sem perfume | ácido hialurônico vegano'),
      audiences: phrases('peles sensíveis | mães ocupadas | mulheres 40+'),
    },
    sneakers: {
      products: phrases('o tênis de corrida | o tênis do dia a dia | o tênis de trilha'),
      pains: phrases('pés doloridos | bolhas a cada treino | solas gastas'),
      gains: phrases('bater seu recorde | caminhar o dia todo | ir mais longe'),
      features: phrases('amortecimento ultraleve | malha reciclada | fôrma larga'),
      audiences: phrases('corredores | enfermeiras | quem anda muito'),
    },
    apparel: {
      products: phrases('a camisa de linho | o moletom de algodão | o vestido transpassado'),
      pains: phrases('roupa que desbota | jeans apertado | moda descartável'),
      gains: phrases(
        'se vestir bem em segundos | ficar confiante em qualquer tamanho | montar looks por menos',
      ),
      features: phrases('algodão orgânico | do PP ao G5 | feito no Brasil'),
      audiences: phrases('viajantes | minimalistas | mulheres baixinhas'),
    },
    supplements: {
      products: phrases('o magnésio quelado | o shake de proteína | o colágeno em pó'),
      pains: phrases('cansaço à tarde | barriga inchada | noites agitadas'),
      gains: phrases('ter energia o dia inteiro | dormir melhor | se recuperar mais rápido'),
      features: phrases('75 vitaminas e minerais | sem açúcar | testado em laboratório'),
      audiences: phrases('atletas | quem trabalha muito | pessoas 50+'),
    },
    coffee: {
      products: phrases('o café especial | a assinatura de café | o espresso da casa'),
      pains: phrases('café amargo de mercado | grãos velhos | copinhos caros'),
      gains: phrases('preparar café de barista em casa | começar bem a manhã | apoiar pequenos produtores'),
      features: phrases('torrado sob encomenda | direto da fazenda | cápsulas compostáveis'),
      audiences: phrases('baristas caseiros | quem acorda cedo | escritórios'),
    },
    petFood: {
      products: phrases('a comida fresca para cães | a ração sem grãos | o menu para gatos'),
      pains: phrases('pelo opaco | pet enjoado | ingredientes misteriosos'),
      gains: phrases('ver seu pet feliz | cuidar do peso do seu pet | oferecer carne de verdade'),
      features: phrases('receitas de veterinários | porções na medida | sem conservantes'),
      audiences: phrases('pais de pet | pets exigentes | famílias com bichinhos'),
    },
    mattresses: {
      products: phrases('o colchão híbrido | o travesseiro ortopédico | o pillow top gelado'),
      pains: phrases('dor nas costas ao acordar | noites quentes | colchão afundado'),
      gains: phrases('dormir a noite toda | acordar sem dor | pegar no sono mais rápido'),
      features: phrases('sete zonas de conforto | gel refrescante | 10 anos de garantia'),
      audiences: phrases('casais | quem dorme de lado | quem sente calor'),
    },
    jewellery: {
      products: phrases('o colar de ouro | o anel gravado | a pulseira de pérolas'),
      pains: phrases('presentes esquecidos | joias que escurecem | preços de luxo'),
      gains: phrases('brilhar todos os dias | dar um presente inesquecível | dizer sem palavras'),
      features: phrases('ouro reciclado | diamantes de laboratório | gravação grátis'),
      audiences: phrases('noivas | mães | melhores amigas'),
    },
    homeFitness: {
      products: phrases('o kit de elásticos | a esteira dobrável | o remo inteligente'),
      pains: phrases('academia lotada | desculpas | mensalidades caras'),
      gains: phrases('ficar em forma em casa | queimar mais em 20 minutos | manter o foco'),
      features: phrases('aulas ao vivo | dobra em segundos | mais de 500 treinos'),
      audiences: phrases('pais ocupados | iniciantes | quem trabalha em casa'),
    },
    cookware: {
      products: phrases('a frigideira de cerâmica | a faca do chef | a panela de ferro'),
      pains: phrases('comida grudada | facas cegas | revestimentos tóxicos'),
      gains: phrases('cozinhar como um chef | jantar bem em 20 minutos | limpar tudo em segundos'),
      features: phrases('sem PFAS | aço japonês | pode ir ao forno'),
      audiences: phrases('cozinhas pequenas | recém-casados | quem ama cozinhar'),
    },
    automotive: {
      products: phrases('o SUV elétrico | o pneu para todas as estações | o carro por assinatura'),
      pains: phrases('gasolina cara | surpresas na oficina | burocracia'),
      gains: phrases('rodar 600 km com uma carga | dirigir seguro na chuva | gastar menos por quilômetro'),
      features: phrases('recarga em 18 minutos | manutenção inclusa | cinco estrelas em segurança'),
      audiences: phrases('famílias | novos motoristas | frotas'),
    },
    fintech: {
      products: phrases('a conta sem tarifas | o cartão de viagem | o cofrinho digital'),
      pains: phrases('tarifas escondidas | filas no banco | câmbio ruim'),
      gains: phrases('guardar dinheiro sem esforço | fazer pix em segundos | controlar seus gastos'),
      features: phrases('rende mais que a poupança | cartões virtuais | cashback na hora'),
      audiences: phrases('autônomos | estudantes | pequenos negócios'),
    },
    saas: {
      products: phrases('o quadro de projetos | o emissor de notas | o CRM descomplicado'),
      pains: phrases('reuniões sem fim | planilhas bagunçadas | clientes perdidos'),
      gains: phrases('entregar no prazo | receber mais rápido | economizar 10 horas por semana'),
      features: phrases('mais de 200 integrações | adequado à LGPD | pronto em um dia'),
      audiences: phrases('agências | fundadores | times de vendas'),
    },
    education: {
      products: phrases('o curso de inglês | a formação em dados | o professor online'),
      pains: phrases('aulas chatas | ansiedade antes da prova | carreira parada'),
      gains: phrases('falar com confiança | entrar na área de tecnologia | passar de primeira'),
      features: phrases('aulas ao vivo | professores certificados | lições curtas'),
      audiences: phrases('iniciantes | quem quer mudar de carreira | pais que trabalham'),
    },
    travel: {
      products: phrases('o pacote de praia | a escapada de fim de semana | o roteiro de trem'),
      pains: phrases('segundas cinzentas | passagens caras | planejamento confuso'),
      gains: phrases('viajar gastando menos | descansar de verdade | nadar em águas cristalinas'),
      features: phrases('cancelamento grátis | café da manhã incluso | guias locais'),
      audiences: phrases('famílias | casais | quem viaja sozinho'),
    },
    mobileGames: {
      products: phrases('a aventura de quebra-cabeças | o jogo de estratégia | o jogo de fazenda'),
      pains: phrases('trânsito entediante | anúncios falsos | jogos caros'),
      gains: phrases('construir seu reino | treinar a mente | vencer seus amigos'),
      features: phrases('2.000 fases | modo offline | batalhas em tempo real'),
      audiences: phrases('fãs de desafios | estrategistas | jogadores casuais'),
    },
  },
};
