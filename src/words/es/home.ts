import type { HomeWords } from '../home'
import { clock } from './sentences'

export const es: HomeWords = {
  headline: (business) => `Reserve en línea con ${business}`,
  lead: 'Elija un servicio, vea el precio y escoja el horario de llegada que le convenga.',
  description: (business, services) =>
    services === ''
      ? `Reserve una visita con ${business} en línea. Vea el precio antes de reservar.`
      : `${services} de ${business}. Vea el precio y reserve su horario de llegada en línea.`,
  book: 'Reservar una visita',
  call: (phone) => `Llamar al ${phone}`,
  openNow: (time) => `Abierto ahora hasta ${clock(time)}`,
  closedNow: 'Cerrado ahora',
  opensToday: (time) => `Cerrado ahora, abre a ${clock(time)}`,
  opensOn: (day, time) => `Cerrado ahora, abre el ${day} a ${clock(time)}`,
  area: {
    title: '¿Atendemos su zona?',
    zip: 'Código postal',
    check: 'Consultar',
    invalid: 'Escriba un código postal de 5 dígitos, por ejemplo 80202.',
    served: (business, zip) => `¡Sí! ${business} atiende el código postal ${zip}.`,
    outside: (zip) => `Lo sentimos, todavía no atendemos el código postal ${zip}.`,
    bookHere: (zip) => `Reservar en el ${zip}`,
  },
  services: {
    title: 'Servicios y precios',
    plusTax: 'Más el impuesto sobre las ventas donde corresponda. Verá el total antes de reservar.',
    book: 'Reservar',
    bookOne: (service) => `Reservar ${service}`,
    quote: 'Pedir un presupuesto',
    quoteOne: (service) => `Pedir un presupuesto de ${service}`,
  },
  how: {
    title: 'Cómo funciona',
    steps: [
      { title: 'Elija un servicio', text: 'Díganos dónde lo necesita y verá el precio.' },
      { title: 'Elija un horario de llegada', text: 'Solo verá horarios que podemos cumplir.' },
      { title: 'Nosotros hacemos el resto', text: 'Le avisaremos cuando su técnico esté en camino.' },
    ],
  },
  locations: {
    title: 'Dónde trabajamos',
    towns: (towns) => `Atendemos ${towns}`,
    townsAndMore: (towns) => `Atendemos ${towns} y alrededores`,
    zips: 'Códigos postales',
    moreZips: (count) => `Ver los ${count} códigos postales`,
    page: (name) => `Más sobre ${name}`,
    partOf: (business) => `Parte de ${business}`,
  },
  reviews: {
    title: 'Opiniones',
    text: (business) => `Vea lo que dicen los clientes de ${business}.`,
    link: 'Leer opiniones',
  },
  hours: {
    title: 'Horario',
    today: 'Hoy',
    closed: 'Cerrado',
    zone: (zone) => `Horarios en ${zone.replace('de las Montañas Rocosas', 'de la montaña')}.`,
  },
  contact: { title: 'Contacto', phone: 'Teléfono', email: 'Correo electrónico', address: 'Dirección postal' },
  trust: { title: 'Con licencia y seguro', license: 'Licencia', insurance: 'Seguro' },
  terms: 'Términos del servicio',
  privacy: 'Política de privacidad',
  usualTerms: (business, contact) => `Estos términos se aplican cuando reserva una visita con ${business}.

## Reservas
Puede reservar en línea o por teléfono. Su reserva es una solicitud hasta que la confirmemos, la confirme con el enlace de su correo electrónico o pague. Si nadie confirma a tiempo una reserva en línea, podemos dar su horario a otra persona.

## Horarios de llegada
Su técnico llega dentro del horario que reservó. Si nos retrasamos o necesitamos otro horario, le avisaremos en cuanto lo sepamos. Debe haber alguien en casa que pueda abrirnos.

## Precios y pago
Usted ve el precio y el impuesto antes de reservar. Si el trabajo resulta distinto de lo reservado, acordaremos un nuevo precio con usted antes de empezar. El pago vence al terminar el trabajo, a menos que haya pagado antes.

## Cambios y cancelaciones
Puede cambiar o cancelar su visita en línea. Las condiciones de cancelación que le corresponden aparecen al reservar y en su reserva.

## Nuestro trabajo
Trabajamos con cuidado. Si algo no quedó bien, avísenos en cuanto lo note y denos la oportunidad de corregirlo.

## Seguridad
Nuestros técnicos pueden detenerse si no es seguro continuar, por ejemplo por el clima, los cables o los animales.

## Preguntas
${contact}`,
  usualPrivacy: (
    business,
    contact,
  ) => `Esta política explica qué información recopila ${business} sobre usted y por qué.

## Qué datos recopilamos
Cuando reserva, le pedimos su nombre, correo electrónico, teléfono y la dirección de la visita, y lo que debemos saber sobre el trabajo. Si paga con tarjeta, nuestro procesador de pagos recibe los datos de la tarjeta. Nunca vemos ni guardamos el número completo.

## Para qué los usamos
Los usamos para programar y hacer el trabajo, informarle sobre su visita, enviarle facturas y recibos, y cumplir con nuestras obligaciones legales. Solo enviamos mensajes de publicidad si usted no los ha rechazado, y en cada uno puede darse de baja.

## Quién los recibe
Nuestros técnicos y nuestra oficina ven lo que necesitan para hacer el trabajo. Las empresas que procesan pagos, envían correos y mensajes de texto o buscan direcciones por nosotros reciben solo lo que necesitan para eso. No vendemos su información.

## Cuánto tiempo los guardamos
Guardamos los registros de trabajos, facturas y pagos el tiempo que exige la ley. Puede pedirnos que borremos lo demás.

## Cookies
Este sitio usa una sola cookie, que recuerda el idioma que eligió. Su navegador también guarda si eligió el modo claro u oscuro y, cuando inicia sesión para ver sus reservas, mantiene la sesión abierta durante 30 minutos. No usamos cookies de publicidad ni de rastreo.

## Sus opciones
Puede ver sus reservas y facturas en línea. Puede pedirnos una copia de su información, o que la corrijamos o la borremos.

## Preguntas
${contact}`,
  contactUs: (ways) => `Contáctenos: ${ways}.`,
  contactAny: 'Contáctenos con los datos que aparecen en la confirmación de su reserva.',
}
