import { phrases, type Grammar } from '../grammar.ts';

/**
 * Products carry their article and never follow `de` or `a`, which would merge with it; pains follow `de` and never
 * begin with `el`; gains are infinitives; audiences follow `para`.
 */
export const spanish: Grammar = {
  gap: ' ',
  decimalMark: ',',
  thousandsMark: '.',
  hooks: phrases(`
    ¿Cansado de {pain}?
    ¿Harta de {pain}?
    ¿Y si por fin pudieras {gain}?
    Deja de deslizar si ya no quieres saber nada de {pain}.
    3 razones por las que todo el mundo habla de {brand}:
    El secreto para {gain} es más sencillo de lo que crees.
    Nadie te cuenta esto.
    Imagina {gain} desde mañana.
    Atención: no querrás volver atrás.
    Mereces algo mejor.
  `),
  pitches: phrases(`
    {Product} que te ayuda a {gain} cada día.
    Descubre {product}, ideal para {audience}.
    Con {brand} es fácil {gain}.
    Adiós a las complicaciones: {product} con lo que importa, {feature}.
    En menos de cinco minutos estarás listo para {gain}.
    Creamos {product} que siempre quisimos tener.
    Ahorra tiempo y dinero: {brand} se encarga del resto.
    Sencillo, honesto y hecho para {audience}.
  `),
  proofs: phrases(`
    Valorado con {rating}/5 por más de {count} clientes.
    Más de {count} personas ya confían en nosotros.
    Recomendado por expertos, elegido por {count} hogares.
    9 de cada 10 clientes nos recomiendan.
    Premiada como marca del año.
    Visto en la prensa y la televisión.
    En un estudio, el 94 % notó la diferencia en {days} días.
    {count} opiniones de cinco estrellas no pueden equivocarse.
  `),
  quotes: phrases(`
    «Al principio dudaba, pero tras {days} días no puedo vivir sin {brand}.» – Lucía
    «¡{brand} me ha cambiado la vida! Se lo recomiendo a todos.» ⭐️⭐️⭐️⭐️⭐️
    «Lo mejor que he probado, vale cada céntimo.» – Javier, Valencia
    «Respuestas rápidas y un servicio excelente.»
    «Ojalá hubiera conocido {brand} antes.» – Carmen, compra verificada
    «Lo había probado todo y solo esto funcionó.»
  `),
  news: phrases(`
    Ya está aquí: {product} que esperabas.
    Nuevo en {brand}: {feature}.
    Dos años de trabajo y por fin llega: {product}.
    Gran noticia: {brand} se renueva.
    Buenas noticias para {audience}: {brand} ya está en tu ciudad.
    Una nueva forma de {gain}.
  `),
  urgencies: phrases(`
    ¡Solo quedan {hours} horas!
    Oferta por tiempo limitado.
    Última oportunidad: termina esta noche.
    Solo hoy.
    ¡Date prisa!
    No te lo pierdas.
  `),
  guarantees: phrases(`
    Pruébalo {days} días sin riesgo o te devolvemos el dinero.
    {days} días para cambiar de opinión.
    Garantía de devolución de {days} días.
    Sin permanencia, cancela cuando quieras.
    2 años de garantía incluidos.
    Sin costes ocultos.
  `),
  offers: {
    goods: phrases(`
      {percent} % de descuento en tu primer pedido con el código {code}.
      Ahorra un {percent} % hoy y llévate el envío gratis.
      2x1 solo esta semana.
      Desde {price}.
      Regalo gratis en pedidos superiores a {price}.
      Rebajas: hasta un {percent} % en toda la tienda.
      Casi agotado: {percent} % de descuento hasta agotar existencias.
      Edición limitada: solo 500 unidades.
      Envío y devoluciones gratis.
      Suscríbete y ahorra un {percent} % en cada entrega.
    `),
    service: phrases(`
      Prueba gratis durante {days} días, sin tarjeta.
      {percent} % de descuento el primer año si te registras hoy.
      Con el código {code} ahorras un {percent} %.
      Planes desde {price}.
      El primer mes corre por nuestra cuenta.
      Invita a un amigo y ganáis {price} cada uno.
    `),
    app: phrases(`
      ¡Juega gratis!
      Descarga ahora y recibe {count} monedas.
      {percent} % de bonificación para nuevos jugadores.
      Gemas gratis con el código {code}.
      Entra {days} días seguidos y gana un premio legendario.
      Únete al evento y duplica tus premios.
    `),
  },
  closings: {
    goods: phrases(`
      Compra ahora 👉
      Pide el tuyo hoy.
      Descubre la colección.
      Date un capricho.
      Haz el test de 2 minutos.
      Encuentra tu favorito en nuestra web.
    `),
    service: phrases(`
      Empieza gratis.
      Reserva tu demo gratuita.
      Regístrate en dos minutos.
      Más información en nuestra web.
      Descarga la guía gratuita.
      Compara los planes.
    `),
    app: phrases(`
      ¡Instala y juega gratis! 🎮
      ¿Superarás el nivel 10?
      Solo el 1 % llega al final.
      Descárgalo hoy.
      Juega con tus amigos.
      Empieza tu aventura.
    `),
  },
  headlines: phrases(`
    {Product} para {audience}
    {Gain} con {brand}
    {percent} % de descuento solo hoy
    {rating}/5 según {count} clientes
    {count} personas no pueden equivocarse
    {brand}: {days} días sin riesgo
    Nuevo: {product}
    Desde {price}
    {Feature}
    ¿Listo para {gain}?
  `),
  descriptions: phrases(`
    La web oficial de {brand}
    {rating} estrellas, {count} opiniones
    {Feature}
    {days} días de garantía
    Solo en {brand}
    Desde {price}
  `),
  ctas: {
    SHOP_NOW: 'Comprar',
    LEARN_MORE: 'Más información',
    SIGN_UP: 'Registrarte',
    GET_OFFER: 'Obtener oferta',
    ORDER_NOW: 'Pedir ahora',
    SUBSCRIBE: 'Suscribirte',
    BOOK_NOW: 'Reservar',
    APPLY_NOW: 'Solicitar ahora',
    INSTALL_NOW: 'Instalar ahora',
    PLAY_GAME: 'Jugar',
    DOWNLOAD: 'Descargar',
    CONTACT_US: 'Contactarnos',
  },
  words: {
    skincare: {
      products: phrases('el sérum de vitamina C | la crema de noche | el protector solar mineral'),
      pains: phrases('la piel apagada | las ojeras | rutinas interminables'),
      gains: phrases('lucir una piel radiante | calmar las rojeces | suavizar las líneas finas'),
      features: phrases('probado clínicamente | sin perfume | ácido hialurónico vegano'),
      audiences: phrases('pieles sensibles | madres con prisa | mujeres de más de 40'),
    },
    sneakers: {
      products: phrases('la zapatilla de correr | el modelo de trail | la zapatilla de piel blanca'),
      pains: phrases('los pies doloridos | las ampollas | suelas gastadas'),
      gains: phrases('batir tu récord | caminar todo el día | correr más lejos'),
      features: phrases('amortiguación ultraligera | malla reciclada | horma ancha'),
      audiences: phrases('corredores | enfermeras | caminantes'),
    },
    apparel: {
      products: phrases('la camisa de lino | la sudadera de merino | el vestido cruzado'),
      pains: phrases('la moda rápida | los vaqueros que aprietan | ropa que destiñe'),
      gains: phrases('vestir bien en segundos | sentirte segura con tu talla | abrigarte con estilo'),
      features: phrases('algodón orgánico | tallas de la XXS a la 5XL | hecho en Portugal'),
      audiences: phrases('viajeros | minimalistas | mujeres bajitas'),
    },
    supplements: {
      products: phrases('el magnesio de alta absorción | el batido de proteínas | el colágeno en polvo'),
      pains: phrases('la hinchazón | las noches inquietas | ese bajón de media tarde'),
      gains: phrases('tener energía todo el día | dormir mejor | recuperarte antes'),
      features: phrases('75 vitaminas y minerales | sin azúcar añadido | analizado en laboratorio'),
      audiences: phrases('deportistas | profesionales ocupados | mayores de 50'),
    },
    coffee: {
      products: phrases('el café de origen | la suscripción de café | el espresso de la casa'),
      pains: phrases('café amargo de supermercado | granos viejos | vasos carísimos para llevar'),
      gains: phrases('preparar café de barista en casa | empezar bien la mañana | apoyar a pequeñas fincas'),
      features: phrases('tostado por encargo | comercio directo | cápsulas compostables'),
      audiences: phrases('baristas caseros | madrugadores | oficinas'),
    },
    petFood: {
      products: phrases('el menú fresco para perros | la comida natural para gatos | el pienso sin cereales'),
      pains: phrases('un pelaje sin brillo | ingredientes misteriosos | platos a medio comer'),
      gains: phrases('ver feliz a tu mascota | cuidar su peso | darle carne de verdad'),
      features: phrases('recetas de veterinarios | carne apta para humanos | raciones a medida'),
      audiences: phrases('mascotas exigentes | amantes de los animales | familias con mascota'),
    },
    mattresses: {
      products: phrases('el colchón híbrido | la almohada viscoelástica | el topper refrescante'),
      pains: phrases('dolor de espalda al despertar | noches de calor | colchones hundidos'),
      gains: phrases('dormir toda la noche | despertar sin dolor | descansar fresco'),
      features: phrases('siete zonas de confort | gel refrescante | 10 años de garantía'),
      audiences: phrases('parejas | quienes duermen de lado | espaldas delicadas'),
    },
    jewellery: {
      products: phrases('el collar de oro | el anillo grabado | la pulsera de perlas'),
      pains: phrases('regalos que se olvidan | joyas que se oscurecen | precios de lujo'),
      gains: phrases('brillar cada día | regalar algo inolvidable | decirlo sin palabras'),
      features: phrases('oro reciclado | diamantes de laboratorio | grabado gratis'),
      audiences: phrases('novias | madres | mejores amigas'),
    },
    homeFitness: {
      products: phrases('el remo plegable | el set de bandas elásticas | la cinta de andar'),
      pains: phrases('gimnasios llenos | las excusas | cuotas caras'),
      gains: phrases('ponerte en forma en casa | quemar más en 20 minutos | mantener la rutina'),
      features: phrases('clases en directo | se pliega en segundos | más de 500 entrenamientos'),
      audiences: phrases('padres ocupados | principiantes | quienes teletrabajan'),
    },
    cookware: {
      products: phrases('la sartén de cerámica | el cuchillo de chef | la olla de hierro'),
      pains: phrases('comida que se pega | cuchillos sin filo | recubrimientos tóxicos'),
      gains: phrases('cocinar como un chef | cenar sano en 20 minutos | limpiar en segundos'),
      features: phrases('sin PFAS | acero japonés | apta para horno'),
      audiences: phrases('cocinas pequeñas | recién casados | cocineros de domingo'),
    },
    automotive: {
      products: phrases('el SUV eléctrico | el neumático de todo tiempo | la suscripción de coche'),
      pains: phrases('la gasolina cara | facturas de taller | papeleo sin fin'),
      gains: phrases(
        'recorrer 600 km con una carga | conducir seguro con lluvia | pagar menos por kilómetro',
      ),
      features: phrases('carga en 18 minutos | mantenimiento incluido | cinco estrellas en seguridad'),
      audiences: phrases('familias | conductores noveles | flotas de empresa'),
    },
    fintech: {
      products: phrases('la cuenta sin comisiones | la tarjeta de viaje | el plan de ahorro'),
      pains: phrases('comisiones ocultas | colas en la oficina | malos tipos de cambio'),
      gains: phrases('ahorrar sin pensarlo | enviar dinero en segundos | controlar tus gastos'),
      features: phrases('depósitos garantizados | tarjetas virtuales | 3 % de interés'),
      audiences: phrases('autónomos | estudiantes | pymes'),
    },
    saas: {
      products: phrases('el tablero de proyectos | el programa de facturación | el CRM sencillo'),
      pains: phrases('reuniones eternas | hojas de cálculo caóticas | clientes perdidos'),
      gains: phrases('entregar a tiempo | cobrar antes | ahorrar 10 horas a la semana'),
      features: phrases('más de 200 integraciones | conforme al RGPD | listo en un día'),
      audiences: phrases('agencias | fundadores | equipos de ventas'),
    },
    education: {
      products: phrases('el curso de inglés | el programa de datos | el tutor en línea'),
      pains: phrases('clases aburridas | exámenes con estrés | un trabajo sin futuro'),
      gains: phrases('hablar con confianza | conseguir tu primer empleo digital | aprobar a la primera'),
      features: phrases('clases en vivo | profesores certificados | lecciones cortas'),
      audiences: phrases('principiantes | quienes cambian de carrera | padres que trabajan'),
    },
    travel: {
      products: phrases('la escapada de fin de semana | el viaje a la playa | la ruta en tren'),
      pains: phrases('lunes grises | vuelos carísimos | planes complicados'),
      gains: phrases('desconectar de verdad | viajar sin estrés | nadar en aguas turquesa'),
      features: phrases('cancelación gratuita | desayuno incluido | guías locales'),
      audiences: phrases('familias | parejas | viajeros en solitario'),
    },
    mobileGames: {
      products: phrases('la aventura de puzles | el juego de estrategia | el reto de palabras'),
      pains: phrases('trayectos aburridos | anuncios falsos de juegos | juegos demasiado caros'),
      gains: phrases('construir tu reino | entrenar la mente | ganar a tus amigos'),
      features: phrases('2000 niveles | modo sin conexión | duelos en tiempo real'),
      audiences: phrases('fans de los puzles | estrategas | jugadores ocasionales'),
    },
  },
};
