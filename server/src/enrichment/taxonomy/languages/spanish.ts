import type { CuesByTag } from '../category.ts';

/** Spanish phrases for the most common tags, by tag id. */
export const spanish: CuesByTag = {
  101: {
    sure: '(cansado|cansada|cansados|harto|harta|hartos) de, (sufres|sufre) de, dile adiós, olvídate de, no más, (la solución) (a|para|que)',
    hint: '<question>, problema, problemas, perder pelo',
  },
  108: {
    sure: '(nueva|nuevas) (colección|colecciones|temporada|línea|llegada), (nuevos) (productos|modelos|sabores|estilos|lanzamientos), ya (está|están) (disponible|disponibles|aquí), recién (llegado|llegados|salido), lo nuevo, nuevo lanzamiento',
    likely: '^ nuevo, ^ nueva',
  },
  112: {
    sure: '(hecho|hecha|hechos|hechas|elaborado|elaborada) a mano, artesanal, artesanales, artesanos, artesanas',
  },
  113: {
    sure: 'ingredientes (naturales|orgánicos), 100 % natural, sin conservantes, productos naturales, con romero',
  },
  114: {
    sure: 'sostenible, sostenibles, sustentable, ecológico, ecológica, ecológicos, reciclado, reciclada, reciclados, (paneles|energía) solares, energía solar, medio ambiente',
  },
  117: {
    sure: 'personalizado, personalizada, personalizados, personalizadas, a medida, con tu nombre, grabado',
  },
  121: {
    sure: 'desde <year>, tradición, receta (familiar|de la abuela), generación en generación, generaciones',
    not: 'desde # (euros|pesos|$|€)',
  },
  125: {
    sure: '(hecho|hecha|fabricado|fabricada|diseñado) en (españa|méxico|italia|argentina|colombia|perú|chile|_)',
  },
  127: {
    sure: 'estamos contratando, buscamos (personal|gente|vendedores|talento|_), únete a nuestro equipo, oferta de empleo, ofertas de empleo, vacantes, vacante, se busca',
  },
  201: {
    sure: 'últimas (horas|unidades|plazas), últimos (días|lugares), última oportunidad, date prisa, no esperes, aprovecha, corre, antes de que se acabe, ahora o nunca',
  },
  302: { sure: '(perder|bajar|pierde|baja) (de |) (peso|kilos|grasa), adelgazar, adelgaza' },
  303: { sure: '(tu|la|su|salud) salud, bienestar, saludable, saludables, vitaminas, suplemento' },
  305: {
    sure: '(dormir|duerme|duermen|duermes) mejor, colchón, insomnio, (tu|mejor) (descanso|sueño reparador)',
  },
  307: { sure: '(ahorra|ahorrar|ahorre) (dinero|en tu|en la|hasta en), (reduce|baja) (tu|la) factura' },
  311: {
    sure: '(aprende|aprender|aprenda|domina) (a|inglés|francés|alemán|_), curso (online|gratis|gratuito|de|en línea), cursos (de|online|en línea), clases (de|online|particulares)',
  },
  321: {
    sure: 'delicioso, deliciosa, deliciosos, rico, sabroso, sabrosa, sabor, sabores, receta, recetas, restaurante',
    not: 'puerto rico, costa rica, rico en',
  },
  326: { sure: 'acné, piel limpia, espinillas, imperfecciones' },
  327: { sure: '(tu|caída del|perder|caída de) (pelo|cabello), champú, cabello (sano|fuerte|largo)' },
  329: {
    sure: 'vender más, (haz crecer|impulsa|crece|emprende) (tu|con tu) (negocio|empresa|marca), emprendedores, aumenta (tus|las) ventas',
  },
  407: { sure: 'sabías que, sabía que, sabías' },
  414: { sure: '(di|dile|dí|digan) adiós, olvídate de, se acabaron, se acabó' },
  501: {
    sure: '# % (de descuento|de dto|dto|descuento|de rebaja|off|menos), descuento (de |del |) # %, hasta (un |el |) # % (de |) (descuento|dto|menos), ahorra (un |) # %',
  },
  502: { sure: '(ahorra|descuento de|llévate) (# $|$ #), (# $|$ #) (de descuento|de regalo|menos)' },
  503: {
    sure: '(oferta|promoción) (limitada|por tiempo limitado|válida|termina), tiempo limitado, (solo|sólo|únicamente) (hoy|esta semana|este fin de semana|por hoy|por tiempo|hasta|este mes), (válido|válida|hasta) (hasta |) el (domingo|lunes|viernes|sábado|# ), últimos días, últimas horas, (de|durante) esta semana',
  },
  504: {
    sure: '(envío|envíos|entrega|delivery) (es |) (gratis|gratuito|gratuitos|gratuita|incluido|sin costo)',
  },
  505: {
    sure: '(prueba|pruébalo|pruebe|pruébala) (gratis|gratuita|sin costo|# (días|noches|meses)|por # días), # (días|noches|meses) (gratis|de prueba|sin riesgo), prueba gratuita, primera clase (gratis|gratuita)',
  },
  506: {
    sure: '(regalo|obsequio) (gratis|incluido|con tu|por tu compra), (llévate|recibe|te regalamos) (un|una) (regalo|obsequio|_ gratis|_ de regalo), de regalo',
    not: 'llévate (otro|uno|el segundo) gratis, tarjeta de regalo, ideas de regalo',
  },
  507: {
    sure: '2x1, 3x2, 2 x 1, 3 x 2, (compra|lleva) (uno|1|2|dos|una|#) (y |) (llévate|lleva|paga|recibe) (otro|1|2|#|uno|otra|el|dos), dos por uno, segunda unidad',
  },
  509: {
    sure: '(con el|usa el|código|el|cupón) (código|cupón|cupon), código (de descuento|promocional|_), cupón',
    not: 'código postal, código qr, código fuente',
  },
  510: {
    sure: 'devolución (de tu dinero|garantizada|del dinero), satisfacción garantizada, te devolvemos (el|tu) dinero, garantía de (devolución|satisfacción|reembolso)',
  },
  512: {
    sure: '(guía|ebook|plantilla|pdf) (gratuita|gratis|gratuito), descarga (la|el|tu|nuestra|gratis) (guía|ebook|plantilla|gratis)',
  },
  516: {
    sure: 'sorteo, sorteamos, concurso, (participa y|para|puedes) (gana|ganar) _, gana (un|una|#)',
    not: 'gana (un sueldo|dinero|tiempo|confianza|músculo)',
  },
  518: {
    sure: '(consulta|asesoría|valoración|evaluación|primera consulta|primera limpieza|primera cita|diagnóstico) (_ |) (es |) (gratis|gratuita|gratuito|sin costo), asesoría gratuita',
  },
  519: {
    sure: '(presupuesto|cotización) (gratis|gratuito|gratuita|sin compromiso|online|en #), (pide|solicita) (tu|un|una) (presupuesto|cotización)',
  },
  520: {
    sure: '(tu|en tu|la|su) primer (pedido|compra), (tu|en tu|la|su) primera (compra|orden|reserva), nuevos clientes, oferta de bienvenida',
  },
  523: {
    sure: 'rebajas, ofertas (de|en|especiales|increíbles), liquidación, gran venta, descuentos (en|de|hasta|increíbles), buen fin, hot sale',
  },
  526: {
    sure: '(últimas|pocas) (unidades|plazas|piezas), (unidades|plazas|cupos|cupo|stock|existencias|lugares) (limitadas|limitados|limitado|limitadas), hasta agotar (existencias|stock), quedan (pocas|pocos|solo|#), cuando se (acaben|agoten)',
  },
  528: {
    sure: '(seminario|webinar|evento|taller|masterclass|clase) (web |online |) (gratis|gratuito|gratuita), (regístrate|inscríbete) gratis, entrada (gratis|libre|gratuita)',
  },
  532: {
    sure: '(totalmente|completamente|100 %) (gratis|gratuito), (juega|descarga|descárgala|descárgalo|únete) gratis, sin costo',
    not: 'sin costo de envío',
  },
  601: { sure: 'testimonios, (lo que|qué) (dicen|opinan) nuestros clientes, opiniones de clientes' },
  603: {
    sure: '(más de|únete a|ya son|somos) (# |# mil |# millones de |) (clientes|familias|personas|usuarios|mujeres|empresas|alumnos|estudiantes|miembros|mexicanos) (_|) , más de # (clientes|familias|personas|usuarios|mujeres|empresas|alumnos|mil)',
    not: 'más personas, somos personas',
  },
  605: {
    sure: '(recomendado|recomendada|aprobado|desarrollado|creado) por (dermatólogos|médicos|expertos|dentistas|veterinarios|doctores|nutricionistas|pediatras|especialistas), dermatólogos recomiendan, dermatológicamente (probado|testado)',
  },
  612: { sure: '(# |más de # ) años de experiencia, años de trayectoria' },
  701: {
    sure: '(mamás|papás|padres|tus hijos|tus niños|los niños|tu hijo|tu bebé|mamá moderna)',
    not: 'padres fundadores',
  },
  703: { sure: '(para|las) mujeres, para ella, cansada, mujer' },
  714: { sure: 'principiantes, principiante, desde cero' },
  801: {
    sure: 'sin (compromiso|permanencia|contrato|contratos|ataduras|suscripción), cancela (cuando quieras|en cualquier momento), cancelación gratuita',
  },
  802: { sure: 'sin (riesgo|riesgos|ningún riesgo)' },
  804: {
    sure: 'sin experiencia, no (necesitas|se necesita|se requiere|requiere) experiencia, desde cero, sin conocimientos',
  },
  806: { sure: 'sin (azúcar|gluten|lactosa|azúcares)' },
  807: {
    sure: 'en (solo |sólo |tan solo |menos de |) (# |cinco |dos |diez |pocos ) (minutos|segundos), # minutos al día',
    not: 'minutos (de|del) ',
  },
  903: { sure: 'navidad, navideño, navideña, navideños, reyes magos' },
  904: { sure: 'san valentín, día de los enamorados' },
  905: { sure: 'día de la madre, día de las madres' },
  906: { sure: 'día del padre' },
  910: { sure: 'verano, veraniego' },
  919: {
    sure: '(el|un|regalo) regalo (perfecto|ideal|para|original), idea de regalo, ideas de regalo, regala (a|algo|_), regalos (para|de)',
    not: 'tarjeta regalo',
  },
  920: { sure: 'fin de semana, fines de semana' },
  1014: {
    sure: 'seminario web, seminario, webinar, taller (gratuito|online|en vivo), en vivo',
    not: 'música en vivo',
  },
  1101: {
    sure: '(descarga|descárgate|instala|baja) (la|nuestra) (app|aplicación), la app, descarga gratis la',
  },
  1102: { sure: '(reserva|agenda|pide|solicita) (tu|una|ya tu) (cita|consulta|sesión|clase|visita)' },
  1104: {
    sure: '(escríbenos|mándanos|envíanos|contáctanos) (por|un|al|en|_) (whatsapp|mensaje|inbox|dm), por whatsapp, escríbenos',
  },
  1106: { sure: '(postúlate|postula|aplica ahora|envía tu cv|inscríbete a la vacante)' },
  1107: {
    sure: '(dona|donar|haz una donación|tu donación|tu donativo|dona ahora)',
    not: 'dona de chocolate',
  },
  1116: {
    sure: '(regístrate|inscríbete|apúntate) (gratis|ya|ahora|hoy|aquí|al|a|en), reserva tu (lugar|plaza|cupo)',
    not: 'regístrate para votar',
  },
  522: { not: '(ahorra|descuento de) (# $|$ #), (# $|$ #) de descuento' },
};
