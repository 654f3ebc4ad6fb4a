import type { CuesByTag } from '../category.ts';

/** Brazilian Portuguese phrases for the most common tags, by tag id. */
export const portuguese: CuesByTag = {
  101: {
    sure: '(cansado|cansada|cansados|farto|farta) de, (sofre|sofrendo) com, (diga|dê) adeus, chega de, (a solução) (para|que)',
    hint: '<question>, problema, problemas',
  },
  108: {
    sure: '(nova|novas) (coleção|coleções|linha|temporada), lançamento, lançamentos, novidade, novidades, (acabou|acabaram) de chegar, já (disponível|disponíveis), chegou',
    likely: '^ novo, ^ nova',
  },
  111: { sure: '(em um|num) só lugar, tudo em um, (em um) único lugar' },
  112: { sure: '(feito|feita|feitos|feitas) à mão, artesanal, artesanais, artesãos, artesãs' },
  113: { sure: 'ingredientes (naturais|orgânicos), 100 % natural, produtos naturais' },
  114: {
    sure: 'sustentável, sustentáveis, sustentabilidade, ecológico, ecológica, reciclado, reciclada, energia solar, meio ambiente',
  },
  117: { sure: 'personalizado, personalizada, personalizados, sob medida, com (seu|o seu) nome' },
  121: {
    sure: 'desde <year>, tradição, receita de família, receita da vovó, gerações',
    not: 'desde # $, desde $',
  },
  125: {
    sure: '(feito|feita|fabricado|produzido) (no|em|à mão em|à mão no) (brasil|portugal|minas|_)',
    not: 'feito em (casa|#|minutos|até)',
  },
  127: {
    sure: 'vagas (abertas|de emprego|para|disponíveis), estamos contratando, contrata se, (venha|faça) (fazer |) parte (do|da) (nosso|nossa) (time|equipe), oportunidade de emprego, vaga de',
  },
  201: {
    sure: 'últimas (horas|unidades|vagas|peças), últimos dias, última chance, corra, corre, não perca tempo, aproveite (já|agora|antes), antes que acabe, só até hoje, é só hoje',
  },
  302: {
    sure: 'emagrecer, emagreça, emagreceram, emagrecimento, (perder|perca) (peso|barriga|gordura|# kg|quilos)',
  },
  303: {
    sure: '(sua|a|saúde|pela) saúde, bem estar, saudável, saudáveis, vitaminas, suplemento',
    not: 'plano de saúde',
  },
  305: { sure: '(dormir|durma|dorme) melhor, colchão, insônia, (seu|melhor) sono' },
  306: {
    sure: '(ganhe|ganhar|fature|faturar) (dinheiro|$ #|até|uma renda|mais), renda extra',
    not: 'ganhe $ # (no|na|em|de desconto)',
  },
  307: { sure: '(economize|economizar|poupe) (dinheiro|na|no|em), (reduza|diminua) (sua|a) conta' },
  311: {
    sure: '(aprenda|aprender|estude|domine) (a|inglês|espanhol|_), curso (online|grátis|gratuito|de), cursos (de|online|gratuitos), aulas (de|online|particulares)',
  },
  321: { sure: 'delicioso, deliciosa, gostoso, gostosa, sabor, sabores, saboroso, restaurante, receitas' },
  327: {
    sure: '(seu|seus|de|queda de|linha de) (cabelo|cabelos), queda capilar, shampoo, cabelos (hidratados|fortes|lisos|longos)',
  },
  407: { sure: 'você sabia, sabia que' },
  414: { sure: '(diga|dê) adeus, chega de, acabou o, nunca mais' },
  501: {
    sure: '# % (off|de desconto|desconto|de cashback off|mais barato), desconto de (até |) # %, até # % (off|de desconto)',
  },
  502: {
    sure: '$ # (de desconto|off|em desconto), desconto de $ #, (economize|ganhe) $ # (no|na|em|de|off)',
    not: 'ganhe $ # por (dia|mês|semana|hora)',
  },
  503: {
    sure: 'tempo limitado, (só|somente|apenas) (hoje|até|esta semana|este fim|neste fim), (oferta|promoção) (relâmpago|válida|termina|limitada|por tempo), válido até, últimas horas, últimos dias, até (domingo|meia noite|sexta|amanhã|hoje)',
  },
  504: { sure: '(frete|entrega|envio) (é |) (grátis|gratuito|gratuita|gratis|por nossa conta), frete free' },
  505: {
    sure: '(teste|experimente|experimentar|testar|teste por) (grátis|gratuitamente|gratuito|de graça|# dias), # (dias|meses|noites) (grátis|de teste|gratuitos), primeira aula (grátis|gratuita), teste grátis',
  },
  506: {
    sure: '(brinde|brindes|presente|mimo) (grátis|exclusivo|na compra|especial), ganhe (um|uma) (brinde|presente|mimo|_ grátis), de brinde',
  },
  507: {
    sure: '(compre|leve) (# |um |1 |2 |3 |uma )(e |) (leve|pague|ganhe) (# |outro|1|2|3|mais|o), leve # pague #, segunda unidade',
  },
  509: {
    sure: '(cupom|código|use o cupom|com o cupom) (_|), cupons, cupom, código de desconto',
    not: 'código (de barras|postal|qr|aberto|fonte|_ _), cupom fiscal',
  },
  510: {
    sure: '(seu|o) dinheiro de volta, satisfação garantida, devolução do (seu |) dinheiro, garantia de (# dias|satisfação|devolução), reembolso (total|garantido|de 100 %)',
  },
  512: {
    sure: '(ebook|e book|guia|planilha|material) (grátis|gratuito|gratuita), baixe (o|a|grátis) (ebook|guia|planilha|material)',
  },
  516: { sure: 'sorteio, sortear, promoção (concorra|participe), concorra (a|à|ao), concurso cultural' },
  517: {
    sure: '(em até|parcele em|em|até) # x (sem juros|no cartão|de|), parcelamento, parcele, parcelado, # x sem juros',
  },
  518: { sure: '(avaliação|consulta|consultoria|diagnóstico) (gratuita|grátis|gratuito|sem custo)' },
  519: {
    sure: '(orçamento|cotação) (grátis|gratuito|gratuita|sem compromisso|online|rápido), (peça|solicite|faça) (seu|um|o seu|sua) (orçamento|cotação)',
  },
  520: { sure: 'primeira compra, primeiro pedido, novos clientes, (sua|na) primeira (compra|assinatura)' },
  523: {
    sure: 'liquidação, promoções, (mega|super|grande) promoção, ofertas (imperdíveis|da semana|de|especiais), saldão, queima de estoque',
  },
  526: {
    sure: 'últimas (unidades|vagas|peças), (vagas|estoque|unidades) (limitadas|limitado), enquanto durarem (os |) estoques, restam (poucas|#|apenas|poucos), poucas (unidades|vagas)',
  },
  527: {
    sure: 'entrega (amanhã|hoje|rápida|expressa|no mesmo dia|em # (horas|minutos|dias|h)), receba (hoje|amanhã|em # (horas|minutos))',
  },
  532: {
    sure: '(totalmente|100 %|completamente) (grátis|gratuito|gratuita), de graça, (jogue|baixe|cadastre se) grátis, gratuitamente',
    not: '(experimente|teste) gratuitamente',
  },
  535: { sure: 'sem juros, juros (baixos|zero), taxa zero, juro zero' },
  601: { sure: 'depoimentos, (o que) (dizem|falam) (os |) nossos clientes' },
  603: {
    sure: '(mais de|já são|junte se a) (# |# mil |# milhão de |# milhões de |) (clientes|brasileiros|pessoas|famílias|mulheres|alunos|empresas|usuários), mais de # (mil|milhão|milhões)',
    not: 'mais de # (mil produtos|% )',
  },
  605: {
    sure: '(recomendado|recomendada|aprovado|desenvolvido|aprovada) por (dermatologistas|médicos|especialistas|dentistas|veterinários|nutricionistas|pediatras), dermatologicamente testado',
  },
  701: { sure: '(mamães|papais|seus filhos|as crianças|seu filho|pais e mães|seu bebê)' },
  706: {
    sure: '(sua|da sua|para sua) empresa, pequenas empresas, pequenos negócios, (seu|do seu) negócio, empreendedor, empreendedores, mei',
  },
  714: { sure: 'iniciantes, iniciante, do zero', not: 'do zero ao' },
  801: {
    sure: 'sem (compromisso|fidelidade|contrato|multa), cancele (quando quiser|a qualquer momento|quando)',
  },
  802: { sure: 'sem (risco|riscos)' },
  804: { sure: 'sem experiência, não (precisa|é necessário|exige) (de |ter |) experiência, do zero' },
  806: { sure: 'sem (açúcar|glúten|lactose)' },
  807: {
    sure: 'em (apenas |só |menos de |poucos |) (# |cinco |dez |dois |) (minutos|segundos), # minutos por dia',
    not: 'minutos (do|da|de)',
  },
  903: { sure: 'natal, natalino, natalina, papai noel', not: 'natal rn, pré natal' },
  904: { sure: 'dia dos namorados' },
  905: { sure: 'dia das mães' },
  906: { sure: 'dia dos pais' },
  910: { sure: 'verão' },
  919: {
    sure: '(o|um|melhor) presente (perfeito|ideal|para|de), presente (de|para|perfeito|ideal), presenteie, presentes (para|de), ideias de presente',
    not: 'presente em, está presente, presente no, presente na',
  },
  920: { sure: 'fim de semana, final de semana' },
  1101: { sure: '(baixe|baixar|instale|pelo|no) (o |nosso |)(app|aplicativo), baixe (grátis|agora)' },
  1102: {
    sure: '(agende|marque|reserve) (sua|seu|já|uma|um|agora) (_ |) (avaliação|consulta|horário|visita|sessão|aula|_)',
  },
  1104: {
    sure: '(fale|chame|chama|converse) (com a gente|conosco|a gente|com|) (no|pelo|via) (whatsapp|zap|direct|wpp), (no|pelo) whatsapp, chama no (zap|whats|direct), mande (uma |) mensagem',
  },
  1106: { sure: '(candidate se|inscreva se para a vaga|envie (seu|o seu) currículo|cadastre seu currículo)' },
  1107: { sure: '(doe|doar|doação|doações|sua doação|faça uma doação)' },
  1116: {
    sure: '(inscreva se|cadastre se|garanta (sua|seu)) (já|agora|grátis|aqui|vaga|lugar|ingresso), inscrições abertas',
  },
  522: { not: '$ # (de desconto|off), (ganhe|economize) $ #, acima de $ #' },
};
